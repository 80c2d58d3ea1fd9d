"""What `mola analyze` costs beside the engine's own search, and beside python-chess driving the same engine.

    python docs/analysis/measure.py MOLA GAMES.pgn [NODES]

CPU time counts, of all processes together, since other work on the machine does not change it much; the best of
two rounds, in turns. Needs `pip install chess`.
"""

import multiprocessing
import resource
import shutil
import subprocess
import sys
import tempfile
import time

import chess
import chess.engine
import chess.pgn


def main():
    program, path = sys.argv[1:3]
    nodes = int(sys.argv[3]) if len(sys.argv) > 3 else 20_000
    with open(path) as file:
        games = list(iter(lambda: chess.pgn.read_game(file), None))
    positions = sum(len(list(game.mainline_moves())) + 1 for game in games)
    ways = {
        "mola analyze, two threads": lambda: analyze(program, path, nodes),
        "the engine alone": lambda: engine_alone(program, games, nodes),
        "python-chess, two processes": lambda: python_chess(program, games, nodes),
    }
    best = {}
    for _ in range(2):
        for name, way in ways.items():
            best[name] = min(best.get(name, (float("inf"),)), cost(way))
    print(f"{len(games)} games, {positions} positions, {nodes} nodes each")
    base = best["mola analyze, two threads"]
    for name, (computed, elapsed) in best.items():
        print(f"{name:<30} {computed:7.2f} s CPU {computed / base[0]:6.3f} x  {elapsed:7.2f} s {elapsed / base[1]:6.3f} x")


def cost(way):
    def spent():
        usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum(usage.ru_utime + usage.ru_stime for usage in usages)

    computed, started = spent(), time.monotonic()
    way()
    return spent() - computed, time.monotonic() - started


def analyze(program, path, nodes):
    folder = tempfile.mkdtemp()
    command = [program, "analyze", path, "--nodes", str(nodes), "--concurrency", "2", "--out", folder]
    subprocess.run([*command, "--formats", "parquet"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    shutil.rmtree(folder)


def engine_alone(program, games, nodes):
    """The same positions in the same order, as lines of UCI."""
    engine = subprocess.Popen([program, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    for game in games:
        board, positions = game.board(), []
        start, moves = board.fen(), []
        positions.append(list(moves))
        for move in game.mainline_moves():
            board.push(move)
            moves.append(move.uci())
            positions.append(list(moves))
        if board.is_game_over():
            positions.pop()
        print("ucinewgame", file=engine.stdin)
        for played in reversed(positions):
            print(f"position fen {start} moves {' '.join(played)}\ngo nodes {nodes}", file=engine.stdin, flush=True)
            while not engine.stdout.readline().startswith("bestmove"):
                pass
    engine.communicate("quit\n")


def python_chess(program, games, nodes):
    work = [(program, [str(game) for game in games[index::2]], nodes) for index in range(2)]
    processes = [multiprocessing.Process(target=one_process, args=share) for share in work]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
        assert process.exitcode == 0


def one_process(program, games, nodes):
    import io

    with chess.engine.SimpleEngine.popen_uci([program, "uci"]) as engine:
        for text in games:
            game = chess.pgn.read_game(io.StringIO(text))
            board, identity = game.board(), object()
            for move in [None, *game.mainline_moves()]:
                if move is not None:
                    board.push(move)
                if not board.is_game_over():
                    engine.play(board, chess.engine.Limit(nodes=nodes), game=identity, info=chess.engine.INFO_SCORE)


if __name__ == "__main__":
    main()

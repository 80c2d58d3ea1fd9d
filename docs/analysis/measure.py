"""What `mola analyze` costs beside the engine's own search, and beside python-chess driving the same engine.

    python docs/analysis/measure.py MOLA GAMES.pgn [NODES]

Four games at a time, each way after the other, so that a busy moment hits all of them alike. CPU time counts, since
other work on the machine does not change it much: of the engine alone only its own, of the others that of all
their processes. Each way uses two threads or two processes. Needs `pip install chess`.
"""

import io
import multiprocessing
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time

import chess
import chess.engine
import chess.pgn

PIECE = 4


def main():
    program, path = sys.argv[1:3]
    nodes = int(sys.argv[3]) if len(sys.argv) > 3 else 20_000
    with open(path) as file:
        games = list(iter(lambda: chess.pgn.read_game(file), None))
    ways = {
        "mola analyze, two threads": analyze,
        "the engine alone, twice": engine_alone,
        "python-chess, two processes": python_chess,
    }
    total = {name: [0.0, 0.0] for name in ways}
    for start in range(0, len(games), PIECE):
        texts = [str(game) for game in games[start : start + PIECE]]
        for name, way in ways.items():
            started = time.monotonic()
            total[name][0] += way(program, texts, nodes)
            total[name][1] += time.monotonic() - started
        report(min(start + PIECE, len(games)), nodes, total)


def report(games, nodes, total):
    print(f"{games} games, {nodes} nodes for each position")
    computed, elapsed = next(iter(total.values()))
    for name, (cpu, wall) in total.items():
        print(f"{name:<28} {cpu:8.2f} s CPU {cpu / computed:6.3f} x {wall:8.2f} s {wall / elapsed:6.3f} x", flush=True)


def analyze(program, texts, nodes):
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "games.pgn")
    with open(path, "w") as file:
        file.write("\n\n".join(texts) + "\n")
    command = [program, "analyze", path, "--nodes", str(nodes), "--concurrency", "2", "--out", folder + "/out"]
    nothing = subprocess.DEVNULL
    process = subprocess.Popen([*command, "--formats", "parquet"], stdout=nothing, stderr=nothing)
    computed = own_time(process)
    shutil.rmtree(folder)
    return computed


def own_time(process):
    """The CPU time of a process, once it has ended."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, process.args
    return usage.ru_utime + usage.ru_stime


def in_two_processes(one, program, texts, nodes):
    """What two calls return, each with every other game."""
    with multiprocessing.Pool(2) as pool:
        return sum(pool.starmap(one, [(program, texts[index::2], nodes) for index in range(2)], chunksize=1))


def engine_alone(*arguments):
    return in_two_processes(one_engine, *arguments)


def one_engine(program, texts, nodes):
    """The same positions in the same order as in the analysis, as lines of UCI. Python's own time does not count."""
    engine = subprocess.Popen([program, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    for text in texts:
        game = chess.pgn.read_game(io.StringIO(text))
        board, moves = game.board(), []
        start, positions = board.fen(), [[]]
        for move in game.mainline_moves():
            board.push(move)
            moves.append(move.uci())
            positions.append(list(moves))
        if board.is_checkmate() or board.is_stalemate():
            positions.pop()
        print("ucinewgame", file=engine.stdin)
        for played in reversed(positions):
            print(f"position fen {start} moves {' '.join(played)}\ngo nodes {nodes}", file=engine.stdin, flush=True)
            while not engine.stdout.readline().startswith("bestmove"):
                pass
    print("quit", file=engine.stdin, flush=True)
    engine.stdout.read()
    return own_time(engine)


def python_chess(*arguments):
    return in_two_processes(one_analyst, *arguments)


def one_analyst(program, texts, nodes):
    """As many a script does it: each position after the other, with an opinion of each."""

    def spent():
        usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum(usage.ru_utime + usage.ru_stime for usage in usages)

    computed = spent()
    engine = chess.engine.SimpleEngine.popen_uci([program, "uci"])
    for text in texts:
        game = chess.pgn.read_game(io.StringIO(text))
        board, identity = game.board(), object()
        for move in [None, *game.mainline_moves()]:
            if move is not None:
                board.push(move)
            if not board.is_game_over():
                engine.analyse(board, chess.engine.Limit(nodes=nodes), game=identity)
    # Only the time of a process that was waited for is known.
    engine.quit()
    return spent() - computed


if __name__ == "__main__":
    main()

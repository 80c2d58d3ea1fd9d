"""What `mola analyze` costs beside the engine's own search, and beside python-chess driving the same engine.

    python docs/analysis/measure.py MOLA GAMES.pgn [--nodes 20000] [--no-python-chess]

Each way searches every position of a game twice, at the same time: by two threads of one program, or by two
programs. So two searches share the machine in every way and from the beginning to the end, since each of them is
slower than one that is alone. The ways take turns, a game at a time, and each turn begins with another one. The median
of the ratios counts. CPU time is what the processes used, without Python for the engine alone: other work on
the machine changes it less than time by the clock. Needs `pip install chess`.
"""

import argparse
import io
import multiprocessing
import os
import resource
import shutil
import statistics
import subprocess
import tempfile
import time

import chess
import chess.engine
import chess.pgn


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("games")
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--no-python-chess", action="store_true")
    given = parser.parse_args()
    with open(given.games) as file:
        games = [str(game) for game in iter(lambda: chess.pgn.read_game(file), None)]
    ways = {"the engine alone": engine_alone, "mola analyze": analyze}
    if not given.no_python_chess:
        ways["python-chess"] = python_chess
    names = list(ways)
    spent = {name: [] for name in names}
    for number, game in enumerate(games):
        first = number % len(names)
        for name in names[first:] + names[:first]:
            started = time.monotonic()
            computed = ways[name](given.program, game, given.nodes)
            spent[name].append((computed, time.monotonic() - started))
        report(given.nodes, spent)


def report(nodes, spent):
    """Totals, and medians of ratios to the first way."""
    (first, beside), *_ = spent.items()
    print(f"{len(beside)} games twice, {nodes} nodes for each position; ratios to {first}")
    for name, turns in spent.items():
        cpu, wall = (sum(turn[kind] for turn in turns) for kind in (0, 1))
        ratios = [statistics.median(turn[kind] / own[kind] for turn, own in zip(turns, beside)) for kind in (0, 1)]
        print(f"{name:<18} {cpu:8.2f} s CPU {ratios[0]:6.3f} x {wall:8.2f} s {ratios[1]:6.3f} x", flush=True)


def own_time(process):
    """The CPU time of a process, once it has ended."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, process.args
    return usage.ru_utime + usage.ru_stime


def start(command):
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def analyze(program, game, nodes):
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "games.pgn")
    with open(path, "w") as file:
        file.write(f"{game}\n\n{game}\n")
    command = [program, "analyze", path, "--nodes", str(nodes), "--concurrency", "2", "--out", folder + "/out"]
    computed = own_time(start([*command, "--formats", "parquet"]))
    shutil.rmtree(folder)
    return computed


def engine_alone(program, game, nodes):
    """The same positions in the same order as in the analysis, as lines of UCI that nobody has to hand in."""
    game = chess.pgn.read_game(io.StringIO(game))
    board, moves = game.board(), []
    start_fen, positions = board.fen(), [""]
    for move in game.mainline_moves():
        board.push(move)
        moves.append(move.uci())
        positions.append(" moves " + " ".join(moves))
    if board.is_checkmate() or board.is_stalemate() or board.is_insufficient_material():
        positions.pop()
    lines = [f"position fen {start_fen}", "ucinewgame"]
    for played in reversed(positions):
        lines += [f"position fen {start_fen}{played}", f"go nodes {nodes}"]
    return sum(map(own_time, [start([program, *lines, "quit"]) for _ in range(2)]))


def python_chess(*arguments):
    with multiprocessing.Pool(2) as pool:
        return sum(pool.starmap(one_analyst, [arguments, arguments], chunksize=1))


def one_analyst(program, game, nodes):
    """As many a script does it: each position after the other, with an opinion of each."""

    def spent():
        usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum(usage.ru_utime + usage.ru_stime for usage in usages)

    computed = spent()
    engine = chess.engine.SimpleEngine.popen_uci([program, "uci"])
    game = chess.pgn.read_game(io.StringIO(game))
    board = game.board()
    for move in [None, *game.mainline_moves()]:
        if move is not None:
            board.push(move)
        if not board.is_game_over():
            engine.analyse(board, chess.engine.Limit(nodes=nodes), game=game)
    # Only the time of a process that was waited for is known.
    engine.quit()
    return spent() - computed


if __name__ == "__main__":
    main()

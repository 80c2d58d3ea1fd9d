"""Makes the opening list: random lines of eight plies that a search finds balanced.

    python openings.py --engine "target/release/examples/uci" --count 200 > openings.txt
"""

import argparse
import random

import chess

from uci_pipe import Engine

PLIES = 8
# Hundredths of a pawn: neither side begins with an advantage worth a tempo or two.
BALANCE = 50


def score(lines):
    words = next(line for line in reversed(lines) if " score cp " in line or " score mate " in line).split()
    return int(words[words.index("cp") + 1]) if "cp" in words else 10_000


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--engine", required=True)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--depth", type=int, default=11)
    options = parser.parse_args()
    dice, engine, seen = random.Random(options.seed), Engine(options.engine), set()
    print(f"# {options.count} random lines of {PLIES} plies, seed {options.seed}, within ±{BALANCE} at depth {options.depth}.")
    while len(seen) < options.count:
        board = chess.Board()
        for _ in range(PLIES):
            board.push(dice.choice(list(board.legal_moves)))
            if board.is_game_over():
                break
        line = " ".join(move.uci() for move in board.move_stack)
        if len(board.move_stack) < PLIES or board.is_game_over() or board.epd() in seen:
            continue
        engine.new_game()
        _, lines = engine.go("position startpos moves " + line, f"depth {options.depth}")
        if abs(score(lines)) <= BALANCE:
            seen.add(board.epd())
            print(line, flush=True)
    engine.quit()


if __name__ == "__main__":
    main()

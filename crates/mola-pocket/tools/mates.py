"""Collects the mate puzzles of `testdata/mates/short.epd` from the engine's own games.

    python mates.py --engine "target/release/examples/uci" --each 40 > testdata/mates/short.epd

Games at few nodes from random openings run into mates; the positions one, three and five plies
before the end are candidates. Each is proved by a full-width solver over python-chess that knows
nothing of the engine: mate in N moves is forced, and no mate in fewer.
"""

import argparse
import random
import sys

import chess

from uci_pipe import Engine

# A proof that needs more positions than this is given up, and the candidate dropped.
PATIENCE = 400_000


class TooLong(Exception):
    pass


class Solver:
    def __init__(self):
        self.visited = 0

    def mates(self, board, moves):
        """Whether the player to move can force mate within this many moves."""
        self.visited += 1
        if self.visited > PATIENCE:
            raise TooLong
        candidates = list(board.legal_moves)
        if moves == 1:
            candidates = [move for move in candidates if board.gives_check(move)]
        else:
            candidates.sort(key=board.gives_check, reverse=True)
        for move in candidates:
            board.push(move)
            lost = self.is_lost(board, moves - 1)
            board.pop()
            if lost:
                return True
        return False

    def is_lost(self, board, moves):
        """Whether the player to move is mated, or will be within this many moves of the other."""
        replies = list(board.legal_moves)
        if not replies:
            return board.is_check()
        if moves == 0:
            return False
        for reply in replies:
            board.push(reply)
            won = self.mates(board, moves)
            board.pop()
            if not won:
                return False
        return True


def proved(board, moves):
    solver = Solver()
    try:
        return not (moves > 1 and solver.mates(board, moves - 1)) and solver.mates(board, moves)
    except TooLong:
        return False


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--engine", required=True)
    parser.add_argument("--each", type=int, default=40, help="puzzles of each length")
    parser.add_argument("--nodes", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    dice, engine, found = random.Random(options.seed), Engine(options.engine), {1: {}, 2: {}, 3: {}}
    while any(len(puzzles) < options.each for puzzles in found.values()):
        board = chess.Board()
        engine.new_game()
        for _ in range(10):
            moves = list(board.legal_moves)
            if moves:
                board.push(dice.choice(moves))
        while not board.is_game_over() and not board.is_repetition(3) and len(board.move_stack) < 300:
            line = "position startpos moves " + " ".join(move.uci() for move in board.move_stack)
            # Now and then a player sees little: mates in the middlegame are rarer between equals.
            text, _ = engine.go(line, f"nodes {options.nodes if dice.random() < 0.9 else 60}")
            board.push_uci(text)
        if not board.is_checkmate():
            continue
        for length, puzzles in found.items():
            board.pop()
            if len(puzzles) < options.each and board.epd() not in puzzles and proved(board, length):
                puzzles[board.epd()] = True
                print(length, len(puzzles), file=sys.stderr)
            if board.move_stack:
                board.pop()
    for length, puzzles in found.items():
        for number, epd in enumerate(puzzles, 1):
            print(f'{epd} dm {length}; id "mate in {length}, {number}";')
    engine.quit()


if __name__ == "__main__":
    main()

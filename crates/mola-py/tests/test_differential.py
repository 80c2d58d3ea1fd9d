"""Random games against python-chess: moves, FEN, SAN and outcomes. MOLA_POSITIONS says how many positions."""

import os
import random
import unittest

import chess

import mola

POSITIONS = int(os.environ.get("MOLA_POSITIONS", "1500"))

# What python-chess checks, in its order; where several reasons hold at once, ours comes in another order.
REASONS = {
    "CHECKMATE": chess.Board.is_checkmate,
    "STALEMATE": chess.Board.is_stalemate,
    "INSUFFICIENT_MATERIAL": chess.Board.is_insufficient_material,
    "SEVENTYFIVE_MOVES": chess.Board.is_seventyfive_moves,
    "FIVEFOLD_REPETITION": chess.Board.is_fivefold_repetition,
}


class Differential(unittest.TestCase):
    def compare(self, theirs: chess.Board, ours: mola.Board) -> None:
        fen = theirs.fen()
        self.assertEqual(ours.fen(), fen)
        named = {theirs.uci(move): theirs.san(move) for move in theirs.legal_moves}
        if not theirs.chess960:
            self.assertEqual({move.uci(): ours.san(move) for move in ours.legal_moves}, named, fen)
        by_rook = {ours.uci(move, chess960=theirs.chess960): ours.san(move) for move in ours.legal_moves}
        self.assertEqual(by_rook, named, fen)
        self.assertEqual(len(ours.legal_captures), sum(1 for _ in theirs.generate_legal_captures()), fen)
        for uci, san in named.items():
            self.assertEqual(ours.uci(ours.parse_san(san), chess960=theirs.chess960), uci, fen)
        self.assertEqual(ours.is_check(), theirs.is_check(), fen)
        self.assertEqual(mola.Position(fen), ours.position, fen)
        their_end, our_end = theirs.outcome(), ours.outcome()
        self.assertEqual(our_end is None, their_end is None, fen)
        if our_end and their_end:
            self.assertEqual(our_end.winner, their_end.winner, fen)
            self.assertEqual(our_end.result(), their_end.result(), fen)
            self.assertTrue(REASONS[our_end.termination.name](theirs), fen)

    def test_random_games_are_the_same_in_both_libraries(self) -> None:
        dice = random.Random(20)
        seen = 0
        while seen < POSITIONS:
            number = dice.randrange(960) if dice.random() < 0.3 else 518
            theirs = chess.Board.from_chess960_pos(number) if number != 518 else chess.Board()
            ours = mola.Board.from_chess960_pos(number)
            # Some games are short of pieces and end in draws and mates.
            if dice.random() < 0.2:
                fen = dice.choice(
                    ["8/8/8/4k3/8/8/3QK3/8 w - - 0 1", "8/P6k/8/8/8/8/p6K/8 w - - 140 90", "7k/8/8/8/8/8/8/KBn5 b - - 0 1"]
                )
                theirs, ours = chess.Board(fen), mola.Board(fen)
            for _ in range(dice.randrange(20, 200)):
                self.compare(theirs, ours)
                seen += 1
                if theirs.is_game_over() or seen >= POSITIONS:
                    break
                move = dice.choice(list(theirs.legal_moves))
                ours.push_uci(theirs.uci(move))
                theirs.push(move)

    def test_perft_of_known_positions(self) -> None:
        kiwipete = mola.Position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
        self.assertEqual([kiwipete.perft(depth) for depth in range(5)], [1, 48, 2039, 97862, 4085603])
        self.assertEqual(sum(kiwipete.divide(4).values()), 4085603)


if __name__ == "__main__":
    unittest.main()

"""Positions and moves are values; boards and games are not, but can be copied and pickled."""

import copy
import importlib.metadata
import os
import pickle
import unittest

import mola
from mola.engine import Cp, Limit, Mate, PovScore
from mola.pgn import Game

FEN = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 7"


def pickled(value):
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(value, protocol))
        assert again == value and type(again) is type(value), (value, protocol)
    return again


class Values(unittest.TestCase):
    def test_values_can_be_pickled_hashed_and_compared(self):
        values = [
            mola.Move.from_uci("e2e4"),
            mola.Move.from_uci("e7e8n"),
            mola.Move.null(),
            mola.Piece.from_symbol("q"),
            mola.Position(),
            mola.Position(FEN),
            mola.Position.from_chess960_pos(17),
            mola.Outcome(mola.Termination.CHECKMATE, mola.WHITE),
            Cp(-20),
            Mate(3),
            Mate(-2),
            Mate(0),
            PovScore(Cp(1), mola.BLACK),
            Limit(time=1.5),
        ]
        for value in values:
            self.assertEqual(hash(pickled(value)), hash(value))
            self.assertEqual(copy.deepcopy(value), value)
        self.assertEqual(len(set(values)), len(values))
        self.assertNotEqual(mola.Position(), "a position")

    def test_every_move_of_a_position_can_be_pickled(self):
        for move in mola.Position(FEN).legal_moves:
            self.assertIs(type(pickled(move)), mola.Move)
            self.assertEqual(mola.Move(move.from_square, move.to_square, move.promotion), move)

    def test_boards_keep_their_moves(self):
        board = mola.Board(FEN)
        for san in ["O-O", "O-O-O", "Nxd7"]:
            board.push_san(san)
        again = pickled(board)
        self.assertEqual(again.move_stack, board.move_stack)
        self.assertEqual(again.root(), board.root())
        self.assertEqual(copy.copy(board).move_stack, board.move_stack)
        self.assertRaises(TypeError, hash, board)
        board.pop()
        self.assertNotEqual(again, board)
        self.assertEqual(len(again.move_stack), 3)

    def test_games_are_equal_after_pickling(self):
        game = Game.from_pgn('[White "Anna"] 1. e4! {good} e5 (1... -- 2. d4) 2. f4 1-0')
        pickled(game)
        self.assertEqual(game.headers["White"], "Anna")
        self.assertEqual(dict(pickled(game).headers), dict(game.headers))

    def test_positions_do_not_change(self):
        position = mola.Position()
        after = position.play("e4")
        self.assertEqual(position, mola.Position())
        self.assertNotEqual(after, position)
        self.assertEqual(position.play(mola.Move.null()).turn, mola.BLACK)
        with self.assertRaises(AttributeError):
            position.turn = False

    def test_the_version_is_that_of_the_workspace(self):
        self.assertEqual(mola.__version__, os.environ["MOLA_VERSION"])
        self.assertEqual(importlib.metadata.version("mola-chess"), os.environ["MOLA_VERSION"])

    def test_pictures_show_themselves(self):
        for shown in (mola.Position(), mola.Board()):
            self.assertTrue(shown._repr_svg_().startswith("<svg "))
        board = mola.Board()
        plain = board._repr_svg_()
        board.push_san("Nf3")
        self.assertNotEqual(plain, board._repr_svg_())
        arrows = mola.Position().svg(arrows=[(mola.E2, mola.E4), mola.Move.from_uci("g1f3")], orientation=mola.BLACK)
        self.assertGreater(len(arrows), len(mola.Position().svg(orientation=mola.BLACK)))


if __name__ == "__main__":
    unittest.main()

"""The test of the MicroPython package, and its touch-screen demo, with `mola.sunfish` in place of `sunfish`."""

import asyncio
import contextlib
import io
import pathlib
import runpy
import sys
import types
import unittest

import mola
import mola.sunfish

HOME = pathlib.Path(__file__).resolve().parents[3] / "micropython"


class Seed(unittest.TestCase):
    def setUp(self):
        # The test's umpire has the rules in Python; the tests' own modules are found beside them.
        mola.__path__.append(str(HOME / "mola"))
        sys.path.insert(0, str(HOME / "tests"))
        sys.modules["sunfish"] = mola.sunfish
        backend = types.ModuleType("backend")
        backend.name, backend.choose = "wheel", lambda: mola.sunfish.BoardGame
        sys.modules["backend"] = backend

    def tearDown(self):
        mola.__path__.pop()
        sys.path.pop(0)

    def test_the_protocol(self):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            runpy.run_path(str(HOME / "tests/protocol.py"))
        self.assertIn("All 19 claims hold: wheel", said.getvalue())

    def test_the_touch_screen_demo(self):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            demo = runpy.run_path(str(HOME / "tests/demo.py"))
            asyncio.run(demo["play_everything"]())
        self.assertIn("The demo runs.", said.getvalue())

    def test_a_draw_is_none_and_a_win_is_true(self):
        game = mola.sunfish.game(("......k." + ".....ppp" + "........" * 5 + "R...K...").encode())
        next(game)
        game.send("a1a8")
        with self.assertRaises(StopIteration) as stop:
            next(game)
        self.assertIs(stop.exception.value, True)


if __name__ == "__main__":
    unittest.main()

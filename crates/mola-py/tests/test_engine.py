"""Engines: ours and programs, on threads, with asyncio, after a fork, and interrupted."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import unittest

import mola
import mola.engine
from mola.engine import AsyncEngine, Cp, Engine, EngineError, EngineTerminatedError, Limit, Mate
from mola.pgn import Game

MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
# The program that the wheel brought, in the same environment.
PROGRAM = os.path.join(os.path.dirname(sys.executable), "mola")
# Far more than anything here takes on an idle machine.
PATIENCE = 120


class BuiltIn(unittest.TestCase):
    def test_both_engines_find_a_mate(self):
        for name in ("mola", "pocket"):
            with Engine(name) as engine:
                result = engine.play(mola.Position(MATE_IN_ONE), Limit(depth=4))
                self.assertEqual(result.move.uci(), "a1a8", name)
                self.assertEqual(result.info["score"].white(), Mate(1), name)
                self.assertIn("ola", engine.id["name"])

    def test_lines_are_as_many_as_asked_for(self):
        engine = Engine()
        lines = engine.analyse(mola.Board(), Limit(nodes=20000), multipv=4)
        self.assertEqual([line["multipv"] for line in lines], [1, 2, 3, 4])
        self.assertEqual(len({line["pv"][0] for line in lines}), 4)
        scores = [line["score"].relative for line in lines]
        self.assertEqual(scores, sorted(scores, reverse=True))
        single = engine.analyse(mola.Board(), Limit(depth=5))
        self.assertGreaterEqual(single["depth"], 5)
        few = engine.analyse(mola.Position(MATE_IN_ONE), Limit(depth=2), multipv=200)
        self.assertEqual(len(few), len(mola.Position(MATE_IN_ONE).legal_moves))

    def test_only_some_moves_are_considered(self):
        moves = [mola.Move.from_uci("a2a3"), mola.Move.from_uci("h2h3")]
        result = Engine().play(mola.Board(), Limit(depth=6), root_moves=moves)
        self.assertIn(result.move, moves)
        with self.assertRaises(mola.IllegalMoveError):
            Engine().play(mola.Board(), Limit(depth=1), root_moves=[mola.Move.from_uci("e2e5")])

    def test_reports_are_heard_and_may_stop_the_engine(self):
        engine, heard = Engine(), []

        def hear(info):
            heard.append(info)
            if info["depth"] >= 3:
                engine.stop()

        engine.analyse(mola.Board(), Limit(), on_info=hear)
        self.assertGreaterEqual(heard[-1]["depth"], 3)
        with self.assertRaises(ZeroDivisionError):
            engine.play(mola.Board(), Limit(), on_info=lambda info: 1 / 0)
        with self.assertRaises(EngineError):
            engine.play(mola.Board(), Limit(), on_info=lambda info: engine.play(mola.Board(), Limit(depth=1)))
        self.assertTrue(engine.play(mola.Board(), Limit(depth=2)).move)

    def test_an_engine_ponders_until_the_move_is_played(self):
        engine, results = Engine(), []
        thinking = threading.Event()

        def ponder():
            limit = Limit(time=0.05)
            results.append(engine.play(mola.Board(), limit, ponder=True, on_info=lambda info: thinking.set()))

        thread = threading.Thread(target=ponder)
        thread.start()
        self.assertTrue(thinking.wait(PATIENCE))
        self.assertEqual(results, [], "the clock does not run yet")
        engine.ponderhit()
        thread.join(PATIENCE)
        self.assertTrue(results[0].move)

    def test_options_are_listed_and_set(self):
        engine = Engine()
        self.assertEqual(engine.options["Threads"].type, "spin")
        engine.configure({"Hash": 4, "Threads": 2, "UCI_LimitStrength": True, "Clear Hash": None})
        self.assertTrue(engine.play(mola.Board(), Limit(depth=4)).move)
        for bad in ({"Hash": 0}, {"Nonsense": 1}, {"UCI_LimitStrength": "maybe"}, {"BookFile": "/missing"}):
            with self.assertRaises(EngineError) as caught:
                engine.configure(bad)
            self.assertRegex(str(caught.exception), r"\.$")

    def test_a_game_is_judged(self):
        game = Game.from_pgn("1. f3 e5 2. g4 Qh4# 0-1")
        # At depth 6, whether 1... e5 is the very best reply is a matter of opinion.
        review = Engine().review(game, Limit(depth=12))
        self.assertEqual([move.san for move in review.moves], ["f3", "e5", "g4", "Qh4#"])
        self.assertEqual(review.moves[2].judgment, "blunder")
        self.assertRegex(review.moves[2].remark, "^Blunder: allows mate in 1. Best was ")
        self.assertGreater(review.black_accuracy, 99)
        self.assertLess(review.white_accuracy, 80)
        self.assertEqual(review.moves[3].after.white(), Mate(-1))

    def test_where_nobody_can_move_there_is_no_move(self):
        mated = mola.Position("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1")
        self.assertIsNone(Engine().play(mated, Limit(depth=1)).move)
        self.assertEqual(Engine().analyse(mated, Limit(depth=1)), {})

    def test_positions_are_explained(self):
        self.assertIn("for White", Engine().explain(mola.Board()))

    def test_threads_share_an_engine_and_a_board(self):
        engine, board, failures = Engine("pocket"), mola.Board(), []

        def work():
            try:
                for _ in range(20):
                    self.assertIn(engine.play(mola.Board(), Limit(nodes=500)).move, mola.Board().legal_moves)
                    board.push_uci("g1f3") if board.is_legal(mola.Move.from_uci("g1f3")) else board.copy()
                    len(board.legal_moves), board.fen()
            except mola.IllegalMoveError:
                pass  # Another thread was faster.
            except BaseException as error:
                failures.append(error)

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        self.assertEqual(failures, [])

    def test_the_lock_is_released_while_an_engine_thinks(self):
        engine = Engine()
        thread = threading.Thread(target=lambda: engine.analyse(mola.Board(), Limit()))
        thread.start()
        # If the engine kept the lock, nobody could tell it to stop. One that has not begun does not hear.
        while thread.is_alive():
            engine.stop()
            thread.join(0.01)

    def test_a_closed_engine_says_so(self):
        engine = Engine("pocket")
        engine.quit()
        engine.quit()
        with self.assertRaises(EngineTerminatedError):
            engine.play(mola.Board(), Limit(depth=1))


class Programs(unittest.TestCase):
    def test_the_wheel_brings_the_program(self):
        said = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout
        self.assertEqual(said.strip(), f"mola {mola.__version__}")

    def test_programs_play_through_both_protocols(self):
        for start, protocol in ((Engine.popen_uci, "uci"), (Engine.popen_xboard, "xboard")):
            with start([PROGRAM, protocol], timeout=PATIENCE) as engine:
                self.assertTrue(engine.id["name"].startswith("Mola"), protocol)
                self.assertEqual(engine.play(mola.Position(MATE_IN_ONE), Limit(depth=4)).move.uci(), "a1a8")
                engine.configure({"Hash": 8})

    def test_what_cannot_be_started_is_an_error(self):
        for command in ("no-such-program", ["no-such-program", "x"]):
            with self.assertRaises(EngineTerminatedError):
                Engine.popen_uci(command)
        with self.assertRaises(EngineError):
            Engine.popen_uci(["cat"], timeout=0.2)

    def test_a_program_that_dies_is_an_error_and_is_started_anew(self):
        engine = Engine.popen_uci([PROGRAM, "uci"], timeout=PATIENCE)
        heard = threading.Event()
        caught = []

        def ask():
            try:
                engine.play(mola.Board(), Limit(), on_info=lambda info: heard.set())
            except EngineError as error:
                caught.append(error)

        thread = threading.Thread(target=ask)
        thread.start()
        self.assertTrue(heard.wait(PATIENCE))
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(os.getpid())], capture_output=True, text=True)
        for child in children.stdout.split():
            if "mola" in read(f"/proc/{child}/cmdline"):
                os.kill(int(child), signal.SIGKILL)
        thread.join(PATIENCE)
        self.assertIsInstance(caught[0], EngineTerminatedError)
        self.assertTrue(engine.play(mola.Board(), Limit(depth=2)).move)
        engine.quit()


def read(path):
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return ""


class Awaited(unittest.TestCase):
    def test_several_programs_think_at_once(self):
        async def play():
            first, second = await asyncio.gather(
                mola.engine.popen_uci([PROGRAM, "uci"], timeout=PATIENCE),
                mola.engine.popen_xboard([PROGRAM, "xboard"], timeout=PATIENCE),
            )
            async with first, second, AsyncEngine(Engine()) as third:
                asked = [engine.play(mola.Position(MATE_IN_ONE), Limit(depth=4)) for engine in (first, second, third)]
                return await asyncio.gather(*asked)

        self.assertEqual([result.move.uci() for result in asyncio.run(play())], ["a1a8"] * 3)

    def test_a_canceled_question_stops_the_engine(self):
        async def cancel():
            async with AsyncEngine(Engine()) as engine:
                task = asyncio.ensure_future(engine.play(mola.Board(), Limit()))
                await asyncio.sleep(0.05)
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task
                return await engine.play(mola.Board(), Limit(depth=2))

        self.assertTrue(asyncio.run(cancel()).move)

    def test_an_analysis_is_a_stream_that_can_be_left(self):
        async def watch():
            async with AsyncEngine(Engine()) as engine:
                async for info in engine.analysis(mola.Board(), multipv=2):
                    if info["depth"] >= 4:
                        break
                infos = [info async for info in engine.analysis(mola.Board(), Limit(depth=3))]
                return info, infos

        left, infos = asyncio.run(watch())
        self.assertGreaterEqual(left["depth"], 4)
        self.assertEqual(infos[-1]["depth"], 3)


@unittest.skipUnless(hasattr(os, "fork"), "this system does not fork")
class Forked(unittest.TestCase):
    def in_child(self, work):
        child = os.fork()
        if child == 0:
            try:
                work()
                os._exit(0)
            except BaseException as error:
                sys.stderr.write(f"{error!r}\n")
                os._exit(1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_positions_and_our_engines_work_in_a_child(self):
        engine, board = Engine(), mola.Board()

        def work():
            assert engine.play(board, Limit(depth=3)).move and board.position.perft(3) == 8902

        self.in_child(work)
        self.assertTrue(engine.play(board, Limit(depth=3)).move)

    def test_a_child_leaves_the_programs_of_its_parent_alone(self):
        engine = Engine.popen_uci([PROGRAM, "uci"], timeout=PATIENCE)

        def work():
            nonlocal engine
            try:
                engine.play(mola.Board(), Limit(depth=1))
            except EngineError:
                del engine
                return
            raise AssertionError("a child used its parent's program")

        self.in_child(work)
        self.assertTrue(engine.play(mola.Board(), Limit(depth=2)).move)
        engine.quit()


class Interrupted(unittest.TestCase):
    def interrupt(self, code):
        # A shell that runs the tests in the background has its programs ignore Ctrl-C.
        heard = "signal.signal(signal.SIGINT, signal.default_int_handler)"
        program = f"import mola, signal, sys\nfrom mola.engine import *\n{heard}\n{code}"
        child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(child.stdout.readline(), "thinking\n")
        child.send_signal(signal.SIGINT)
        _, said = child.communicate(timeout=PATIENCE)
        self.assertIn("KeyboardInterrupt", said)

    def test_ctrl_c_ends_thinking(self):
        self.interrupt("Engine().play(mola.Board(), Limit(), on_info=lambda info: print('thinking', flush=True))")

    def test_ctrl_c_ends_a_program(self):
        start = f"engine = Engine.popen_uci([{PROGRAM!r}, 'uci'], timeout={PATIENCE})"
        ask = "engine.analyse(mola.Board(), Limit(), on_info=lambda info: print('thinking', flush=True))"
        self.interrupt(f"{start}\n{ask}")

    def test_ctrl_c_ends_counting(self):
        self.interrupt("print('thinking', flush=True)\nmola.Position().perft(9)")


class Scores(unittest.TestCase):
    def test_scores_are_ordered(self):
        scores = [Mate(-1), Mate(-5), Cp(-300), Cp(0), Cp(300), Mate(5), Mate(1)]
        self.assertEqual(sorted(reversed(scores)), scores)
        self.assertEqual([-(-score) for score in scores], scores)
        self.assertTrue(Cp(10) > Cp(9) and Mate(0) < Mate(-1))


if __name__ == "__main__":
    unittest.main()

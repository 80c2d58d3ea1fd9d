"""Analysis with Ray: each game once, whatever is killed, and the same for any number of workers."""

import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import mola
import mola.cluster

GAMES = 200
# Nodes for each position: enough that games are left while processes are killed, on a busy machine too.
NODES = "1000"
# An engine that misbehaves.
FAULTY = pathlib.Path(__file__).parents[2] / "mola/tests/faulty/engine.sh"
FILES = ("annotated.pgn", "positions.jsonl", "positions.parquet")


def games():
    """Short games that differ."""
    dice = random.Random(1)
    text = []
    for number in range(GAMES):
        board, moves = mola.Board(), []
        while len(moves) < 6 and not board.is_game_over():
            move = dice.choice(list(board.legal_moves))
            moves.append(board.san(move))
            board.push(move)
        clocked = " ".join(f"{move} {{[%clk 0:00:{59 - ply:02}]}}" for ply, move in enumerate(moves))
        text.append(f'[White "W{number}"]\n[WhiteElo "{1000 + number}"]\n\n{clocked} *\n\n')
    return "".join(text)


class Cluster(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.place = pathlib.Path(cls.folder.name)
        cls.source = cls.place / "games.pgn"
        cls.source.write_text(games())
        # Ray keeps what it writes there; paths to its sockets must be short.
        os.environ.setdefault("RAY_AUTH_MODE", "disabled")
        program = [mola.cluster._program(), "analyze", cls.source, "--nodes", NODES, "--out", cls.place / "alone"]
        program += ["--concurrency", "1", "--formats", "pgn,jsonl,parquet"]
        subprocess.run(program, check=True, stdout=subprocess.DEVNULL)
        cls.expected = cls.results("alone")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def results(cls, name):
        return [(cls.place / name / file).read_bytes() for file in FILES]

    def rows(self, name):
        journal = self.place / name / "analysis.jsonl"
        return len(journal.read_bytes().splitlines()) - 1 if journal.exists() else 0

    def start(self, name, *more, **settings):
        command = [sys.executable, "-m", "mola.cluster", self.source, "--out", self.place / name]
        command += ["--nodes", NODES, "--workers", "2", *more]
        return subprocess.Popen(command, start_new_session=True, **settings)

    def wait_for_rows(self, name, count, driver):
        while self.rows(name) < count and driver.poll() is None:
            time.sleep(0.01)

    def kill_one_below(self, driver, pattern):
        """Waits until there is one: a process of Ray only has the name of a task while it runs one."""
        while not any(kill(pid) for pid in children(driver.pid, pattern)[:1]):
            self.assertIsNone(driver.poll(), f"the driver ended before {pattern!r} was killed")

    def test_two_workers_write_what_one_program_writes(self):
        started = time.monotonic()
        driver = self.start("two")
        self.wait_for_rows("two", 1, driver)
        first = time.monotonic()
        self.assertEqual(driver.wait(), 0)
        ended = time.monotonic()
        self.assertEqual(self.results("two"), self.expected)
        overall, running = GAMES / (ended - started), (GAMES - 1) / (ended - first)
        print(f"\n{GAMES} games with two workers: {overall:.1f} a second, {running:.1f} once Ray runs")

    def test_two_workers_equal_one_though_workers_and_the_driver_are_killed(self):
        driver = self.start("killed")
        self.wait_for_rows("killed", 5, driver)
        # These stand still, or a fast machine would be done before Ray has replaced what is killed.
        held = children(driver.pid, "analyze --worker")
        for pid in held:
            os.kill(pid, signal.SIGSTOP)
        # Those of Ray that run games, and then the programs that they run.
        for pattern in ("ray::_examine", "analyze --worker"):
            self.kill_one_below(driver, pattern)
            self.wait_for_rows("killed", self.rows("killed") + 5, driver)
        of_ray = children(driver.pid, "ray")
        kill(driver.pid)
        self.assertEqual(driver.wait(), -signal.SIGKILL)
        self.assertLess(self.rows("killed"), GAMES, "games were left when the driver was killed")
        # Ray's own processes do not all notice.
        for pid in of_ray + held:
            kill(pid)
        # Until what the driver left behind has noticed, the folder is in use.
        deadline = time.monotonic() + 120
        while (again := self.start("killed")).wait() != 0:
            self.assertLess(time.monotonic(), deadline)
        self.assertEqual(self.rows("killed"), GAMES, "each game once")
        self.assertEqual(self.results("killed"), self.expected)

    def test_a_game_that_cannot_be_analyzed_is_told_in_words(self):
        engine = f"sh '{FAULTY}' crash"
        # Ray prints each retry.
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        driver = self.start("broken", "--engine", engine, **pipes)
        said = driver.communicate()[1]
        self.assertEqual(driver.returncode, 1)
        self.assertIn("mola.cluster: A game could not be analyzed. A worker ended: ", said)
        self.assertIn("out of order", said)
        self.assertNotIn("Traceback", said)


def kill(pid):
    """Whether there was something to kill."""
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def children(parent, pattern):
    """The processes below one whose command line has the pattern."""
    found, above = [], {parent}
    processes = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        processes[int(folder.name)] = (int(fields[1]), command)
    grew = True
    while grew:
        below = {pid for pid, (ppid, _) in processes.items() if ppid in above}
        grew = not below <= above
        above |= below
    for pid in above:
        if pid != parent and pattern in processes.get(pid, (0, ""))[1]:
            found.append(pid)
    return sorted(found)


if __name__ == "__main__":
    unittest.main()

"""The CPU build of `selfplay`, and a whole generation with it, as small as can be."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import generation
from trainer import net_file
from trainer.positions import read_file

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
BUILD = os.path.join(ROOT, "target", "selfplay")
PROGRAM = os.path.join(BUILD, "selfplay-cpu")
TUNER = os.path.join(BUILD, "tune-cpu")
# The network that plays, without layers.
PLAYER = os.path.join(ROOT, "training", "line", "generation-19")
NETWORK = os.path.join(BUILD, "generation-19.nnue")


def setUpModule():
    make = ["make", "-s", "-C", os.path.join(ROOT, "training", "selfplay"), "cpu", "tune-cpu", f"OUT={BUILD}"]
    subprocess.run(make, check=True)
    with open(f"{PLAYER}.trained", "rb") as file:
        _, scale, note, weights = net_file.from_bytes(file.read())
    net_file.write_whole(NETWORK, net_file.to_bytes(net_file.quantize(weights), net_file.INTEGERS, scale, note))
    shutil.copy(f"{PLAYER}.golden", BUILD)


def selfplay(*arguments, program=PROGRAM):
    return subprocess.run([program, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)


class SelfPlayTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def assert_refused(self, words, *arguments, program=PROGRAM):
        done = selfplay(*arguments, program=program)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1), done.stderr)
        self.assertIn(words, done.stderr)
        self.assertEqual(os.listdir(self.folder), self.before, "nothing half written")

    def test_what_cannot_work_is_refused_in_one_sentence(self):
        with open(NETWORK, "rb") as file:
            good = file.read()
        for name, content in (
            ("damaged", good[:-1] + bytes([good[-1] ^ 1])),
            ("short", good[:-9]),
            ("newer", good[:7] + b"\x09" + good[8:]),
            ("foreign", b"PNG" * 100),
        ):
            with open(self.path(name), "wb") as file:
                file.write(content)
        open(self.path("there.mola"), "wb").close()
        self.before = os.listdir(self.folder)
        out = ("--out", self.path("games"), "--games", "1")
        self.assert_refused("its hash does not match", self.path("damaged"), *out)
        self.assert_refused("is cut off", self.path("short"), *out)
        self.assert_refused("another version", self.path("newer"), *out)
        self.assert_refused("is not a network of Mola", self.path("foreign"), *out)
        self.assert_refused("No such file", self.path("missing"), *out)
        self.assert_refused("has layers", os.path.join(ROOT, "testdata", "nnue", "layers.nnue"), *out)
        self.assert_refused("32 hidden neurons", os.path.join(ROOT, "testdata", "nnue", "small.nnue"), *out)
        self.assert_refused("holds weights as trained", os.path.join(ROOT, "testdata", "nnue", "small.trained"), *out)
        self.assert_refused("exists already", NETWORK, "--out", self.path("there"), "--games", "1")
        self.assert_refused("No such file", NETWORK, "--out", self.path("nowhere/games"), "--games", "1")
        self.assert_refused("--minutes M", NETWORK, "--out", self.path("games"))
        self.assert_refused("type a number from 0 to 1", NETWORK, *out, "--chess960", "2")
        self.assert_refused("type a number from 0 to 1", NETWORK, *out, "--tree", "-1")
        self.assert_refused("type a number from 0 to 1", NETWORK, *out, "--tree", "1.5")
        self.assert_refused("is not an option", NETWORK, *out, "--speed", "2")

    def test_a_full_disk_is_an_error_that_leaves_nothing_behind(self):
        # A limit on the size of files fails as a full disk does.
        command = f"ulimit -f 1; trap '' XFSZ; exec {PROGRAM} {NETWORK} --out {self.path('games')} --games 30 --nodes 2"
        done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("Cannot write", done.stderr)
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_signal_ends_it_and_keeps_the_games(self):
        command = [PROGRAM, NETWORK, "--out", self.path("games"), "--minutes", "5", "--nodes", "2"]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
            # It listens for signals before it opens its files.
            while not os.path.exists(self.path("games.mola.part")) and process.poll() is None:
                time.sleep(0.01)
            time.sleep(3)
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=300)
        self.assertEqual(process.returncode, 0)
        with open(self.path("games.json"), encoding="utf-8") as file:
            about = json.load(file)
        self.assertGreater(about["games"], 0)
        self.assertEqual(os.path.getsize(self.path("games.positions")), 32 * (about["positions"] + 1))
        self.assertEqual(sorted(os.listdir(self.folder)), ["games.json", "games.mola", "games.positions"])

    def test_numbers_of_the_search_are_tuned_and_written(self):
        done = selfplay(NETWORK, "--tune", self.path("numbers"), "--seconds", "6", "--nodes", "20", program=TUNER)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.path("numbers"), encoding="utf-8") as file:
            numbers = dict(line.split() for line in file)
        table = [line.split() for line in done.stdout.split("number ")[1].splitlines()[1:]]
        self.assertEqual(list(numbers), [row[0] for row in table])
        self.assertTrue(all(abs(int(numbers[name]) - float(after)) <= 0.55 for name, _, after, _ in table))
        self.assertTrue(any(before != after for _, before, after, _ in table), "games moved something")

    def test_a_duel_tells_bad_numbers_from_good_ones(self):
        # Captures at the leaves and all quiet moves but the first ones seem hopeless.
        for name, line in (("bad", "qs_delta -3000 futility_base -3000"), ("unknown", "speed 3")):
            with open(self.path(name), "w", encoding="utf-8") as file:
                file.write(line)
        self.before = os.listdir(self.folder)
        self.assert_refused("speed is not a number", NETWORK, "--duel", "--from", self.path("unknown"), "--seconds", "1", program=TUNER)
        self.assert_refused("--from FILE", NETWORK, "--duel", "--seconds", "1", program=TUNER)
        self.assert_refused("--minutes M", NETWORK, "--tune", self.path("numbers"), program=TUNER)
        bad = ("--from", self.path("bad"), "--seconds", "12", "--nodes", "50", "--seed", "3")
        done = selfplay(NETWORK, "--duel", *bad, program=TUNER)
        self.assertEqual(done.returncode, 0, done.stderr)
        pairs = [int(count) for count in done.stdout.splitlines()[-1].split(", ")[1].split()]
        self.assertGreater(sum(pairs), 2)
        self.assertGreater(2 * pairs[0] + pairs[1], 2 * pairs[4] + pairs[3] + 2, done.stdout)

    def test_positions_of_the_tree_are_kept_with_those_of_their_games(self):
        done = selfplay(NETWORK, "--out", self.path("games"), "--games", "4", "--nodes", "20", "--tree", "0.5", "--seed", "3")
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.path("games.json"), encoding="utf-8") as file:
            about = json.load(file)
        records = read_file(self.path("games.positions"))
        of_tree = records[:, 26] == 3
        self.assertEqual((len(records), of_tree.sum()), (about["positions"], about["from_tree"]))
        self.assertGreater(about["from_tree"], 10)
        # A game is held out with all of its positions, and none stands for another game.
        games = records[:, 28]
        self.assertEqual(set(games[of_tree].tolist()), set(games.tolist()))
        for game in set(games.tolist()):
            self.assertEqual(len(set(records[games == game, 27].tolist())), 1)
        # They are not those of the games.
        seen = {bytes(record[:24]) for record in records[~of_tree]}
        found = [bytes(record[:24]) for record in records[of_tree]]
        self.assertLess(sum(position in seen for position in found), len(found) / 2)

    def test_moves_lead_to_the_position_that_a_fen_says(self):
        def answer(*positions):
            lines = [f"setoption name UCI_Chess960 value {chess960}"]
            for position in positions:
                lines += ["ucinewgame", f"position {position}", "go nodes 200"]
            command = [PROGRAM, NETWORK, "--uci"]
            text = "\n".join([*lines, "quit", ""])
            done = subprocess.run(command, cwd=ROOT, input=text, capture_output=True, text=True, timeout=300, check=True)
            return [line for line in done.stdout.splitlines() if line.startswith("info")]

        castled = "fen rnbq1rk1/ppppppbp/5np1/8/8/5NP1/PPPPPPBP/RNBQ1RK1 w - - 6 5"
        for chess960, castling in (("false", "e1g1 e8g8"), ("true", "e1h1 e8h8")):
            moves = f"startpos moves g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 {castling}"
            by_moves, by_fen = answer(moves, castled)
            self.assertEqual(by_moves, by_fen)
        # Promotion, and a capture en passant.
        chess960 = "false"
        by_moves, by_fen = answer("fen 4k3/P7/8/8/5p2/8/4P3/4K3 w - - 0 1 moves e2e4 f4e3 a7a8q", "fen Q3k3/8/8/8/8/4p3/8/4K3 b - - 0 2")
        self.assertEqual(by_moves, by_fen)

    def test_a_generation_is_made_and_the_next_one_learns_from_both(self):
        begin = f"{PLAYER}.trained"
        line = self.path("line")
        common = [line, "--selfplay", PROGRAM, "--nodes", "2", "--play-minutes", "0.05", "--train-minutes", "0.08",
                  "--train-options", "--hidden 512 --batch 64 --device cpu"]
        self.assertEqual(generation.main([*common, "--network", NETWORK, "--begin", begin]), 1, "nothing to replay")
        self.assertEqual(generation.main([*common, "--begin", begin, "--first"]), 0)
        self.assertEqual(generation.main([*common, "--only", "play"]), 0)
        self.assertEqual(generation.main([*common, "--only", "train"]), 0)
        counts = []
        for number in (1, 2):
            with open(os.path.join(line, f"generation-{number}", "recipe.json"), encoding="utf-8") as file:
                about = json.load(file)
            counts.append((about["recipe"]["positions"] + about["held_out"], about["games"]["positions"]))
        (first, first_played), (second, second_played) = counts
        self.assertEqual((first, second), (first_played, first_played + second_played))
        self.assertIn("generation-1/network.checkpoint", about["recipe"]["begin"])
        for name in ("network.nnue", "network.golden", "network.svg", "sample-0.mola", "log.txt"):
            self.assertTrue(os.path.exists(os.path.join(line, "generation-2", name)), name)


if __name__ == "__main__":
    unittest.main()

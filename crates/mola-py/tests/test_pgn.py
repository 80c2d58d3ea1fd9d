"""Reading files of any size, compressed or not, from anywhere."""

import gzip
import io
import os
import pathlib
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings

import mola
from mola.pgn import Game, GameReader, games, read_game

TEXT = "".join(f'[White "Player {number}"]\n\n1. e4 {{{"word " * 20}}} e5 2. Nf3 Nc6 1-0\n\n' for number in range(500))


def frame(data: bytes) -> bytes:
    """A part of a Zstandard file whose blocks are not compressed."""
    blocks = b""
    pieces = [data[start : start + 100_000] for start in range(0, len(data), 100_000)]
    for piece in pieces:
        header = len(piece) << 3 | (piece is pieces[-1])
        blocks += struct.pack("<I", header)[:3] + piece
    return b"\x28\xb5\x2f\xfd" + b"\xa0" + struct.pack("<I", len(data)) + blocks


def names(source):
    return [game.headers["White"] for game in games(source)]


class Reading(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)
        self.expected = [f"Player {number}" for number in range(500)]

    def tearDown(self):
        self.folder.cleanup()

    def test_files_compressed_or_not(self):
        data = TEXT.encode()
        skipped = struct.pack("<II", 0x184D2A50, 5) + b"extra"
        half = data.index(b'[White "Player 250"]')
        contents = {
            "plain.pgn": data,
            "one.pgn.gz": gzip.compress(data),
            "two.pgn.gz": gzip.compress(data[:half]) + gzip.compress(data[half:]),
            "one.pgn.zst": frame(data),
            "parts.pgn.zst": frame(data[:half]) + skipped + frame(data[half:]),
            "skip.pgn.zst": skipped + frame(data),
        }
        for name, content in contents.items():
            (self.path / name).write_bytes(content)
            self.assertEqual(names(self.path / name), self.expected, name)
            self.assertEqual(names(str(self.path / name)), self.expected, name)
            self.assertEqual(names(content), self.expected, name)
            with open(self.path / name, "rb") as file:
                self.assertEqual(names(file), self.expected, name)
        self.assertEqual(names(io.StringIO(TEXT)), self.expected)

    def test_what_zstd_itself_compressed(self):
        sample = pathlib.Path(__file__).with_name("sample.pgn.zst")
        self.assertEqual(len(names(sample)), 40)
        self.assertEqual(sum(len(game.mainline_moves()) for game in games(sample)), 160)

    def test_damaged_files_are_errors_with_sentences(self):
        good = frame(TEXT.encode())
        for damaged in (good[:-100_00], good[:6] + b"\xff" * 50, gzip.compress(TEXT.encode())[:-30]):
            with self.assertRaises((mola.pgn.PgnError, OSError)) as caught:
                names(damaged)
            self.assertTrue(str(caught.exception))
        with self.assertRaises(FileNotFoundError):
            names(self.path / "missing.pgn")

    def test_errors_of_the_file_itself_come_through(self):
        class Broken:
            def read(self, size):
                raise ZeroDivisionError("broken")

        with self.assertRaises(ZeroDivisionError):
            names(Broken())

    @unittest.skipUnless(hasattr(os, "mkfifo"), "there are no named pipes here")
    def test_the_lock_is_released_while_a_file_is_read(self):
        pipe = self.path / "pipe"
        os.mkfifo(pipe)
        found = []
        thread = threading.Thread(target=lambda: found.extend(names(pipe)))
        thread.start()
        # If the reader kept the lock while it waits, this would never be reached.
        with open(pipe, "w") as file:
            file.write(TEXT)
        thread.join(60)
        self.assertEqual(found, self.expected)

    def test_a_file_that_was_cut_off_is_told_from_a_whole_one(self):
        whole = GameReader(b"1. e4 * 1. d4 *")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertEqual((len(list(whole)), whole.errors), (2, []))
        cut = GameReader(b'1. e4 * 1. d4 * [Event "b')
        with self.assertWarnsRegex(UserWarning, "Game 3"):
            self.assertEqual(len(list(cut)), 2)
        self.assertEqual(len(cut.errors), 1)

    def test_ctrl_c_is_heard_while_a_pipe_is_silent(self):
        pipe = self.path / "pipe"
        os.mkfifo(pipe)
        # Programs that a shell starts in the background do not hear Ctrl-C unless they ask for it.
        hears = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
        asks = f"{hears}; import mola.pgn; print(flush=True); mola.pgn.read_game({str(pipe)!r})"
        reader = subprocess.Popen([sys.executable, "-c", asks], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        reader.stdout.readline()
        time.sleep(0.3)
        self.assertIsNone(reader.poll())
        reader.send_signal(signal.SIGINT)
        try:
            _, said = reader.communicate(timeout=60)
        finally:
            reader.kill()
        self.assertIn(b"KeyboardInterrupt", said)

    def test_a_reader_that_reads_is_not_entered_twice(self):
        class Nosy:
            def __init__(self):
                self.parts = [b"1. e4 ", b"e5 "]

            def read(self, size):
                return self.parts.pop(0) if self.parts else next(self.reader)

        nosy = Nosy()
        nosy.reader = GameReader(nosy)
        with self.assertRaisesRegex(mola.pgn.PgnError, "already reading"):
            list(nosy.reader)

    def test_trees_are_walked_and_grown(self):
        game = Game.from_pgn("1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. f4?! {[%clk 0:09:58] [%eval -0.31]} *")
        last = game.end()
        self.assertEqual((last.san(), last.nags, last.clock()), ("f4", {6}, 598.0))
        self.assertEqual(last.eval().white(), mola.engine.Cp(-31))
        self.assertEqual([node.ply() for node in game.mainline()], [1, 2, 3])
        sicilian = game.root.next().variations[1]
        self.assertEqual([node.san() for node in sicilian.variations], ["Nf3", "c3"])
        self.assertEqual(sicilian.parent, game.root.next())
        self.assertEqual(last.board().fen(), last.position.fen())
        self.assertEqual(len(last.board().move_stack), 3)
        line = last.add_line(["exf4", "Nf3"])
        line.add_nag(1)
        self.assertIn("2... exf4 3. Nf3 $1", str(game).replace("\n", " "))
        with self.assertRaises(mola.IllegalMoveError):
            line.add_variation("Nf3")
        game.headers["Event"] = "Test"
        game.headers["Result"] = "1-0"
        self.assertEqual((game.result, game.headers["Event"]), ("1-0", "Test"))
        with self.assertRaises(mola.ArgumentError):
            game.headers["FEN"] = "x"
        self.assertEqual(Game.from_pgn(str(game)), game)

    def test_one_reader_serves_many_threads(self):
        reader = GameReader(TEXT.encode())
        found, refused = [], []

        def work():
            while True:
                try:
                    game = next(reader, None)
                except mola.pgn.PgnError as error:
                    refused.append(error)
                    continue
                if game is None:
                    return
                found.append(game.headers["White"])

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(found), sorted(self.expected))

    def test_no_game_is_none(self):
        self.assertIsNone(read_game(io.StringIO("")))


if __name__ == "__main__":
    unittest.main()

"""The trainer, small and on a CPU: `python3 -m unittest discover training`."""

import os
import random
import struct
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import numpy as np
import torch

import train
from trainer import arrange, curves, golden, net_file
from trainer.network import forward, inputs, new_weights, targets
from trainer.optimizer import AdamW
from trainer.positions import HEADER, NO_PIECE, DataError, load, read_file, unpack_pieces
from trainer.run import Recipe, Run

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
FENS = golden.read_fens(os.path.join(ROOT, "testdata", "perft", "standard.epd"))
NETWORKS = os.path.join(ROOT, "testdata", "nnue")
torch.set_num_threads(1)


def pack(fen, score, result, held_out, game):
    """A record as `mola data export` writes it."""
    pieces = sorted(golden.parse_fen(fen), key=lambda piece: piece[1])
    occupied = sum(1 << square for _, square in pieces)
    nibbles = bytearray(16)
    for index, (code, _) in enumerate(pieces):
        nibbles[index // 2] |= (code + 2 * (code >= 6)) << 4 * (index % 2)
    return struct.pack("<Q16shBBI", occupied, bytes(nibbles), score, result, held_out, game)


def write_positions(path, count=4000):
    """A world in which material decides: the score is what stands on the board."""
    dice = random.Random(1)
    worth = [100, 300, 320, 500, 900, 0]
    records = []
    for number in range(count):
        fen = dice.choice(FENS)
        score = sum(worth[code % 6] * (1 if code < 6 else -1) for code, _ in golden.parse_fen(fen))
        result = 1 if abs(score) < 100 else 2 if score > 0 else 0
        records.append(pack(fen, score, result, number % 20 == 0, number))
    with open(path, "wb") as file:
        file.write(HEADER.ljust(32, b"\0") + b"".join(records))


def recipe(**changes):
    values = dict(hidden=32, epochs=4, batch=256, rate=0.003, decay=0.01, wdl=0.3, odds=400.0, scale=0, seed=1,
                  precision="sparse", positions=1, games=1)
    return Recipe(**{**values, **changes})


def random_weights(layers):
    return new_weights(64, torch.Generator().manual_seed(3), "cpu", layers)


def as_numpy(weights):
    return {name: weight.numpy().copy() for name, weight in weights.items()}


class PositionsTest(unittest.TestCase):
    def test_records_are_unpacked_as_they_were_packed(self):
        raw = torch.tensor([list(pack(fen, 0, 1, 0, 0)) for fen in FENS], dtype=torch.uint8)
        for fen, row in zip(FENS, unpack_pieces(raw).tolist()):
            expected = sorted((code * 64 + square for code, square in golden.parse_fen(fen)), key=lambda n: n % 64)
            self.assertEqual([n for n in row if n != NO_PIECE], expected, fen)

    def test_both_players_see_the_inputs_of_the_reference(self):
        raw = torch.tensor([list(pack(fen, 0, 1, 0, 0)) for fen in FENS], dtype=torch.uint8)
        own, their = inputs(unpack_pieces(raw))
        for fen, own_row, their_row in zip(FENS, own.tolist(), their.tolist()):
            for row, expected in zip((own_row, their_row), golden.input_lists(golden.parse_fen(fen))):
                self.assertEqual(sorted(n for n in row if n != NO_PIECE), sorted(expected), fen)

    def test_scores_results_and_games_held_out_are_read(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "p")
            with open(path, "wb") as file:
                file.write(HEADER.ljust(32, b"\0"))
                file.write(pack(FENS[0], -321, 2, 0, 0) + pack(FENS[1], 7, 0, 1, 4))
            trained, held_out, games = load([path], torch.device("cpu"))
        self.assertEqual((trained.score.tolist(), trained.result.tolist()), ([-321.0], [1.0]))
        self.assertEqual((held_out.score.tolist(), held_out.result.tolist(), games), ([7.0], [0.0], 5))

    def test_other_files_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "p")
            for content in (b"", b"1. e4 e5" * 10, HEADER.ljust(32, b"\0") + b"torn"):
                with open(path, "wb") as file:
                    file.write(content)
                with self.assertRaises(DataError):
                    read_file(path)


class NetworkTest(unittest.TestCase):
    def test_targets_blend_scores_with_results_that_are_known(self):
        score, result = torch.tensor([0.0, 0.0, 400.0]), torch.tensor([1.0, 1.5, 1.5])
        found = targets(score, result, 400.0, 0.4).tolist()
        for value, expected in zip(found, (0.7, 0.5, 0.7310586)):
            self.assertAlmostEqual(value, expected, places=5)

    def test_every_way_to_sum_gives_the_value_of_the_reference(self):
        raw = torch.tensor([list(pack(fen, 0, 1, 0, 0)) for fen in FENS], dtype=torch.uint8)
        pieces = unpack_pieces(raw)
        for layers in (False, True):
            weights = random_weights(layers)
            plain = as_numpy(weights)
            sparse, dense = forward(weights, pieces), forward(weights, pieces, torch.float32)
            for fen, one, other in zip(FENS, sparse.tolist(), dense.tolist()):
                expected = golden.trained_value(plain, golden.parse_fen(fen), 1)
                self.assertAlmostEqual(one, expected, delta=1e-4, msg=fen)
                self.assertAlmostEqual(other, expected, delta=1e-4, msg=fen)

    def test_another_order_of_neurons_changes_no_value_and_skips_more(self):
        weights = random_weights(True)
        pieces = unpack_pieces(torch.tensor([list(pack(fen, 0, 1, 0, 0)) for fen in FENS], dtype=torch.uint8))
        arranged = arrange.arrange(weights, pieces)
        torch.testing.assert_close(forward(arranged, pieces), forward(weights, pieces))
        before, after = (arrange.share_of_fours(arrange.activity(each, pieces)) for each in (weights, arranged))
        self.assertLess(after, before)
        one, other = (net_file.quantize(as_numpy(each)) for each in (weights, arranged))
        for fen in FENS:
            here = golden.parse_fen(fen)
            self.assertEqual(golden.quantized_value(one, here, 400), golden.quantized_value(other, here, 400), fen)

    def test_quantized_values_are_near_those_as_trained(self):
        for layers in (False, True):
            plain = as_numpy(random_weights(layers))
            integers = net_file.quantize(plain)
            for fen in FENS:
                pieces = golden.parse_fen(fen)
                exact, rounded = golden.trained_value(plain, pieces, 400), golden.quantized_value(integers, pieces, 400)
                self.assertAlmostEqual(exact, rounded, delta=30, msg=fen)

    def test_files_are_read_as_they_were_written_and_damage_is_seen(self):
        for layers in (False, True):
            integers = net_file.quantize(as_numpy(random_weights(layers)))
            data = net_file.to_bytes(integers, net_file.INTEGERS, 400, "a note")
            kind, scale, note, found = net_file.from_bytes(data)
            self.assertEqual((kind, scale, note), (net_file.INTEGERS, 400, "a note"))
            self.assertEqual(list(found), list(integers))
            for name, expected in integers.items():
                np.testing.assert_array_equal(found[name], expected)
            damaged = bytearray(data)
            damaged[500] ^= 1
            for wrong in (bytes(damaged), b"PNG" + data):
                with self.assertRaises(net_file.NetworkError):
                    net_file.from_bytes(wrong)

    def test_weights_that_could_overflow_are_refused(self):
        direct = [(False, name, value) for name, value in (("features", 5.0), ("outputs", 3.0), ("output_biases", 2000.0))]
        layered = [(True, name, value) for name, value in (("biases", 200.0), ("first_biases", 3000.0), ("second", 4.1), ("outputs", -4.1))]
        for layers, name, value in direct + layered:
            weights = as_numpy(random_weights(layers))
            weights[name] = np.full_like(weights[name], value)
            with self.assertRaises(net_file.NetworkError, msg=name):
                net_file.quantize(weights)

    def test_positive_and_negative_weights_of_an_output_do_not_add_up(self):
        weights = as_numpy(new_weights(256, torch.Generator().manual_seed(3), "cpu"))
        weights["outputs"][:] = 1.98
        with self.assertRaises(net_file.NetworkError):
            net_file.quantize(weights)
        weights["outputs"][:, ::2] = -1.98
        net_file.quantize(weights)


class RunTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.data = os.path.join(self.folder.name, "world.positions")
        write_positions(self.data)

    def run_in(self, name, **changes):
        folder = os.path.join(self.folder.name, name)
        os.makedirs(folder, exist_ok=True)
        return Run(recipe(**changes), *load([self.data], torch.device("cpu"))[:2], folder)

    def run_with(self, train, held_out, **changes):
        return Run(recipe(**changes), train, held_out, self.folder.name)

    def test_training_learns_what_material_is_worth(self):
        for changes in ({}, {"hidden": 64, "layers": True}):
            run = self.run_in("a", epochs=12, **changes)
            before = run.validate()
            run.go(lambda text: None, fens=FENS[:5])
            self.assertLess(run.validate(), before / 4, changes)

    def test_values_are_in_the_units_of_the_scores(self):
        run = self.run_in("a", epochs=12, odds=150.0, wdl=0.0)
        run.go(lambda text: None, fens=FENS[:1])
        self.assertAlmostEqual(run.scale(), 150, delta=30)
        self.assertEqual(self.run_in("b", scale=333).scale(), 333)

    def test_an_interrupted_run_ends_as_if_it_had_not_been(self):
        whole = self.run_in("whole")
        whole.go(lambda text: None, fens=FENS[:2])
        first = self.run_in("parts")
        for _ in range(2):
            first.history.append((first.epoch + 1, first.train_epoch()[0], 0.0))
        first.save()
        second = self.run_in("parts")
        second.go(lambda text: None, fens=FENS[:2])
        for name, weight in whole.weights.items():
            torch.testing.assert_close(second.weights[name], weight, rtol=1e-5, atol=1e-6)

    def test_a_checkpoint_of_another_recipe_is_refused(self):
        run = self.run_in("a", decay=0.01)
        run.save()
        with self.assertRaises(net_file.NetworkError):
            self.run_in("a", decay=0.02).resume()

    def test_a_run_can_begin_with_an_earlier_network(self):
        first = self.run_in("first", epochs=6)
        first.go(lambda text: None, fens=FENS[:1])
        second = self.run_in("second", epochs=1, begin=f"{first.path}.trained")
        self.assertAlmostEqual(second.validate(), first.validate(), places=6)
        for bad in (f"{first.path}.nnue", f"{first.path}.json"):
            with self.assertRaises(net_file.NetworkError):
                self.run_in("bad", begin=bad)

    def test_labels_that_only_ask_for_another_scale_ask_for_nothing_when_it_is_held(self):
        first = self.run_in("first", epochs=6)
        first.go(lambda text: None, fens=FENS[:1])
        begin = f"{first.path}.trained"
        # Every chance nearer to a draw by half, and one position that is better than the network thinks.
        train, held_out, _ = load([self.data], torch.device("cpu"))
        with torch.no_grad():
            for positions in (train, held_out):
                value = forward(first.weights, positions.pieces)
                positions.score = torch.logit(0.5 + 0.5 * (torch.sigmoid(value) - 0.5)) * 400
            chances = torch.sigmoid(forward(first.weights, train.pieces))
        train.score[7] = 4000.0
        self.run_with(train, held_out, begin=begin, wdl=0.0)
        self.assertGreater((train.wanted - chances).abs().mean().item(), 0.05)
        held = self.run_with(train, held_out, begin=begin, wdl=0.0, hold_scale=True)
        self.assertEqual(held.scale(), first.scale())
        apart = (train.wanted - chances).abs()
        self.assertGreater(apart[7].item(), 0.2)
        apart[7] = 0
        self.assertLess(apart.mean().item(), 0.005)

    def test_squares_of_a_piece_learn_from_each_other_when_they_share(self):
        for share in (False, True):
            weights = new_weights(32, torch.Generator().manual_seed(3), "cpu")
            before = weights["features"].clone()
            optimizer = AdamW(weights, 0.01, 0.0, 100, share)
            gradients = {name: torch.zeros_like(weight) for name, weight in weights.items()}
            # A knight on b1.
            gradients["features"][64 + 1] = 1.0
            optimizer.step(list(gradients.values()))
            moved = (weights["features"] - before).abs().mean(1)
            knights = moved[64:128].view(8, 8)
            self.assertGreater(knights[0, 1].item(), 0.005)
            self.assertEqual(moved[128:].sum().item(), 0.0)
            for rank, file in ((0, 5), (4, 1), (4, 5)):
                self.assertEqual(knights[rank, file].item() > 0.005, share)

    def test_a_scale_can_be_held_only_if_there_is_one(self):
        for begin in ([], ["--begin", "x.checkpoint"]):
            with self.assertRaises(SystemExit):
                train.parse([self.data, "--out", "out", "--hold-scale", *begin])

    def test_a_wider_network_begins_with_the_values_of_a_narrower_one_and_learns_more(self):
        first = self.run_in("first", epochs=2)
        first.go(lambda text: None, fens=FENS[:1])
        hidden = first.recipe.hidden
        for end in ("trained", "checkpoint"):
            second = self.run_in(end, epochs=4, hidden=2 * hidden, begin=f"{first.path}.{end}")
            self.assertAlmostEqual(second.validate(), first.validate(), places=6)
            second.go(lambda text: None, fens=FENS[:1])
            self.assertLess(second.validate(), first.validate())
            outputs = second.weights["outputs"].unflatten(1, (2, 2 * hidden))
            self.assertTrue((outputs[:, :, hidden:] != 0).any())
            with self.assertRaises(net_file.NetworkError):
                self.run_in("narrower", hidden=hidden, begin=f"{second.path}.{end}")

    def test_a_checkpoint_brings_the_moments_of_the_optimizer_and_the_schedule_begins_anew(self):
        first = self.run_in("first", epochs=2)
        first.go(lambda text: None, fens=FENS[:1])
        second = self.run_in("second", epochs=3, begin=f"{first.path}.checkpoint")
        self.assertAlmostEqual(second.validate(), first.validate(), places=6)
        self.assertEqual(second.optimizer.age.item(), first.total_steps)
        self.assertEqual(second.optimizer.step_count.item(), 0)
        self.assertAlmostEqual(second.optimizer.current_rate().item(), second.recipe.rate, places=6)
        torch.testing.assert_close(second.optimizer.mean["features"], first.optimizer.mean["features"])
        second.go(lambda text: None, fens=FENS[:1])
        self.assertEqual(second.optimizer.age.item(), first.total_steps + second.total_steps)

    def test_a_run_with_a_time_ends_in_it_with_the_lowest_rate(self):
        # A stall spoils the plan, so a few attempts are allowed.
        for attempt in range(10):
            run = self.run_in(f"a{attempt}", minutes=0.05)
            started = time.monotonic()
            run.go(lambda text: None, fens=FENS[:1], deadline=started + 3)
            spent = time.monotonic() - started
            if spent < 6 and run.total_steps > 1:
                break
        self.assertLess(spent, 6)
        self.assertGreater(run.total_steps, 1)
        self.assertEqual(run.optimizer.step_count.item(), run.total_steps)
        self.assertAlmostEqual(run.optimizer.current_rate().item(), 0.01 * run.recipe.rate, places=8)

    def test_the_command_writes_everything(self):
        out = os.path.join(self.folder.name, "out")
        arguments = [self.data, "--out", out, "--device", "cpu", "--hidden", "32,64", "--epochs", "1", "--batch", "512"]
        self.assertEqual(train.main(arguments), 0)
        names = os.listdir(out)
        for end in ("nnue", "trained", "golden", "svg", "json", "checkpoint"):
            self.assertEqual(sum(name.endswith(end) for name in names), 2, names)

    def test_a_missing_file_is_an_error_in_words(self):
        out = os.path.join(self.folder.name, "out")
        self.assertEqual(train.main([os.path.join(self.folder.name, "none"), "--out", out]), 1)


class GoldenTest(unittest.TestCase):
    def test_networks_in_the_repository_are_what_their_trained_weights_say(self):
        names = sorted(name[:-8] for name in os.listdir(NETWORKS) if name.endswith(".trained"))
        self.assertTrue(names)
        for name in names:

            def read(end, name=name):
                with open(os.path.join(NETWORKS, f"{name}.{end}"), "rb") as file:
                    return file.read()

            kind, scale, note, weights = net_file.from_bytes(read("trained"))
            self.assertEqual(kind, net_file.FLOATS)
            integers = net_file.quantize(weights)
            self.assertEqual(net_file.to_bytes(integers, net_file.INTEGERS, scale, note), read("nnue"))
            for line in read("golden").decode().splitlines()[1:]:
                fen, _, value = line.split(";")
                self.assertEqual(golden.quantized_value(integers, golden.parse_fen(fen), scale), int(value), fen)


class CurvesTest(unittest.TestCase):
    def test_curves_are_drawn(self):
        picture = curves.draw("a run", [("training", [(1, 0.05), (2, 0.04)]), ("held out", [(1, 0.06), (2, 0.05)])])
        self.assertEqual(picture.count("<path d=\"M"), picture.count("stroke="))
        self.assertIn("held out", picture)
        self.assertEqual(curves.draw("nothing", []), "")


if __name__ == "__main__":
    unittest.main()

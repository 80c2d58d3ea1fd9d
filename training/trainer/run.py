"""One training run: steps, validation, checkpoints, and what comes out of it."""

import copy
import dataclasses
import io
import json
import os
import platform
import time

import numpy as np
import torch

from . import curves, golden, labels, net_file
from .arrange import arrange
from .network import forward, new_weights, value_and_active, widened
from .optimizer import AdamW


@dataclasses.dataclass(frozen=True)
class Recipe:
    """All that decides what a run finds, besides the data."""

    hidden: int
    epochs: int
    batch: int
    rate: float
    decay: float
    wdl: float
    odds: float
    scale: int
    seed: int
    precision: str
    positions: int
    games: int
    begin: str = ""
    minutes: float = 0.0
    layers: bool = False
    sparsity: float = 0.0
    hold_scale: bool = False
    share: bool = False

    def name(self):
        """What the files of the run are called."""
        length = f"m{self.minutes:g}" if self.minutes else f"e{self.epochs}"
        name = f"n{self.hidden}{'-layers' if self.layers else ''}-{length}-w{self.wdl:g}-o{self.odds:g}-lr{self.rate:g}-b{self.batch}-s{self.seed}"
        return f"{name}-on" if self.begin else name

    def note(self):
        """What the network's file says about it."""
        length = f"{self.minutes:g} minutes" if self.minutes else f"{self.epochs} epochs"
        return (
            f"{self.positions} positions of {self.games} games, {length}, batch {self.batch}, "
            f"rate {self.rate:g}, result {self.wdl:g}, seed {self.seed}{f', on {self.begin}' if self.begin else ''}"
        )


# What was added to recipes later, as runs went before.
UNKNOWN_TO_OLDER = {"hold_scale": False, "share": False}
# Seconds at the end of a run that is limited by time: for the last checkpoint and the export.
RESERVE = 8.0
# Steps that are timed to plan such a run.
TRIAL_STEPS = 100

PRECISIONS = {"sparse": None, "fp32": torch.float32, "tf32": torch.float32, "bf16": torch.bfloat16, "fp16": torch.float16}
# Gradients are multiplied with this while they are numbers of 16 bits, or most of them would be zero.
GRADIENT_SCALE = 2.0**14


class Run:
    """A run on positions that are on the device already."""

    def __init__(self, recipe, train, held_out, folder, name=None):
        self.recipe, self.train, self.held_out = recipe, train, held_out
        self.device = train.score.device
        self.path = os.path.join(folder, name or recipe.name())
        self.batch = min(recipe.batch, len(train))
        self.steps = len(train) // self.batch
        torch.set_float32_matmul_precision("highest" if recipe.precision in ("fp32", "sparse") else "high")
        self.begun_scale = None
        self.weights, moments = self.first_weights()
        for weight in self.weights.values():
            weight.requires_grad_()
        labels.write(self.weights, train, held_out, recipe, PRECISIONS[recipe.precision])
        # With a limit of time it is planned when the speed is known.
        self.total_steps = None if recipe.minutes else recipe.epochs * self.steps
        self.optimizer = AdamW(self.weights, recipe.rate, recipe.decay, self.total_steps or 1, recipe.share)
        if moments:
            self.optimizer.load(moments)
        self.epoch = 0
        self.history = []
        # What a replayed graph reads and writes: the order of the epoch, the place in it, the sum of losses.
        self.order = torch.zeros(self.steps * self.batch, dtype=torch.int64, device=self.device)
        self.place = torch.zeros((), dtype=torch.int64, device=self.device)
        self.lane = torch.arange(self.batch, device=self.device)
        self.loss_sum = torch.zeros((), dtype=torch.float64, device=self.device)
        self.replay = None

    def first_weights(self):
        """Random weights, or those that an earlier run found; with the moments of its optimizer, if they
        were kept."""
        recipe, moments, generator = self.recipe, None, torch.Generator().manual_seed(self.recipe.seed)
        if not recipe.begin:
            return new_weights(recipe.hidden, generator, self.device, recipe.layers), None
        if recipe.begin.endswith(".checkpoint"):
            state = torch.load(recipe.begin, map_location="cpu")["state"]
            weights, moments = state["weights"], state["optimizer"]
            # The schedule begins anew.
            moments["age"] = moments.get("age", moments["step_count"])
            moments["step_count"] = torch.zeros_like(moments["step_count"])
            fits = True
        else:
            with open(recipe.begin, "rb") as file:
                kind, self.begun_scale, _, weights = net_file.from_bytes(file.read())
            weights = {name: np.array(weight) for name, weight in weights.items()}
            fits = kind == net_file.FLOATS
        hidden = len(weights["biases"])
        may_widen = hidden < recipe.hidden and not recipe.layers
        if not fits or not (hidden == recipe.hidden or may_widen) or ("first" in weights) != recipe.layers:
            raise net_file.NetworkError(
                f"{recipe.begin} is not a .trained or .checkpoint file with {recipe.hidden} hidden neurons "
                f"{'and layers' if recipe.layers else 'or fewer, and no layers'}"
            )
        weights = {name: torch.as_tensor(weight).detach().clone().to(self.device) for name, weight in weights.items()}
        if hidden < recipe.hidden:
            return widened(weights, recipe.hidden, generator), None
        return weights, moments

    def loss(self, positions, rows):
        """The mean squared error of some positions, and how active neurons are, which costs the engine time."""
        value, active = value_and_active(self.weights, positions.pieces[rows], PRECISIONS[self.recipe.precision])
        return (torch.sigmoid(value) - positions.wanted[rows]).square().mean(), active.mean()

    def step(self):
        """One step on the next batch of the epoch, without a word to the host."""
        rows = self.order[self.place + self.lane]
        loss, active = self.loss(self.train, rows)
        price = loss + self.recipe.sparsity * active if self.recipe.sparsity else loss
        scale = GRADIENT_SCALE if self.recipe.precision == "fp16" else 1.0
        gradients = torch.autograd.grad(price * scale, list(self.weights.values()))
        self.optimizer.step([gradient / scale for gradient in gradients])
        self.loss_sum += loss.detach()
        self.place += self.batch

    def capture(self):
        """Records a step as a graph, which costs no launches when it is replayed. The steps that warm
        things up are undone."""
        if self.device.type != "cuda":
            self.replay = self.step
            return
        kept = copy.deepcopy(self.state())
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                self.place.zero_()
                self.step()
        torch.cuda.current_stream().wait_stream(side)
        self.place.zero_()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.step()
        self.restore(kept)
        self.replay = graph.replay

    def state(self):
        """All that has to be kept to resume later."""
        return {"weights": {name: weight.detach() for name, weight in self.weights.items()}, "optimizer": self.optimizer.state()}

    def restore(self, state):
        """Resumes from a state, in place, so that a captured graph stays valid."""
        with torch.no_grad():
            for name, weight in self.weights.items():
                weight.copy_(state["weights"][name])
        self.optimizer.load(state["optimizer"])
        self.loss_sum.zero_()
        self.place.zero_()

    def save(self):
        """Writes a checkpoint: whole or not at all."""
        meta = {
            "recipe": dataclasses.asdict(self.recipe),
            "epoch": self.epoch,
            "history": self.history,
            "total_steps": self.total_steps,
        }
        buffer = io.BytesIO()
        torch.save({"meta": json.dumps(meta), "state": self.state()}, buffer)
        net_file.write_whole(f"{self.path}.checkpoint", buffer.getvalue())

    def resume(self):
        """Resumes from the checkpoint of the same recipe, if there is one; gives its epoch."""
        path = f"{self.path}.checkpoint"
        if not os.path.exists(path):
            return 0
        saved = torch.load(path, map_location="cpu")
        meta = json.loads(saved["meta"])
        # What an older version did not know yet has its default.
        if dataclasses.asdict(self.recipe) != {**UNKNOWN_TO_OLDER, **meta["recipe"]}:
            raise net_file.NetworkError(f"{path} is of another recipe or other data: choose another --out, or remove it")
        self.epoch, self.history = meta["epoch"], meta["history"]
        self.total_steps = meta.get("total_steps", self.total_steps)
        self.optimizer.plan(self.total_steps)
        self.restore(saved["state"])
        return self.epoch

    def deal(self):
        """Puts all positions in a new order, that of the next epoch."""
        generator = torch.Generator(self.device).manual_seed(self.recipe.seed * 1_000_003 + self.epoch)
        order = torch.randperm(len(self.train), generator=generator, device=self.device)
        self.order.copy_(order[: len(self.order)])

    def plan(self, seconds):
        """Finds out how many steps fit into a time, and spreads the schedule over them."""
        kept = copy.deepcopy(self.state())
        steps = min(TRIAL_STEPS, self.steps)
        self.place.zero_()
        self.replay()
        self.loss_sum.item()
        self.place.zero_()
        started = time.perf_counter()
        for _ in range(steps):
            self.replay()
        self.loss_sum.item()
        a_step = (time.perf_counter() - started) / steps
        self.restore(kept)
        started = time.perf_counter()
        self.validate()
        self.deal()
        self.loss_sum.item()
        a_step += (time.perf_counter() - started) / self.steps
        usable = 0.98 * seconds - min(RESERVE, 0.1 * seconds)
        self.total_steps = max(int(usable / a_step), 1)
        self.optimizer.plan(self.total_steps)

    def epochs(self):
        """Passes over all positions; the last one may be a part of one."""
        return -(-self.total_steps // self.steps)

    def train_epoch(self):
        """One pass over all positions in a new order; gives the mean loss and the steps."""
        self.deal()
        if self.replay is None:
            self.capture()
        steps = min(self.steps, self.total_steps - self.epoch * self.steps)
        self.place.zero_()
        self.loss_sum.zero_()
        for _ in range(steps):
            self.replay()
        self.epoch += 1
        return self.loss_sum.item() / steps, steps

    @torch.no_grad()
    def validate(self):
        """The mean loss of the positions held out; none if there are none."""
        if not len(self.held_out):
            return None
        rows = torch.arange(len(self.held_out), device=self.device)
        parts = [self.loss(self.held_out, part)[0] * len(part) for part in rows.split(1 << 16)]
        return (torch.stack(parts).sum() / len(rows)).item()

    def go(self, say, keep_every=0, fens=(), patience=15.0, deadline=None):
        """Trains to the end, with a checkpoint now and then, and exports the network. With a limit of time it
        ends before the deadline, a time of `time.monotonic`."""
        resumed = self.resume()
        if resumed:
            say(f"resumes after epoch {resumed}")
        self.deal()
        self.capture()
        if self.total_steps is None:
            left = deadline - time.monotonic() if deadline else self.recipe.minutes * 60
            self.plan(left)
            say(f"{self.total_steps} steps fit into {left:.0f} s: {self.total_steps / self.steps:.2f} epochs")
        saved, spent, trained = time.monotonic(), 0.0, 0
        while self.epoch < self.epochs():
            started = time.perf_counter()
            loss, steps = self.train_epoch()
            seconds = time.perf_counter() - started
            spent, trained = spent + seconds, trained + steps * self.batch
            valid = self.validate()
            self.history.append((self.epoch, loss, valid))
            left = seconds / steps * (self.total_steps - min(self.epoch * self.steps, self.total_steps))
            held_out = "no positions" if valid is None else f"{valid:.6f}"
            say(
                f"epoch {self.epoch:>3}/{self.epochs()}  loss {loss:.6f}  held out {held_out}  "
                f"{steps * self.batch / seconds / 1e6:.2f} M positions/s  {left:.0f} s left"
            )
            if not np.isfinite(loss):
                raise net_file.NetworkError("the loss is not a number any longer: try a lower --rate")
            if time.monotonic() - saved > patience or self.epoch == self.epochs():
                self.save()
                saved = time.monotonic()
            if keep_every and self.epoch % keep_every == 0 and self.epoch < self.epochs():
                self.export(f"{self.path}-at{self.epoch}", fens=())
        speed = trained / spent if spent else None
        self.export(self.path, fens, speed)
        return speed

    @torch.no_grad()
    def scale(self):
        """What the network's values are multiplied with: as asked for, or so that they are, on the whole, the
        scores they were learned from, since the search's margins are in their units; or the same as before, if the
        scale is held."""
        if self.recipe.scale:
            return self.recipe.scale
        if self.recipe.hold_scale:
            return self.begun_scale
        positions = self.held_out if len(self.held_out) else self.train
        pieces, score = positions.pieces[: 1 << 16], positions.score[: 1 << 16]
        value = forward(self.weights, pieces, PRECISIONS[self.recipe.precision])
        # Far from equality the value bends, and nothing hangs on it.
        near = score.abs() <= 600
        fitted = (score * value * near).sum() / (value.square() * near).sum().clamp(min=1e-9)
        return round(min(max(fitted.item(), 50.0), 2000.0))

    def export(self, path, fens, speed=None):
        """Writes the network as trained and quantized, its golden set, its curves and its recipe."""
        scale = self.scale()
        weights = {name: weight.detach().float().cpu() for name, weight in self.weights.items()}
        if self.recipe.layers:
            weights = arrange(weights, self.train.pieces)
        weights = {name: weight.numpy() for name, weight in weights.items()}
        if fens:
            # First of all, so that nothing is lost if the weights turn out not to fit the integers.
            trained = net_file.to_bytes(weights, net_file.FLOATS, scale, self.recipe.note())
            net_file.write_whole(f"{path}.trained", trained)
        integers = net_file.quantize(weights)
        quantized = net_file.to_bytes(integers, net_file.INTEGERS, scale, self.recipe.note())
        net_file.write_whole(f"{path}.nnue", quantized)
        if not fens:
            return
        net_file.write_whole(f"{path}.golden", golden.golden_text(weights, integers, scale, fens).encode())
        curve = [
            ("training", [(epoch, loss) for epoch, loss, _ in self.history]),
            ("held out", [(epoch, valid) for epoch, _, valid in self.history if valid is not None]),
        ]
        net_file.write_whole(f"{path}.svg", curves.draw(self.recipe.note(), curve).encode())
        about = {
            "recipe": dataclasses.asdict(self.recipe),
            "steps": self.total_steps,
            "positions_shown": self.total_steps * self.batch,
            "held_out": len(self.held_out),
            "scale": scale,
            "history": self.history,
            "positions_per_second": speed,
            "hash": f"{int.from_bytes(quantized[24:32], 'little'):016x}",
            "torch": torch.__version__,
            "numpy": np.__version__,
            "python": platform.python_version(),
            "device": torch.cuda.get_device_name() if self.device.type == "cuda" else "CPU",
        }
        net_file.write_whole(f"{path}.json", (json.dumps(about, indent=1) + "\n").encode())

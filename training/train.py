#!/usr/bin/env python3
"""Trains networks on positions that `mola data export` wrote.

Examples:
  python3 training/train.py data/one.positions --out data/nets --hidden 128 --epochs 40
  python3 training/train.py data/one.positions --out data/nets --hidden 64,128,256 --wdl 0.2,0.4 --seed 1,2
  python3 training/train.py data/deep.positions --out data/nets --begin data/nets/NAME.trained --rate 0.0001 --epochs 10
  python3 training/train.py data/one.positions --out data/nets --hidden 512 --begin data/nets/NAME.trained --wdl 0 --hold-scale --share --rate 0.00002 --epochs 1
  python3 training/train.py data/new.positions data/old.positions --out data/nets --begin data/nets/NAME.checkpoint --minutes 5
  python3 training/train.py data/one.positions --out data/nets --device cpu --hidden 32 --epochs 2

Where one argument has several values, each combination is a run. A run that was interrupted resumes from its
last checkpoint when the same command is given again.
"""

import argparse
import itertools
import os
import sys
import time

import torch

from trainer import golden
from trainer.net_file import NetworkError
from trainer.positions import DataError, load
from trainer.run import PRECISIONS, Recipe, Run

HERE = os.path.dirname(os.path.abspath(__file__))


def several(kind):
    """A parser of values with commas between them."""
    return lambda text: [kind(part) for part in text.split(",")]


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", nargs="+", help="files of `mola data export`; what is named twice counts twice")
    parser.add_argument("--out", required=True, help="folder for checkpoints and networks")
    parser.add_argument("--hidden", type=several(int), default=[128], help="hidden neurons (128)")
    parser.add_argument("--layers", action="store_true",
                        help="pairs of neurons and two layers behind the accumulators: N → 16 → 32 → 1")
    parser.add_argument("--epochs", type=several(int), default=[40], help="passes over all positions (40)")
    parser.add_argument("--minutes", type=float, default=0.0,
                        help="train this long in all, reading included, instead of a number of epochs; the rate still falls to its end")
    parser.add_argument("--name", help="what the files are called (after the recipe)")
    parser.add_argument("--wdl", type=several(float), default=[0.3], help="share of the result in the target (0.3)")
    parser.add_argument("--odds", type=several(float), default=[400.0],
                        help="the score at which the odds are taken for e to one (400)")
    parser.add_argument("--scale", type=int, default=0,
                        help="what the network's values are multiplied with (fitted to the scores)")
    parser.add_argument("--rate", "--lr", type=several(float), default=[1e-3], help="the first learning rate (0.001)")
    parser.add_argument("--decay", type=float, default=0.01, help="weight decay (0.01)")
    parser.add_argument("--hold-scale", action="store_true",
                        help="learn nothing about the size of values, only which positions are better, for labels that look ahead")
    parser.add_argument("--share", action="store_true",
                        help="let a piece's squares, files and ranks learn from each other, for labels that are noisy")
    parser.add_argument("--sparsity", type=float, default=0.0,
                        help="the price of active neurons, which cost the engine time behind the accumulators (0)")
    parser.add_argument("--batch", type=several(int), default=[16384], help="positions in a step (16384)")
    parser.add_argument("--seed", type=several(int), default=[1], help="what random numbers begin with (1)")
    parser.add_argument("--begin", default="", metavar="FILE",
                        help="weights to begin with: the .trained file of an earlier run, or its .checkpoint with the optimizer's "
                             "moments; they may have fewer hidden neurons (random ones)")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--precision", choices=list(PRECISIONS),
                        help="of the sums: tf32 on a GPU, one by one (sparse) on a CPU if not given")
    parser.add_argument("--threads", type=int, default=1, help="of a CPU: steps are too small to gain from more (1)")
    parser.add_argument("--keep-every", type=int, default=0, help="export a network after each N epochs (never)", metavar="N")
    parser.add_argument("--golden", default=os.path.join(HERE, "..", "testdata", "perft", "standard.epd"),
                        help="positions on which engine and trainer must agree")
    parsed = parser.parse_args(arguments)
    for hidden in parsed.hidden:
        unit = 64 if parsed.layers else 32
        if hidden % unit or not unit <= hidden <= 2048:
            parser.error(f"--hidden {hidden}: the engine wants a multiple of {unit} up to 2048")
    for wdl in parsed.wdl:
        if not 0 <= wdl <= 1:
            parser.error(f"--wdl {wdl}: a share is from 0 to 1")
    for odds in parsed.odds:
        if not 1 <= odds <= 10000:
            parser.error(f"--odds {odds}: a score from 1 to 10000 is needed")
    if not 0 <= parsed.scale <= 10000:
        parser.error(f"--scale {parsed.scale}: from 1 to 10000, or 0 to fit it")
    if parsed.hold_scale and not parsed.begin.endswith(".trained"):
        parser.error("--hold-scale goes with --begin NAME.trained, whose scale is held")
    if parsed.minutes < 0:
        parser.error(f"--minutes {parsed.minutes:g}: a positive number is needed")
    if min(parsed.epochs + parsed.batch) < 1:
        parser.error("--epochs and --batch begin at 1")
    return parsed


def main(arguments=None):
    begun = time.monotonic()
    options = parse(arguments)
    device = torch.device(options.device)
    precision = options.precision or ("tf32" if device.type == "cuda" else "sparse")
    torch.set_num_threads(options.threads)
    os.makedirs(options.out, exist_ok=True)
    started = time.perf_counter()
    try:
        fens = golden.read_fens(options.golden)
        train, held_out, games = load(options.positions, device)
        say(f"{len(train)} positions to train on and {len(held_out)} held out, of {games} games, "
            f"on {device} in {time.perf_counter() - started:.1f} s")
        choices = (options.hidden, options.epochs, options.wdl, options.odds, options.rate, options.batch, options.seed)
        for hidden, epochs, wdl, odds, rate, batch, seed in itertools.product(*choices):
            recipe = Recipe(hidden, epochs, batch, rate, options.decay, wdl, odds, options.scale, seed, precision,
                            len(train), games, options.begin, options.minutes, options.layers, options.sparsity,
                            options.hold_scale, options.share)
            run = Run(recipe, train, held_out, options.out, options.name)
            say(f"\n{recipe.name()}: {run.steps} steps of {run.batch} positions an epoch, {precision}")
            deadline = begun + 60 * options.minutes if options.minutes else None
            speed = run.go(say, options.keep_every, fens, deadline=deadline)
            begun = time.monotonic()
            if speed:
                say(f"{run.path}.nnue  {speed / 1e6:.2f} M positions/s")
    except (DataError, NetworkError, OSError) as error:
        print(f"train.py: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("train.py: stopped; the same command resumes from the last checkpoint", file=sys.stderr)
        return 130
    return 0


def say(text):
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())

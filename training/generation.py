#!/usr/bin/env python3
"""Makes a generation: a network plays on the GPU, and the next network learns from its games.

Examples:
  python3 training/generation.py data/line --network start.nnue --begin start.trained --first
  python3 training/generation.py data/line                      # the next one, from the last one's network
  python3 training/generation.py data/line --only play          # in two parts, where commands have a time limit
  python3 training/generation.py data/line --only train

Each generation has a folder, data/line/generation-N, with games.positions and games.mola (what was played),
sample-0.mola and on (parts of it that are small enough to keep), network.* (what was learned) and log.txt. What is there
already is not made again, so that the same command resumes where it stopped. A generation learns from its own
positions and from those of all generations before that are still in the folder; --replay names more.
"""

import argparse
import glob
import json
import os
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
GAMES_HEADER = b"MOLAGM\x00\x01"
MIB = 1 << 20


class GenerationError(Exception):
    """What stands in the way, worded for whoever gave the command."""


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", help="where generations are kept")
    parser.add_argument("--number", type=int, help="which generation (the first that is not finished)")
    parser.add_argument("--only", choices=("play", "train"), help="one step alone")
    parser.add_argument("--network", help="who plays (the network of the generation before)")
    parser.add_argument("--begin", help="weights to train from: .checkpoint, .trained, or `random` (those of the generation before)")
    parser.add_argument("--replay", nargs="*", default=[], metavar="FILE", help="more old positions to learn from")
    parser.add_argument("--first", action="store_true", help="there is nothing to replay yet")
    parser.add_argument("--selfplay", default=os.path.join(HERE, "..", "target", "selfplay", "selfplay"), help="the program that plays")
    parser.add_argument("--play-minutes", type=float, default=8.0, help="how long to play (8)")
    parser.add_argument("--train-minutes", type=float, default=5.0, help="how long to train (5)")
    parser.add_argument("--nodes", type=int, default=500, help="nodes for each move (500)")
    parser.add_argument("--chess960", type=float, default=0.1, help="the share of games that begin as Chess960 (0.1)")
    parser.add_argument("--tree", type=float, default=0.0, help="for how many moves a position of the search is kept too, as a share (0)")
    parser.add_argument("--hindsight", type=float, default=0.0,
                        help="how much of each score comes from what followed in its game, as a share (0)")
    parser.add_argument("--seed", type=int, help="of games and training (the number of the generation)")
    parser.add_argument("--samples", type=int, default=2, help="how many samples of the games are kept (2)")
    parser.add_argument("--sample-size", type=float, default=15.0, metavar="MIB", help="how large each may be (15)")
    parser.add_argument("--train-options", default="--hidden 512 --wdl 0.1 --odds 200",
                        help="for train.py, in one argument (--hidden 512 --wdl 0.1 --odds 200)")
    return parser.parse_args(arguments)


class Generation:
    """One generation's folder."""

    def __init__(self, line, number):
        self.number = number
        self.folder = os.path.join(line, f"generation-{number}")

    def file(self, name):
        return os.path.join(self.folder, name)

    def has(self, name):
        return os.path.exists(self.file(name))


def next_number(line):
    """The first generation without a network."""
    number = 1
    while Generation(line, number).has("network.json"):
        number += 1
    return number


def run_logged(command, log):
    """Runs a program; what it prints goes to the terminal and the log."""
    with open(log, "a", encoding="utf-8") as file:
        file.write(f"\n$ {' '.join(command)}\n")
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment, text=True) as process:
            for line in process.stdout:
                print(line, end="", flush=True)
                file.write(line)
                file.flush()
        if process.returncode:
            raise GenerationError(f"{os.path.basename(command[0])} failed; {log} has all that it said.")


def choose(given, default, what):
    """A file that was named, or the generation before's."""
    path = given or default
    if not path or not os.path.exists(path):
        raise GenerationError(f"{path or 'Nothing'} is there to {what}. Name a file.")
    return path


def write_samples(generation, count, limit):
    """Deals out games to some files, none larger than a limit; from all times of the run, and none twice."""
    with open(generation.file("games.mola"), "rb") as file:
        data = file.read()
    every = max(count, -(-len(data) // limit))
    samples = [bytearray(GAMES_HEADER) for _ in range(count)]
    at, index = len(GAMES_HEADER), 0
    while at + 4 <= len(data):
        end = at + 4 + int.from_bytes(data[at : at + 2], "little")
        chosen = index % every
        if chosen < count and len(samples[chosen]) + end - at <= limit:
            samples[chosen] += data[at:end]
        at, index = end, index + 1
    for number, sample in enumerate(samples):
        path = generation.file(f"sample-{number}.mola")
        with open(f"{path}.part", "wb") as file:
            file.write(sample)
        os.replace(f"{path}.part", path)


def play(generation, before, options):
    """Games and positions, and a sample of the games."""
    if not generation.has("games.json"):
        network = choose(options.network, before.file("network.nnue"), "play with")
        for end in ("positions", "mola"):
            if generation.has(f"games.{end}"):
                os.remove(generation.file(f"games.{end}"))
        seed = options.seed if options.seed is not None else generation.number
        command = [options.selfplay, network, "--out", generation.file("games"), "--minutes", f"{options.play_minutes:g}",
                   "--nodes", str(options.nodes), "--seed", str(seed), "--chess960", f"{options.chess960:g}",
                   "--tree", f"{options.tree:g}", "--hindsight", f"{options.hindsight:g}", "--check", "--corpus", os.path.join(HERE, "..", "testdata")]
        run_logged(command, generation.file("log.txt"))
    if not generation.has(f"sample-{options.samples - 1}.mola"):
        write_samples(generation, options.samples, int(options.sample_size * MIB))


def train(generation, before, earlier, options):
    """The next network, from new positions and old ones."""
    if generation.has("network.json"):
        return
    begin = [] if options.begin == "random" else ["--begin", choose(options.begin, before.file("network.checkpoint"), "begin with")]
    replay = [each.file("games.positions") for each in earlier if each.has("games.positions")] + options.replay
    if not replay and not options.first:
        raise GenerationError("There are no old positions to replay. Name some with --replay, or say --first.")
    seed = options.seed if options.seed is not None else generation.number
    command = [sys.executable, os.path.join(HERE, "train.py"), generation.file("games.positions"), *replay, "--out", generation.folder,
               "--name", "network", *begin, "--minutes", f"{options.train_minutes:g}", "--seed", str(seed)]
    run_logged([*command, *options.train_options.split()], generation.file("log.txt"))


def describe(generation):
    """Adds how the games were made to the network's recipe."""
    with open(generation.file("network.json"), encoding="utf-8") as file:
        about = json.load(file)
    with open(generation.file("games.json"), encoding="utf-8") as file:
        about["games"] = json.load(file)
    with open(generation.file("recipe.json"), "w", encoding="utf-8") as file:
        json.dump(about, file, indent=1)


def main(arguments=None):
    options = parse(arguments)
    number = options.number or next_number(options.folder)
    generation, before = Generation(options.folder, number), Generation(options.folder, number - 1)
    found = (int(re.search(r"\d+$", path).group()) for path in glob.glob(os.path.join(options.folder, "generation-*")))
    earlier = [Generation(options.folder, other) for other in sorted(found) if other < number]
    started = time.monotonic()
    try:
        os.makedirs(generation.folder, exist_ok=True)
        if options.only != "train":
            play(generation, before, options)
        if options.only != "play":
            if not generation.has("games.json"):
                raise GenerationError("The games of this generation are not finished: run it without `--only train`.")
            train(generation, before, earlier, options)
            describe(generation)
    except (GenerationError, OSError) as error:
        print(f"generation.py: {error}", file=sys.stderr)
        return 1
    print(f"generation {number}: {options.only or 'play and train'} done in {time.monotonic() - started:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

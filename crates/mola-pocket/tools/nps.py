"""Counts nodes per second of several engines on the same positions, one after the other.

    python nps.py "target/release/examples/uci" "pypy3 -c 'import sunfish; sunfish.main()'" "sunfish-uci"

The first engine is the measure: for the others the ratio is printed. Each engine thinks for a fixed
time about each position; the first position is played once more before the count begins, so that a
just-in-time compiler is warm. A node is a call of `bound`, in Sunfish as here.
"""

import argparse

from uci_pipe import Engine

POSITIONS = [
    "startpos",
    "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "fen r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
]


def last(lines, name):
    words = next(line for line in reversed(lines) if f" {name} " in line).split()
    return int(words[words.index(name) + 1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("engines", nargs="+")
    parser.add_argument("--movetime", type=int, default=5000)
    options = parser.parse_args()
    first = None
    for command in options.engines:
        engine = Engine(command)
        nodes = millis = 0
        for number, position in enumerate([POSITIONS[0], *POSITIONS]):
            engine.new_game()
            _, lines = engine.go(f"position {position}", f"movetime {options.movetime}")
            if number > 0:
                nodes += last(lines, "nodes")
                millis += last(lines, "time")
        engine.quit()
        speed = 1000 * nodes / max(millis, 1)
        first = first or speed
        print(f"{speed:12,.0f} nodes/s   {first / speed:6.1f} times slower   {command}", flush=True)


if __name__ == "__main__":
    main()

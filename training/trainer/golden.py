"""The golden set: values that trainer and engine must agree on, computed here in plain numpy.

Each position's value is computed from the weights as trained and from the integers; the engine must meet
the latter to the unit. Nothing here needs more than numpy.
"""

import numpy as np

from .net_file import INPUTS, ONE, QA, QB, QC

ROLES = "pnbrqk"


def parse_fen(fen):
    """The pieces of a position as (code, square) for the player to move, who comes from below."""
    placement, turn = fen.split()[:2]
    pieces = []
    for row, text in enumerate(placement.split("/")):
        file = 0
        for letter in text:
            if letter.isdigit():
                file += int(letter)
                continue
            square = (7 - row) * 8 + file
            white = letter.isupper()
            if turn == "b":
                square ^= 56
            own = white == (turn == "w")
            pieces.append((ROLES.index(letter.lower()) + (0 if own else 6), square))
            file += 1
    return pieces


def input_lists(pieces):
    """The inputs that are on, for the player to move and for the other."""
    own_right = any(code == 5 and square & 4 for code, square in pieces)
    their_right = any(code == 11 and square & 4 for code, square in pieces)
    own = [code * 64 + (square ^ (7 if own_right else 0)) for code, square in pieces]
    their = [(code + 6) % 12 * 64 + (square ^ 56 ^ (7 if their_right else 0)) for code, square in pieces]
    return own, their


def pairs(active):
    """Products of the first and the second half of each player's neurons, one player after the other."""
    return np.concatenate([each[: len(each) // 2] * each[len(each) // 2 :] for each in active])


def trained_value(weights, pieces, scale):
    """The value in hundredths of a pawn, from weights as trained."""
    bucket = (len(pieces) - 1) // 4
    active = [
        np.clip(weights["features"][rows].astype(np.float64).sum(0) + weights["biases"], 0, 1)
        for rows in input_lists(pieces)
    ]
    if "first" in weights:
        first = weights["first"][bucket].astype(np.float64) @ pairs(active) + weights["first_biases"][bucket]
        both = np.concatenate((np.clip(first, 0, 1), np.clip(first, -1, 1) ** 2))
        last = np.clip(weights["second"][bucket] @ both + weights["second_biases"][bucket], 0, 1)
    else:
        last = np.concatenate(active) ** 2
    return float((last @ weights["outputs"][bucket] + weights["output_biases"][bucket]) * scale)


def towards_zero(number, divisor):
    """Division of integers as processors do it."""
    return abs(number) // divisor * (1 if number >= 0 else -1)


def quantized_value(integers, pieces, scale):
    """The value in hundredths of a pawn, from integers: the engine's arithmetic."""
    bucket = (len(pieces) - 1) // 4
    here = {name: (weights if name in ("features", "biases") else weights[bucket]).astype(np.int64) for name, weights in integers.items()}
    active = [np.clip(here["features"][rows].sum(0) + here["biases"], 0, QA) for rows in input_lists(pieces)]
    if "first" in integers:
        first = here["first"] @ (pairs(active) >> 9) + here["first_biases"]
        both = np.concatenate((np.clip(first, 0, ONE), np.clip(first, -ONE, ONE) ** 2 >> 13))
        last = np.clip((here["second"] @ both + here["second_biases"]) >> 9, 0, ONE)
        total = int(last @ here["outputs"] + here["output_biases"])
        return towards_zero(total * scale, ONE * QC)
    total = int(np.concatenate(active) ** 2 @ here["outputs"])
    total = towards_zero(total, QA) + int(here["output_biases"])
    return towards_zero(total * scale, QA * QB)


def read_fens(path):
    """The positions of a file: one a line, with anything behind a semicolon."""
    with open(path, encoding="utf-8") as file:
        lines = (line.split(";")[0].strip() for line in file)
        return [line for line in lines if line and not line.startswith("#")]


def golden_text(weights, integers, scale, fens):
    """The golden set as text: position; value as trained; value in integers."""
    lines = ["# position; value as trained; value in integers"]
    for fen in fens:
        pieces = parse_fen(fen)
        value = trained_value(weights, pieces, scale)
        lines.append(f"{fen}; {value:.4f}; {quantized_value(integers, pieces, scale)}")
    return "\n".join(lines) + "\n"


assert INPUTS == 12 * 64

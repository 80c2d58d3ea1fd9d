"""Fits the piece-square tables to the results of self-play games.

    python fit.py positions.txt [more.txt …] --tables src/piece_square.rs

Logistic regression: the chance to win is sigmoid(score / 400 · ln 10), the score is the blended sum
of the tables, and the tables move along the gradient (Adam) until the results are predicted best.
The target is mostly the game's result, and partly the score that the search gave, which is less
noisy. The fit begins with tables made by hand, `first_guess`, and what it adds to them is pulled
towards zero and towards its neighbors' mean, so that squares that are rarely visited keep sensible
values. With `--epochs 0` it writes the first guess. Needs numpy.
"""

import argparse

import numpy as np

PIECES = "PNBRQK"
NAMES = ["pawn", "knight", "bishop", "rook", "queen", "king"]
FORCE = {"N": 1, "B": 1, "R": 2, "Q": 4}
SCALE = np.log(10) / 400
# 32 half-board squares for each piece, then six for the material.
SQUARES = 6 * 32


def read(paths):
    """Counts of (piece, half square), white less black; middlegame share; target parts."""
    rows, phases, scores, results, turns = [], [], [], [], []
    index = np.full((128, 64), -1, np.int16)
    for kind, piece in enumerate(PIECES):
        for square in range(64):
            row, column = divmod(square, 8)
            half = min(column, 7 - column)
            index[ord(piece), square] = kind * 32 + row * 4 + half
            index[ord(piece.lower()), square] = kind * 32 + (7 - row) * 4 + half
    squares = np.arange(64)
    force = np.zeros(128, np.int16)
    for piece, worth in FORCE.items():
        force[ord(piece)] = force[ord(piece.lower())] = worth
    for path in paths:
        with open(path, "rb") as lines:
            for line in lines:
                words = line.split()
                if len(words) != 4 or len(words[0]) != 64:
                    continue
                board = np.frombuffer(words[0], np.uint8)
                pieces = board != ord(".")
                feature = index[board[pieces], squares[pieces]]
                sign = np.where(board[pieces] < 97, 1, -1)
                row = np.zeros(SQUARES, np.int8)
                np.add.at(row, feature, sign.astype(np.int8))
                rows.append(row)
                phases.append(min(24, int(force[board].sum())) / 24)
                turns.append(1 if words[1] == b"w" else -1)
                scores.append(float(words[2]))
                results.append(float(words[3]))
    array = lambda values: np.array(values, np.float32)
    return np.array(rows), array(phases), array(turns), array(scores), array(results)


def neighbors():
    """The matrix that replaces each square by the mean of its neighbors on the half board."""
    mean = np.zeros((32, 32), np.float32)
    for row in range(8):
        for column in range(4):
            near = [
                (row + down) * 4 + min(max(column + right, 0), 3)
                for down in (-1, 0, 1)
                for right in (-1, 0, 1)
                if (down or right) and 0 <= row + down < 8
            ]
            for other in near:
                mean[row * 4 + column, other] += 1 / len(near)
    return mean


def first_guess():
    """Tables made by hand, (phase, piece, half square): pieces like the center, pawns like to go
    forward, the king hides in the middlegame and comes out in the endgame."""
    center = lambda rank, file: 7 - (abs(2 * rank - 7) + abs(2 * file - 7)) / 2
    pawn_row = lambda row: lambda rank, file: row[rank]
    middlegame = [
        lambda rank, file: [0, 0, 2, 8, 14, 22, 40, 0][rank] * (0.4 + 0.25 * file) - 20 * (rank == 1 and file == 3),
        lambda rank, file: 9 * center(rank, file) - 40 + 10 * (rank in (4, 5)),
        lambda rank, file: 4 * center(rank, file) - 12 - 8 * (rank == 0),
        lambda rank, file: 15 * (rank == 6) + 4 * (file - 1) * (rank == 0),
        lambda rank, file: 2 * center(rank, file) - 6,
        lambda rank, file: [25, 0, -30, -50, -60, -60, -60, -60][rank] + (rank < 2) * [10, 20, 0, -15][file],
    ]
    endgame = [
        pawn_row([0, 0, 5, 15, 35, 70, 110, 0]),
        lambda rank, file: 6 * center(rank, file) - 26,
        lambda rank, file: 4 * center(rank, file) - 14,
        pawn_row([0, 0, 0, 0, 0, 0, 5, 0]),
        lambda rank, file: 4 * center(rank, file) - 12,
        lambda rank, file: 10 * center(rank, file) - 35,
    ]
    material = [[90, 320, 335, 480, 960, 0], [110, 300, 320, 530, 980, 0]]
    return np.array(
        [
            [
                [worth + table(7 - square // 4, square % 4) for square in range(32)]
                for table, worth in zip(tables, worths)
            ]
            for tables, worths in zip([middlegame, endgame], material)
        ],
        np.float32,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("positions", nargs="+")
    parser.add_argument("--tables", required=True)
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--result-share", type=float, default=0.75)
    parser.add_argument("--smooth", type=float, default=2e-8, help="pull towards the neighbors' mean")
    parser.add_argument("--stay", type=float, default=1e-8, help="pull towards the first guess")
    options = parser.parse_args()
    rows, phases, turns, scores, results = read(options.positions)
    print(f"{len(rows)} positions")
    target = options.result_share * results + (1 - options.result_share) / (1 + np.exp(-SCALE * scores))
    dice = np.random.default_rng(1)
    order = dice.permutation(len(rows))
    held_out, train = order[: len(order) // 20], order[len(order) // 20 :]

    # All middlegame weights, all endgame weights, and the tempo.
    guess = first_guess().reshape(12, 32)
    weights = np.concatenate([guess.reshape(-1), [10.0]]).astype(np.float32)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    unlike = np.eye(32, dtype=np.float32) - neighbors()
    pull = options.smooth * unlike.T @ unlike + options.stay * np.eye(32, dtype=np.float32)

    def features(batch):
        counts = rows[batch].astype(np.float32)
        share = phases[batch][:, None]
        return np.hstack([counts * share, counts * (1 - share), turns[batch][:, None]])

    def loss(batch):
        chance = np.clip(1 / (1 + np.exp(-SCALE * (features(batch) @ weights))), 1e-6, 1 - 1e-6)
        goal = target[batch]
        return float(-(goal * np.log(chance) + (1 - goal) * np.log(1 - chance)).mean())

    step = 0
    for epoch in range(options.epochs):
        rate = 4.0 * 0.5 * (1 + np.cos(np.pi * epoch / options.epochs)) + 0.05
        order = dice.permutation(train)
        for begin in range(0, len(order), 8192):
            batch = order[begin : begin + 8192]
            step += 1
            wide = features(batch)
            chance = 1 / (1 + np.exp(-SCALE * (wide @ weights)))
            gradient = SCALE * (wide.T @ (chance - target[batch])) / len(batch)
            added = weights[: 2 * SQUARES].reshape(12, 32) - guess
            gradient[: 2 * SQUARES] += (added @ pull).reshape(-1)
            first = 0.9 * first + 0.1 * gradient
            second = 0.999 * second + 0.001 * gradient**2
            weights -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-9)
        if epoch % 5 == 4:
            print(f"epoch {epoch + 1}: loss {loss(held_out):.5f} held out, tempo {weights[-1]:.1f}", flush=True)
    write(options.tables, weights[: 2 * SQUARES].reshape(2, 6, 32), rows)


def write(path, tables, rows):
    """Material is the mean over the squares where the piece was seen; the rest is the table."""
    seen = np.abs(rows.astype(np.int32)).sum(0).reshape(6, 32).astype(np.float64)
    material = (tables * seen).sum(2) / np.maximum(seen.sum(1), 1)
    # The kings' material cancels out: it only centers their tables.
    base = material.copy()
    material[:, 5] = 0
    tables = tables - base[:, :, None]
    # Pawns never stand on the first and the last row.
    tables[:, 0, :4] = tables[:, 0, 28:] = 0
    pairs = ", ".join(f"[{round(material[0, k])}, {round(material[1, k])}]" for k in range(6))
    text = (
        "//! The numbers of the evaluation, written by `tools/fit.py`; `TUNING.md` says how. Hundredths of a pawn.\n\n"
        "/// Pawn, knight, bishop, rook, queen and king on an average square, in middlegame and endgame.\n"
        f"pub const MATERIAL: [[i16; 2]; 6] = [{pairs}];\n\n"
        "/// What each square adds for each kind of piece: half boards, files a to d from left to right, the\n"
        "/// opponent's last row on top; on the left for the middlegame, on the right for the endgame.\n"
        "#[rustfmt::skip]\npub const TABLES: [[[i16; 8]; 8]; 6] = [\n"
    )
    for kind in range(6):
        text += f"    // {NAMES[kind]}\n"
        for row in range(8):
            halves = [", ".join(f"{round(v):4}" for v in tables[phase, kind, 4 * row : 4 * row + 4]) for phase in (0, 1)]
            text += f"    {'[' if row == 0 else ' '}[{',   '.join(halves)}]{'],' if row == 7 else ','}\n"
    text += "];\n"
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)


if __name__ == "__main__":
    main()

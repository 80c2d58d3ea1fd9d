"""Positions that `mola data export` wrote, held on the device that trains.

A piece is kept as one number, code * 64 + square, seen by the player to move: codes 0 to 5 are the own
pawn, knight, bishop, rook, queen and king, 6 to 11 the other side's. Empty slots hold NO_PIECE.
"""

import numpy as np
import torch

HEADER = b"MOLAPS\x00\x01"
LENGTH = 32
PIECES = 32
NO_PIECE = 768
# Positions that are unpacked at a time: enough to be fast, few enough for the device's memory.
CHUNK = {"cuda": 1 << 20}
SMALL_CHUNK = 1 << 17


class DataError(Exception):
    """A file that holds no positions, worded for whoever named it."""


def read_file(path):
    """The raw records of a file, mapped into memory, as rows of 32 bytes."""
    with open(path, "rb") as file:
        head = file.read(LENGTH)
    if len(head) < LENGTH or head[: len(HEADER)] != HEADER:
        raise DataError(f"{path} holds no positions: write them with `mola data export`")
    raw = np.memmap(path, dtype=np.uint8, mode="r")
    if len(raw) % LENGTH:
        raise DataError(f"{path} is cut off: export it again")
    return raw.reshape(-1, LENGTH)[1:]


def unpack_pieces(raw):
    """The pieces of raw records (a tensor of bytes) as int16 [n, 32]."""
    device = raw.device
    occupied = raw[:, :8].to(torch.int16)
    bits = (occupied[:, :, None] >> torch.arange(8, device=device, dtype=torch.int16)) & 1
    bits = bits.reshape(-1, 64)
    rank = torch.cumsum(bits, 1, dtype=torch.int64) - 1
    nibbles = torch.stack((raw[:, 8:24] & 15, raw[:, 8:24] >> 4), 2).reshape(-1, PIECES).to(torch.int16)
    code = nibbles.gather(1, rank.clamp(min=0))
    # Roles are in three bits, so that the other side's begin at 8.
    code = code - 2 * (code >= 8).to(torch.int16)
    value = code * 64 + torch.arange(64, device=device, dtype=torch.int16)
    # Empty squares go to a slot behind the last, which is dropped.
    slot = torch.where(bits.bool(), rank, torch.full_like(rank, PIECES))
    pieces = torch.full((len(raw), PIECES + 1), NO_PIECE, device=device, dtype=torch.int16)
    return pieces.scatter_(1, slot, value)[:, :PIECES].contiguous()


class Positions:
    """Positions on a device: pieces, scores and results (0, 0.5, 1; more if not known), for the player to move; and
    what they are learned as, once `labels.write` has been asked."""

    def __init__(self, pieces, score, result):
        self.pieces, self.score, self.result, self.wanted = pieces, score, result, None

    def __len__(self):
        return len(self.score)


def load(paths, device):
    """All positions of some files: those to train on, those held out, and how many games they are of."""
    parts, held_parts, games = [], [], 0
    size = CHUNK.get(torch.device(device).type, SMALL_CHUNK)
    for path in paths:
        raw = read_file(path)
        if not len(raw):
            raise DataError(f"{path} holds no position at all")
        last_game = 0
        for start in range(0, len(raw), size):
            chunk = np.array(raw[start : start + size])
            last_game = max(last_game, int(np.ascontiguousarray(chunk[:, 28:]).view("<u4").max()))
            chunk = torch.from_numpy(chunk).to(device)
            score = (chunk[:, 24].to(torch.int16) | chunk[:, 25].to(torch.int16) << 8).float()
            result = chunk[:, 26].float() / 2
            held = chunk[:, 27].bool()
            pieces = unpack_pieces(chunk)
            for target, which in ((parts, ~held), (held_parts, held)):
                target.append((pieces[which], score[which], result[which]))
        games += last_game + 1

    def join(list_of_parts):
        return Positions(*(torch.cat(columns) for columns in zip(*list_of_parts)))

    return join(parts), join(held_parts), games

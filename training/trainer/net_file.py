"""Networks as files: as trained, and quantized to the integers that the engine plays with.

See ../FORMAT.md. Nothing here needs more than numpy.
"""

import os
import struct

import numpy as np

MAGIC = b"MOLANN\x00\x01"
INPUTS, BUCKETS = 768, 8
QA, QB = 255, 64
FLOATS, INTEGERS = 0, 1
ORDER = ("features", "biases", "outputs", "output_biases")


class NetworkError(Exception):
    """A network that the engine could not play with."""


def fnv(data):
    """FNV-1a in 64 bits."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value


def quantize(weights):
    """Float weights (numpy) as integers, rounded to even as the engine does it."""
    integers = {
        "features": np.rint(weights["features"].astype(np.float32) * np.float32(QA)).astype(np.int16),
        "biases": np.rint(weights["biases"].astype(np.float32) * np.float32(QA)).astype(np.int16),
        "outputs": np.rint(weights["outputs"].astype(np.float32) * np.float32(QB)).astype(np.int16),
        "output_biases": np.rint(weights["output_biases"].astype(np.float64) * QA * QB).astype(np.int32),
    }
    check(integers)
    return integers


def check(integers):
    """Refuses weights whose sums could overflow in the engine."""

    def largest(name):
        return int(np.abs(integers[name].astype(np.int64)).max())

    if 32 * largest("features") + largest("biases") > 32767:
        raise NetworkError("an accumulator could overflow")
    if QA * largest("outputs") > 32767:
        raise NetworkError("a weight of the output is beyond 128")
    if np.abs(integers["outputs"].astype(np.int64)).sum(1).max() * QA * QA > 2**31 - 1:
        raise NetworkError("the sum of the output could overflow")
    if largest("output_biases") > 1 << 24:
        raise NetworkError("a bias of the output is too large")


def to_bytes(weights, kind, scale, note):
    """The file of a network."""
    hidden = weights["biases"].shape[0]
    short, long = ("<f4", "<f4") if kind == FLOATS else ("<i2", "<i4")
    types = dict.fromkeys(ORDER, short) | {"output_biases": long}
    note = note.encode()
    rest = note + b"".join(np.ascontiguousarray(weights[name], dtype=types[name]).tobytes() for name in ORDER)
    head = MAGIC + struct.pack("<BBHHHHHI", kind, BUCKETS, INPUTS, hidden, QA, QB, scale, len(note))
    return head + struct.pack("<Q", fnv(head + rest)) + rest


def from_bytes(data):
    """Reads a file: kind, scale, note and weights."""
    if data[:8] != MAGIC:
        raise NetworkError("this is not a network of Mola, or it has another version")
    kind, buckets, count, hidden, qa, qb, scale, note_length, expected = struct.unpack("<BBHHHHHIQ", data[8:32])
    if (buckets, count, qa, qb) != (BUCKETS, INPUTS, QA, QB):
        raise NetworkError("the network has another architecture")
    if fnv(data[:24] + data[32:]) != expected:
        raise NetworkError("the file is damaged: its hash does not match")
    at = 32 + note_length
    note = data[32:at].decode()
    shapes = ((INPUTS, hidden), (hidden,), (BUCKETS, 2 * hidden), (BUCKETS,))
    weights = {}
    for name, shape in zip(ORDER, shapes):
        kind_of = "<f4" if kind == FLOATS else "<i4" if name == "output_biases" else "<i2"
        count = int(np.prod(shape))
        weights[name] = np.frombuffer(data, kind_of, count, at).reshape(shape)
        at += count * np.dtype(kind_of).itemsize
    return kind, scale, note, weights


def write_whole(path, data):
    """Writes a file that is either whole or as it was before."""
    part = f"{path}.part"
    with open(part, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)

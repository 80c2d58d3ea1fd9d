"""Networks as files: as trained, and quantized to the integers that the engine plays with.

See ../FORMAT.md. Nothing here needs more than numpy.
"""

import os
import struct

import numpy as np

MAGIC = b"MOLANN\x00"
# The versions of the format: without layers, and with them.
DIRECT, LAYERS = 1, 2
INPUTS, BUCKETS, FIRST, SECOND = 768, 8, 16, 32
# What one is: in an accumulator, in weights of it, and with layers in their neurons and weights.
QA, QB, ONE, QC = 255, 64, 127 * 64, 512
FLOATS, INTEGERS = 0, 1


def parts(version, hidden):
    """All weights in the order of the file: name, shape, type of the integers, what one is."""
    inputs = [("features", (INPUTS, hidden), "<i2", QA), ("biases", (hidden,), "<i2", QA)]
    if version == DIRECT:
        return inputs + [("outputs", (BUCKETS, 2 * hidden), "<i2", QB), ("output_biases", (BUCKETS,), "<i4", QA * QB)]
    return inputs + [
        ("first", (BUCKETS, FIRST, hidden), "<i1", QB),
        ("first_biases", (BUCKETS, FIRST), "<i4", ONE),
        ("second", (BUCKETS, SECOND, 2 * FIRST), "<i2", QC),
        ("second_biases", (BUCKETS, SECOND), "<i4", ONE * QC),
        ("outputs", (BUCKETS, SECOND), "<i2", QC),
        ("output_biases", (BUCKETS,), "<i4", ONE * QC),
    ]


def version_of(weights):
    """Which version of the format these weights need."""
    return LAYERS if "first" in weights else DIRECT


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
    integers = {}
    for name, _, kind, one in parts(version_of(weights), len(weights["biases"])):
        # Biases of layers are large numbers, and a float has too few digits for them.
        digits = np.float64 if kind == "<i4" else np.float32
        rounded = np.rint(weights[name].astype(digits) * digits(one))
        if not np.abs(rounded).max() <= np.iinfo(kind).max:
            raise NetworkError(f"{name.replace('_', ' ')} do not fit the integers of the file")
        integers[name] = rounded.astype(kind)
    check(integers)
    return integers


def check(integers):
    """Refuses weights whose sums could overflow in the engine."""

    def largest(name):
        return int(np.abs(integers[name].astype(np.int64)).max())

    if 32 * largest("features") + largest("biases") > 32767:
        raise NetworkError("an accumulator could overflow")
    if version_of(integers) == LAYERS:
        limits = {"first_biases": 1 << 24, "second": 4 * QC, "second_biases": 1 << 28, "outputs": 4 * QC, "output_biases": 1 << 28}
        for name, limit in limits.items():
            if largest(name) > limit:
                raise NetworkError(f"{name.replace('_', ' ')} of the layers are too large")
        return
    if QA * largest("outputs") > 32767:
        raise NetworkError("a weight of the output is beyond 128")
    # Squares are never negative, so each sum lies between that of all negative weights and that of all positive ones.
    outputs = integers["outputs"].astype(np.int64)
    if max(np.maximum(sign * outputs, 0).sum(1).max() for sign in (1, -1)) * QA * QA > 2**31 - 1:
        raise NetworkError("the sum of the output could overflow")
    if largest("output_biases") > 1 << 24:
        raise NetworkError("a bias of the output is too large")


def to_bytes(weights, kind, scale, note):
    """The file of a network."""
    version, hidden = version_of(weights), weights["biases"].shape[0]
    note = note.encode()
    body = (np.ascontiguousarray(weights[name], dtype="<f4" if kind == FLOATS else integer).tobytes()
            for name, _, integer, _ in parts(version, hidden))
    rest = note + b"".join(body)
    head = MAGIC + struct.pack("<BBBHHHHHI", version, kind, BUCKETS, INPUTS, hidden, QA, QB, scale, len(note))
    return head + struct.pack("<Q", fnv(head + rest)) + rest


def from_bytes(data):
    """Reads a file: kind, scale, note and weights."""
    if data[:7] != MAGIC or data[7] not in (DIRECT, LAYERS):
        raise NetworkError("this is not a network of Mola, or it has another version")
    kind, buckets, count, hidden, qa, qb, scale, note_length, expected = struct.unpack("<BBHHHHHIQ", data[8:32])
    if (buckets, count, qa, qb) != (BUCKETS, INPUTS, QA, QB):
        raise NetworkError("the network has another architecture")
    if fnv(data[:24] + data[32:]) != expected:
        raise NetworkError("the file is damaged: its hash does not match")
    at = 32 + note_length
    note = data[32:at].decode()
    weights = {}
    for name, shape, integer, _ in parts(data[7], hidden):
        kind_of = "<f4" if kind == FLOATS else integer
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

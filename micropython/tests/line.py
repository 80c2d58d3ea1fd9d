"""A serial line for the tests: the emulator's."""

import socket


def connect(address):
    """The line as a stream with `write` and `readline`."""
    line = socket.socket(socket.AF_UNIX)
    # MicroPython wants the address as the system has it: the family, the path, a zero byte.
    try:
        line.connect(address)
    except TypeError:
        line.connect(bytes((socket.AF_UNIX, 0)) + address.encode() + b"\0")
    return line if hasattr(line, "readline") else line.makefile("rwb", buffering=0)

"""A serial line for the tests: the emulator's, at a socket in the file system."""

import socket
import sys


def connect(address):
    """The line as a stream with `write` and `readline`."""
    line = socket.socket(socket.AF_UNIX)
    if sys.implementation.name == "micropython":
        # It wants the address as the system has it: the family, the path, a zero byte.
        line.connect(bytes((socket.AF_UNIX, 0)) + address.encode() + b"\0")
        return line
    line.connect(address)
    return line.makefile("rwb", buffering=0)

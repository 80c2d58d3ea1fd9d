"""Chooses who plays, by the first argument: python, c, or the address of a serial line."""

import sys

import sunfish

# Where there is no command line, as in a browser, there is Python.
name = sys.argv[1] if len(sys.argv) > 1 else "python"


def choose():
    """Lets `sunfish` use this backend, and returns it."""
    if name == "python":
        from mola.game import PythonGame as chosen
    elif name == "c":
        from mola_pocket import Game as chosen
    else:
        import line
        from mola import uart

        chosen = uart.over(line.connect(name))
    sunfish.use(chosen)
    return chosen

"""Chooses who plays: python, c, or the address of a serial line."""

import sunfish


def choose(name):
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

"""What can go wrong. Every message is a sentence."""


class Error(Exception):
    """Something that Mola refused."""


class ArgumentError(Error, TypeError, ValueError):
    """An argument is not what the function takes."""


class FenError(Error, ValueError):
    """The text is not a position."""


class InvalidMoveError(Error, ValueError):
    """The text is not a move."""


class IllegalMoveError(Error, ValueError):
    """The move is not legal in this position."""


class AmbiguousMoveError(Error, ValueError):
    """The text could be one of several moves."""


class PgnError(Error, ValueError):
    """The text is not a game."""


class EngineError(Error, RuntimeError):
    """An engine did not do what it was asked."""


class EngineTerminatedError(EngineError):
    """The engine has ended, or could not be started."""

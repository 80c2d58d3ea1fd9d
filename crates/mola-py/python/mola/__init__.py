"""Chess: rules, games, PGN, two engines and analysis, with the words of python-chess.

>>> import mola
>>> board = mola.Board()
>>> board.push_san("e4")
Move.from_uci('e2e4')
>>> with mola.engine.Engine() as engine:
...     reply = engine.play(board, mola.engine.Limit(depth=6)).move
>>> reply in board.legal_moves
True
"""

from __future__ import annotations

from typing import List

from . import engine as engine
from . import pgn as pgn
from ._errors import (
    AmbiguousMoveError,
    ArgumentError,
    Error,
    FenError,
    IllegalMoveError,
    InvalidMoveError,
)
from ._mola import Board, Move, Piece, Position, __version__
from ._values import Outcome, Termination

__all__ = [
    "AmbiguousMoveError", "ArgumentError", "BLACK", "BISHOP", "Board", "COLORS", "Error", "FenError",
    "IllegalMoveError", "InvalidMoveError", "KING", "KNIGHT", "Move", "Outcome", "PAWN", "PIECE_TYPES", "Piece",
    "Position", "QUEEN", "ROOK", "SQUARES", "SQUARE_NAMES", "STARTING_FEN", "Termination", "WHITE",
    "__version__", "engine", "parse_square", "pgn", "square", "square_file", "square_name", "square_rank",
]  # fmt: skip

WHITE, BLACK = True, False
COLORS = [WHITE, BLACK]

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = PIECE_TYPES = range(1, 7)

STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

SQUARES = range(64)
A1, B1, C1, D1, E1, F1, G1, H1 = range(0, 8)
A2, B2, C2, D2, E2, F2, G2, H2 = range(8, 16)
A3, B3, C3, D3, E3, F3, G3, H3 = range(16, 24)
A4, B4, C4, D4, E4, F4, G4, H4 = range(24, 32)
A5, B5, C5, D5, E5, F5, G5, H5 = range(32, 40)
A6, B6, C6, D6, E6, F6, G6, H6 = range(40, 48)
A7, B7, C7, D7, E7, F7, G7, H7 = range(48, 56)
A8, B8, C8, D8, E8, F8, G8, H8 = range(56, 64)

SQUARE_NAMES: List[str] = [file + rank for rank in "12345678" for file in "abcdefgh"]


def square(file_index: int, rank_index: int) -> int:
    """The square on a file and a rank, both from 0 to 7.

    >>> square(4, 0) == E1
    True
    """
    return _below(file_index, 8, "A file") + 8 * _below(rank_index, 8, "A rank")


def square_file(square: int) -> int:
    """The file of a square, from 0 for the a-file."""
    return _below(square, 64, "A square") % 8


def square_rank(square: int) -> int:
    """The rank of a square, from 0 for the first."""
    return _below(square, 64, "A square") // 8


def square_name(square: int) -> str:
    """The name of a square.

    >>> square_name(E4)
    'e4'
    """
    return SQUARE_NAMES[_below(square, 64, "A square")]


def parse_square(name: str) -> int:
    """The square of a name.

    >>> parse_square("e9")
    Traceback (most recent call last):
    mola.ArgumentError: A square has a name from a1 to h8.
    """
    if isinstance(name, str) and name in SQUARE_NAMES:
        return SQUARE_NAMES.index(name)
    raise ArgumentError("A square has a name from a1 to h8.")


def _below(number: int, end: int, what: str) -> int:
    if isinstance(number, int) and not isinstance(number, bool) and 0 <= number < end:
        return number
    raise ArgumentError(f"{what} is a number from 0 to {end - 1}.")


for _error in (AmbiguousMoveError, ArgumentError, Error, FenError, IllegalMoveError, InvalidMoveError):
    _error.__module__ = "mola"

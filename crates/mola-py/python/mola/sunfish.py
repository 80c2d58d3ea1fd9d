"""Chess with the API of micropython-sunfish: programs for it run with the import changed.

>>> import mola.sunfish as sunfish
>>> game = sunfish.game()                # or game(board): 64 bytes, the player at the bottom
>>> board, _ = next(game)                # the board to draw
>>> game.send("e2e5") is None            # the player's move: None if it is not legal, otherwise a board
True
>>> board = game.send("e2e4")
>>> board, move = next(game)             # the engine's move, with + for check and # for mate
>>> list(sunfish.get_board(board))[:4], len(move) >= 4
(['r', 'n', 'b', 'q'], True)

The end of a game is a StopIteration whose `value` is True if the player won, False if the engine did, and
None for a draw. It comes with the call after the last move, so that every move can be drawn.
"""

from __future__ import annotations

from typing import Callable, Iterator, List, Optional, Tuple, Union

from ._errors import ArgumentError
from ._mola import Board, Engine, Move
from ._values import Limit

__all__ = ["BoardGame", "LEVEL", "game", "get_board", "make_board", "use"]

# How strong the engine plays, from 1 to 7. Programs set it; it is read at each move.
LEVEL = 4

# How many positions a level looks at.
_NODES = (30, 120, 500, 2_000, 8_000, 32_000, 128_000)

# What a game does when it is called next.
_SHOW, _PLAYER, _ENGINE, _CLOSED = range(4)


class BoardGame:
    """A game between a player at the bottom of a picture of 64 bytes and the small engine on top.

    Inside, the player has White, and kings stand on the e-file. A picture with the kings on the d-file is a
    board seen in a mirror, as some front ends turn it for a player of the black pieces."""

    def __init__(self, board: Optional[bytes] = None) -> None:
        self._mirrored = False
        self._board = Board()
        self._engine = Engine("pocket")
        if board is not None:
            rows = _rows(make_board(board))
            self._mirrored = (rows[0][3] == "k" or rows[7][3] == "K") and rows[0][4] != "k" and rows[7][4] != "K"
            rows = [row[::-1] for row in rows] if self._mirrored else rows
            self._board = Board(f"{'/'.join(map(_fen_row, rows))} w {_rights(rows)} - 0 1")

    def board(self) -> bytes:
        """The board as 64 bytes from the top left, the player's pieces in upper case."""
        rows = [_expand(row) for row in self._board.board_fen().split("/")]
        return "".join(row[::-1] if self._mirrored else row for row in rows).encode()

    def play(self, text: str) -> bool:
        """The player's move, like "e2e4" or "e7e8n"; a queen goes without saying. False if it is not legal."""
        if not isinstance(text, str) or len(text) not in (4, 5):
            return False
        plain = self._turned(text[:4]) + text[4:].lower()
        legal = {move.uci(): move for move in self._board.legal_moves}
        move = legal.get(plain) or legal.get(plain + "q" if len(plain) == 4 else plain)
        if move is None or not self._board.turn:
            return False
        self._board.push(move)
        return True

    def reply(self, level: int) -> str:
        """The engine's move at a level from 1 to 7, which is played: "e7e5", with + for check and # for mate."""
        if not isinstance(level, int) or isinstance(level, bool) or not 1 <= level <= len(_NODES):
            raise ArgumentError("Levels are numbers from 1 to 7.")
        move: Optional[Move] = None
        if not self._board.turn and self.ending() is None:
            move = self._engine.play(self._board, Limit(nodes=_NODES[level - 1])).move
        if move is None:
            raise ArgumentError("It is not the engine's turn.")
        self._board.push(move)
        text = move.uci()
        text = self._turned(text[:4]) + text[4:].replace("q", "")
        if self._board.is_check():
            text += "#" if self._board.is_checkmate() else "+"
        return text

    def ending(self) -> Optional[int]:
        """1 if the player won, -1 if the engine did, 0 for a draw; None while the game goes on. A third
        repetition and fifty moves without progress are draws, since nobody here can claim them."""
        outcome = self._board.outcome(claim_draw=True)
        if outcome is None:
            return None
        return 0 if outcome.winner is None else 1 if outcome.winner else -1

    def _turned(self, squares: str) -> str:
        """Two squares as the picture has them, or as the game has them."""
        return squares.translate(_MIRROR) if self._mirrored else squares


_MIRROR = str.maketrans("abcdefgh", "hgfedcba")

_backend: Callable[[Optional[bytes]], BoardGame] = BoardGame


def _rows(board: bytes) -> List[str]:
    text = board.decode("latin-1").replace(" ", ".")
    return [text[start : start + 8] for start in range(0, 64, 8)]


def _fen_row(row: str) -> str:
    for length in range(8, 0, -1):
        row = row.replace("." * length, str(length))
    return row


def _expand(row: str) -> str:
    for length in range(8, 0, -1):
        row = row.replace(str(length), " " * length)
    return row


def _rights(rows: List[str]) -> str:
    """Kings on the e-file and rooks in the corners may castle."""
    homes = (("K", 7, 7), ("Q", 7, 0), ("k", 0, 7), ("q", 0, 0))
    found = [
        letter
        for letter, row, file in homes
        if rows[row][4] == ("K" if row else "k") and rows[row][file] == ("R" if row else "r")
    ]
    return "".join(found) or "-"


def use(backend: Callable[[Optional[bytes]], BoardGame]) -> None:
    """Chooses who plays games that begin from now on: a class like `BoardGame`."""
    global _backend
    _backend = backend


class game:
    """A game, as a generator plays it. It is a class because a generator that returns None ends without a
    value: `e.args[0]` would not exist for a draw."""

    def __init__(self, iboard: Optional[bytes] = None) -> None:
        self._game = _backend(iboard)
        self._ending = self._game.ending()
        self._next = _SHOW

    def __iter__(self) -> game:
        return self

    def __next__(self) -> Union[bytes, Tuple[bytes, Optional[str]], None]:
        return self.send(None)

    def send(self, move: Optional[str]) -> Union[bytes, Tuple[bytes, Optional[str]], None]:
        """Goes on: a move if the player is to move, otherwise None."""
        if self._next == _CLOSED:
            raise StopIteration
        if self._next == _SHOW and move is not None:
            raise ArgumentError("Call next() before the first move is sent.")
        if self._ending is not None:
            raise StopIteration(None if self._ending == 0 else self._ending > 0)
        if self._next == _PLAYER:
            if move is None or not self._game.play(move):
                return None
            self._ending = self._game.ending()
            self._next = _ENGINE
            return self._game.board()
        reply = None
        if self._next == _ENGINE:
            reply = self._game.reply(_level())
            self._ending = self._game.ending()
        self._next = _PLAYER
        return self._game.board(), reply

    def close(self) -> None:
        """Ends the game, as generators are ended."""
        self._next = _CLOSED


def _level() -> int:
    try:
        return min(max(int(LEVEL), 1), 7)
    except (TypeError, ValueError, OverflowError):
        return 4


def get_board(board: bytes) -> Iterator[str]:
    """The letters of the 64 squares from the top left; "" for an empty one."""
    for letter in make_board(board).decode("latin-1"):
        yield "" if letter in " ." else letter


def make_board(board: bytes) -> bytes:
    """A board as `get_board` and `game` take it, from 64 bytes."""
    if isinstance(board, (bytes, bytearray)) and len(board) == 64:
        return bytes(board)
    raise ArgumentError("A board is 64 bytes.")

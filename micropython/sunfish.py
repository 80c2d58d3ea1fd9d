"""Chess with the API of micropython-sunfish, for touch screens and other front ends.

    import sunfish
    game = sunfish.game()               # or game(board): 64 bytes, the player at the bottom
    board, _ = next(game)               # the board to draw
    board = game.send("e2e4")           # the player's move: a board, or None if it is not legal
    board, move = next(game)            # the engine's move, with + for check and # for mate

The end of a game is a StopIteration whose args[0] is True if the player won, False if the engine did,
and None for a draw. It comes with the call after the last move, so that every move can be drawn.

The engine is Mola's: built into the interpreter if the C module `mola_pocket` is there, otherwise the one
in Python. `use(mola.uart.over(uart))` lets a chess computer at the other end of a serial line play.
"""

# How strong the engine plays, from 1 to 7. Front ends set it; it is read at each move.
LEVEL = 4

_backend = None

# What a game does when it is called next.
_SHOW, _PLAYER, _ENGINE, _CLOSED = range(4)


def use(backend):
    """Chooses who plays games that begin from now on: a class like `mola.game.PythonGame`."""
    global _backend
    _backend = backend


def _default():
    try:
        from mola_pocket import Game
    except ImportError:
        from mola.game import PythonGame as Game
    return Game


class game:
    """A game, as a generator plays it. It is a class because a generator cannot end with an explicit
    None: `e.args[0]` would not exist for a draw."""

    def __init__(self, iboard=None):
        if _backend is None:
            use(_default())
        self._game = _backend(iboard)
        self._ending = self._game.ending()
        self._next = _SHOW

    def __iter__(self):
        return self

    def __next__(self):
        return self.send(None)

    def send(self, move):
        """Goes on: a move if the player is to move, otherwise None."""
        if self._next == _CLOSED:
            raise StopIteration
        if self._next == _SHOW and move is not None:
            raise TypeError("Call next() before the first move is sent.")
        if self._ending is not None:
            # The backends say 1, -1 and 0 for won, lost and drawn.
            raise StopIteration(None if self._ending == 0 else self._ending > 0)
        if self._next == _PLAYER:
            if not self._game.play(move):
                return None
            self._ending = self._game.ending()
            self._next = _ENGINE
            return make_board(self._game.board())
        reply = None
        if self._next == _ENGINE:
            reply = self._game.reply(_level())
            self._ending = self._game.ending()
        self._next = _PLAYER
        return make_board(self._game.board()), reply

    def close(self):
        """Ends the game, as generators are ended."""
        self._next = _CLOSED


def _level():
    try:
        return min(max(int(LEVEL), 1), 7)
    except (TypeError, ValueError):
        return 4


def get_board(board):
    """Yields the letters of the 64 squares from the top left; "" for an empty one."""
    for letter in board:
        letter = chr(letter)
        yield "" if letter in " ." else letter


def make_board(board):
    """A board as `get_board` and `game` take it, from 64 bytes."""
    board = bytes(board)
    if len(board) != 64:
        raise ValueError("A board is 64 bytes.")
    return board

"""An opponent at the other end of a serial line: Mola's firmware, or any other engine that speaks UCI.

    import sunfish
    from machine import UART
    from mola import uart
    sunfish.use(uart.over(UART(1, 115200)))

The laws stay on this side of the line, so that a lost byte can spoil a move but never the game. A line is
any stream with `write` and `readline`.
"""

import time

from .game import Game
from .rules import LETTERS, move_name, square_name

# Positions that the levels 1 to 7 look at.
NODES = (30, 120, 500, 2000, 8000, 32000, 128000)

# Seconds without an answer before a question is asked again, and how often it is asked.
_PATIENCE = 120
_WAKING = 3
_ATTEMPTS = 3


def over(line):
    """The backend for `sunfish.use` that plays over this line."""
    link = Link(line)

    class UartGame(Game):
        """A game against the engine on the line."""

        def __init__(self, picture=None):
            super().__init__(picture)
            link.wake()
            self.start, self.moves = fen(self.position), ""

        def choose(self, level):
            best = link.ask("position fen %s%s" % (self.start, self.moves), "go nodes %d" % NODES[level - 1])
            legal = self.position.legal()
            for move in legal:
                if move_name(move) == best:
                    return move
            # An engine that fails to answer still owes a move.
            return legal[0]

        def _make(self, move):
            super()._make(move)
            # Only what can be repeated is told again: a line holds few bytes at a time.
            if self.position.quiet:
                self.moves = (self.moves or " moves") + " " + move_name(move)
            else:
                self.start, self.moves = fen(self.position), ""

    return UartGame


class Link:
    """Questions and answers over a line."""

    def __init__(self, line):
        self.line = line

    def wake(self):
        """Gets the engine's attention for a new game. Raises OSError if nobody is there."""
        for _ in range(_ATTEMPTS):
            # The empty line ends whatever was half said.
            self._say("\nuci\nucinewgame\nisready")
            if self._hear("readyok", _WAKING) is not None:
                return
        raise OSError("No engine answers on the serial line.")

    def ask(self, *lines):
        """The word after `bestmove`, or an empty text."""
        for _ in range(_ATTEMPTS):
            for line in lines:
                self._say(line)
            words = self._hear("bestmove", _PATIENCE)
            if words:
                return words[0]
            self._say("stop")
        return ""

    def _say(self, text):
        data = (text + "\n").encode()
        while data:
            written = self.line.write(data)
            data = data[len(data) if written is None else written :]

    def _hear(self, word, patience):
        """The words after a certain one, from the first line that begins with it; None if there is none."""
        line = b""
        end = time.time() + patience
        while time.time() <= end:
            # Without a timeout of its own the port gives what it has, which may be part of a line.
            part = self.line.readline()
            if not part:
                time.sleep(0.001)
                continue
            line += part
            if not line.endswith(b"\n"):
                continue
            try:
                words = line.decode().split()
            except UnicodeError:
                words = ()
            line = b""
            if words and words[0] == word:
                return words[1:]
        return None


def fen(position):
    """The position as Forsyth-Edwards notation."""
    rows = []
    for first in range(21, 99, 10):
        row = ""
        for piece in position.board[first : first + 8]:
            if piece:
                row += LETTERS[piece]
            else:
                row = row[:-1] + str(int(row[-1]) + 1) if row[-1:].isdigit() else row + "1"
        rows.append(row)
    rights = "".join(letter for bit, letter in ((1, "K"), (2, "Q"), (4, "k"), (8, "q")) if position.castling & bit)
    return "%s %s %s %s %d 1" % (
        "/".join(rows),
        "b" if position.turn else "w",
        rights or "-",
        square_name(position.ep) if position.ep else "-",
        position.quiet,
    )

"""A game between a player at the bottom of the board and an engine on top.

Every backend of `sunfish` is a class like `Game` here: made from 64 bytes or None, with `board`, `play`,
`reply` and `ending`. Files and rows are those of the picture, also where it shows the game in a mirror.
"""

from .rules import START, Position, move_name, square_name

WON, LOST, DRAWN = 1, -1, 0


class Game:
    """A game by the laws of chess. A subclass says how the engine chooses its move."""

    def __init__(self, picture=None):
        picture = START if picture is None else bytes(picture)
        # Kings on the d-file are those of a board seen in a mirror, as some front ends turn it for
        # a player of the black pieces. Inside, the game is always the normal one.
        at_home = lambda file: picture[file : file + 1] == b"k" or picture[56 + file : 57 + file] == b"K"
        self.mirrored = at_home(3) and not at_home(4)
        self.position = Position(mirror(picture) if self.mirrored else picture)
        # Positions since the last move that cannot be undone, for the law of repetition.
        self.past = []

    def board(self):
        """The board as 64 bytes from the top left, the player's pieces in upper case."""
        picture = self.position.picture()
        return mirror(picture) if self.mirrored else picture

    def play(self, text):
        """The player's move, like "e2e4" or "e7e8n". False if it is not legal; nothing has changed then."""
        if not isinstance(text, str) or len(text) not in (4, 5):
            return False
        plain = (mirror_move(text) if self.mirrored else text)[:4] + text[4:].lower()
        # A queen goes without saying.
        wanted = (plain, plain + "q") if len(plain) == 4 else (plain,)
        for move in self.position.legal():
            if move_name(move) in wanted:
                self._make(move)
                return True
        return False

    def reply(self, level):
        """The engine's move, which is played: two squares, a letter if a pawn becomes anything but a
        queen, then + for check or # for mate."""
        move = self.choose(level)
        text = square_name(move & 127) + square_name(move >> 7 & 127)
        text = mirror_move(text) if self.mirrored else text
        name = move_name(move)
        if name[4:] not in ("", "q"):
            text += name[4]
        self._make(move)
        if self.position.in_check():
            text += "+" if self.position.legal() else "#"
        return text

    def choose(self, level):
        """A legal move of the engine; level 1 is the weakest and 7 the strongest."""
        raise NotImplementedError

    def ending(self):
        """WON, LOST or DRAWN for the player at the bottom; None while the game goes on."""
        position = self.position
        if not position.legal():
            if not position.in_check():
                return DRAWN
            return WON if position.turn else LOST
        if position.is_dead() or position.quiet >= 100:
            return DRAWN
        if position.quiet >= 8 and self.past.count(position.snapshot()) >= 2:
            return DRAWN
        return None

    def _make(self, move):
        snapshot = self.position.snapshot()
        self.position.make(move)
        if self.position.quiet:
            self.past.append(snapshot)
        else:
            self.past.clear()


def mirror(picture):
    """The board with its files in reverse."""
    return bytes(picture[index ^ 7] for index in range(len(picture)))


def mirror_move(text):
    """A move with its files in reverse; what is not a file stays as it is."""
    files = "abcdefgh"
    swap = lambda letter: files[7 - files.find(letter)] if letter in files else letter
    return swap(text[0]) + text[1] + swap(text[2]) + text[3:]


class PythonGame(Game):
    """A game against the engine written in Python."""

    def __init__(self, picture=None):
        super().__init__(picture)
        # Imported here, since a player who asks another machine needs no engine in memory.
        from .search import Search

        self.search = Search()

    def choose(self, level):
        from .search import NODES

        return self.search.think(self.position, self.past, NODES[level - 1])

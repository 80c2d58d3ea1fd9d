"""A touch-screen chess demo without the screen: the loop that such programs have, with `import sunfish` and
the generator's protocol, and no word about Mola. A finger touches squares; a grid remembers what is drawn.
"""

import asyncio

import sunfish as sf

GLYPHS = {"": "", "K": "\u2654", "Q": "\u2655", "R": "\u2656", "B": "\u2657", "N": "\u2658", "P": "\u2659"}
# The machine plays White and has opened with the king's pawn.
BLACK = b"rnbqkbnrpppp ppp            p                   PPPPPPPPRNBQKBNR"


def squares(board, invert):
    """What the grid shows on each square: a glyph, and whether it is the color of White."""
    letters = sf.get_board(board)
    while True:
        letter = next(letters)
        yield GLYPHS[letter.upper()], letter.isupper() ^ invert


def row_column(square):
    return 8 - int(square[1]), ord(square[0]) - ord("a")


class Screen:
    """A game on a screen; `finger` is an asynchronous function that gives a pair of touched squares."""

    def __init__(self, finger, invert=False, board=None):
        self.finger, self.invert, self.board = finger, invert, board
        self.grid = [None] * 64
        self.flashed, self.refused = [], 0

    def populate(self, board):
        shown = squares(board, self.invert)
        for index in range(64):
            self.grid[index] = next(shown)

    def flash(self, row, column):
        assert 0 <= row < 8 and 0 <= column < 8
        self.flashed.append((row, column))

    async def play_game(self):
        if self.board is not None:
            game = sf.game(self.board)
        else:
            game = sf.game(BLACK) if self.invert else sf.game()
        board, _ = next(game)
        while True:
            try:
                self.populate(board)
                await asyncio.sleep(0)
                board = None
                while board is None:
                    move = await self.finger(self)
                    board = game.send(move)
                    self.refused += board is None
                self.populate(board)
                await asyncio.sleep(0)
                board, reply = next(game)
                self.flash(*row_column(reply[:2]))
                self.flash(*row_column(reply[2:]))
            except StopIteration as stop:
                return stop.args[0]


def finger(*moves):
    """A finger that touches the squares of these moves, one after the other, and then rests on a corner."""
    waiting = list(moves)

    async def touch(screen):
        await asyncio.sleep(0)
        return waiting.pop(0) if waiting else "a1a1"

    return touch


async def play_everything():
    """Games as people play them on such a screen. Prints one line for each."""

    async def shown(name, expected, screen):
        result = await screen.play_game()
        assert result is expected, (name, result)
        drawn = sum(bool(glyph) for glyph, _ in screen.grid)
        assert 2 <= drawn <= 32 and len(screen.grid) == 64
        print("ok", name, "refused", screen.refused, "answers", len(screen.flashed) // 2)

    def rows(*text):
        return "".join(text).encode()

    empty = ["........"] * 5
    mate = rows("......k.", ".....ppp", *empty, "R...K...")
    await shown("mate, after two wrong touches", True, Screen(finger("a1b3", "a8a1", "a1a8"), board=mate))
    await shown("mate with the board turned", True, Screen(finger("a1a8"), invert=True, board=mate))
    lost = rows("r...k...", *empty, ".P...PPP", "......K.")
    sf.LEVEL = 5
    await shown("mated", False, Screen(finger("b2b3"), board=lost))
    stuck = rows(".......k", *empty, "........", "K....Q..")
    await shown("stalemate", None, Screen(finger("f1f7"), board=stuck))
    pawn = rows("......k.", "P....ppp", *empty, "....K...")
    await shown("promotion to a queen, with mate", True, Screen(finger("a7a8"), board=pawn))
    await shown("promotion to a rook, with mate", True, Screen(finger("a7a8r"), board=pawn))
    for invert in (False, True):
        sf.LEVEL = 1
        player = Clumsy()
        screen = Screen(player.touch, invert=invert)
        result = await screen.play_game()
        assert result in (True, False, None) and len(screen.flashed) > 10
        print("ok", "a whole game as", "Black," if invert else "White,", len(screen.flashed) // 2, "answers, ended", result)
    print("The demo runs.")


class Clumsy:
    """A player who tries touches at random until one is a move, and plays many."""

    def __init__(self):
        self.seed = 20

    def random(self, below):
        self.seed = (self.seed * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.seed >> 16) % below

    async def touch(self, screen):
        await asyncio.sleep(0)
        square = lambda: "abcdefgh"[self.random(8)] + "12345678"[self.random(8)]
        mine = [index for index in range(64) if screen.grid[index][0] and screen.grid[index][1] != screen.invert]
        index = mine[self.random(len(mine))]
        return "abcdefgh"[index % 8] + str(8 - index // 8) + square()

"""The laws of chess in little memory: one board that moves are made on and taken back from.

Squares are those of the engine mola-pocket, twelve rows of ten with a border around the board:

      a   b   c   d   e   f   g   h          one row up  = -10
 8   21  22  23  24  25  26  27  28          one file on = +1
 1   91  92  93  94  95  96  97  98

A piece is 1 to 6 (pawn, knight, bishop, rook, queen, king), plus 8 if it is black; 0 is an empty square
and 7 the border. A move is one small integer: start, target << 7, and << 14 what a pawn becomes.
"""

try:
    from micropython import const
except ImportError:  # Desktop Python runs this file too.

    def const(number):
        return number


PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = 1, 2, 3, 4, 5, 6
WHITE, BLACK = 0, 8
_BORDER = const(7)

LETTERS = " PNBRQK  pnbrqk"
_JUMPS = (-21, -19, -12, -8, 8, 12, 19, 21)
_STRAIGHT = (-10, -1, 1, 10)
_DIAGONAL = (-11, -9, 9, 11)
_ALL = _STRAIGHT + _DIAGONAL
_STEPS = ((), (), _JUMPS, _DIAGONAL, _STRAIGHT, _ALL, _ALL)

# What castling needs: its right, the king's way, the corner, and the squares between king and rook.
_CASTLINGS = (
    (WHITE, 1, 95, 97, 98, (96, 97)),
    (WHITE, 2, 95, 93, 91, (94, 93, 92)),
    (BLACK, 4, 25, 27, 28, (26, 27)),
    (BLACK, 8, 25, 23, 21, (24, 23, 22)),
)
# A right is lost when something leaves its corner or its king's home, or lands there.
_KEEPS = {91: 13, 95: 12, 98: 14, 21: 7, 25: 3, 28: 11}

START = b"rnbqkbnrpppppppp                                PPPPPPPPRNBQKBNR"


def squares():
    """The 64 squares from the top left, as boards are read."""
    for row in range(20, 100, 10):
        for column in range(1, 9):
            yield row + column


def square_name(square):
    return "abcdefgh"[square % 10 - 1] + "87654321"[square // 10 - 2]


def move_name(move):
    promotion = move >> 14
    return (
        square_name(move & 127) + square_name(move >> 7 & 127) + ("pnbrqk"[promotion - 1] if promotion else "")
    )


class Position:
    """A position. `moves`, `make` and `unmake` are quick and trusting; `legal` is what the laws allow."""

    def __init__(self, picture=START):
        """Reads 64 bytes from the top left, upper case for White, who is to move. Kings and rooks at
        home may castle. Raises ValueError if no game can stand like this."""
        self.board = board = bytearray(b"\x07" * 120)
        self.turn, self.castling, self.ep, self.quiet = WHITE, 0, 0, 0
        self.kings = [0, 0]
        pieces = [0, 0]
        if len(picture) != 64:
            raise ValueError("A board is 64 bytes.")
        for square, letter in zip(squares(), picture):
            letter = chr(letter)
            piece = 0 if letter == "." else LETTERS.find(letter)
            if piece < 0:
                raise ValueError("A board is made of the letters PNBRQKpnbrqk, spaces and dots.")
            board[square] = piece
            side = piece >> 3
            pieces[side] += piece > 0
            if piece & 7 == KING:
                if self.kings[side]:
                    raise ValueError("Each side needs exactly one king.")
                self.kings[side] = square
            if piece & 7 == PAWN and not 30 < square < 90:
                raise ValueError("A pawn stands on the first or the last row.")
        if not (self.kings[0] and self.kings[1]):
            raise ValueError("Each side needs exactly one king.")
        if max(pieces) > 16:
            raise ValueError("A side has more than sixteen pieces.")
        if self.attacked(self.kings[1], WHITE):
            raise ValueError("The side that is not to move is in check.")
        for side, right, home, _, corner, _ in _CASTLINGS:
            if board[home] == side | KING and board[corner] == side | ROOK:
                self.castling |= right

    def picture(self):
        """The position as 64 bytes from the top left."""
        return bytes(ord(LETTERS[self.board[square]]) for square in squares())

    def snapshot(self):
        """All that decides what can happen next, equal for equal positions as the laws count them."""
        ep = self.ep
        if ep and not any(move >> 7 & 127 == ep and self.board[move & 127] & 7 == PAWN for move in self.legal()):
            ep = 0
        return bytes(self.board) + bytes((self.turn, self.castling, ep))

    def attacked(self, square, by):
        """Whether a piece of the side `by` attacks the square."""
        board = self.board
        row = square - 10 if by else square + 10
        if board[row - 1] == by | PAWN or board[row + 1] == by | PAWN:
            return True
        knight = by | KNIGHT
        for step in _JUMPS:
            if board[square + step] == knight:
                return True
        king, queen = by | KING, by | QUEEN
        slider = by | ROOK
        for steps in (_STRAIGHT, _DIAGONAL):
            for step in steps:
                target = square + step
                if board[target] == king:
                    return True
                while not board[target]:
                    target += step
                piece = board[target]
                if piece == slider or piece == queen:
                    return True
            slider = by | BISHOP
        return False

    def in_check(self):
        return self.attacked(self.kings[self.turn >> 3], self.turn ^ 8)

    def moves(self, taking=False):
        """The moves of all pieces, without asking whether the king is left in check; with `taking` only
        those that take or make a queen."""
        board, turn, ep = self.board, self.turn, self.ep
        found = []
        forward = 10 if turn else -10
        for start in range(21, 99):
            piece = board[start]
            kind = piece & 7
            if kind == 0 or kind == _BORDER or piece & 8 != turn:
                continue
            if kind == PAWN:
                target = start + forward
                last = not 30 < target < 90
                if not board[target] and (last or not taking):
                    self._pawn(found, start, target, last, taking)
                    if not last and (start < 40 if turn else start > 80) and not board[target + forward]:
                        found.append(start | target + forward << 7)
                for side in (target - 1, target + 1):
                    piece = board[side]
                    if side == ep and ep or piece and piece != _BORDER and piece & 8 != turn:
                        self._pawn(found, start, side, last, taking)
                continue
            slides = BISHOP <= kind <= QUEEN
            for step in _STEPS[kind]:
                target = start + step
                while True:
                    piece = board[target]
                    if piece:
                        if piece != _BORDER and piece & 8 != turn:
                            found.append(start | target << 7)
                        break
                    if not taking:
                        found.append(start | target << 7)
                    if not slides:
                        break
                    target += step
        if self.castling and not taking:
            self._castle(found)
        return found

    @staticmethod
    def _pawn(found, start, target, last, taking):
        move = start | target << 7
        if not last:
            found.append(move)
            return
        found.append(move | QUEEN << 14)
        if not taking:
            for kind in (KNIGHT, ROOK, BISHOP):
                found.append(move | kind << 14)

    def _castle(self, found):
        for side, right, home, goal, _, between in _CASTLINGS:
            if (
                side == self.turn
                and self.castling & right
                and not any(self.board[square] for square in between)
                and not self.attacked(home, side ^ 8)
                and not self.attacked(between[0], side ^ 8)
            ):
                found.append(home | goal << 7)

    def make(self, move):
        """Plays a generated move, and returns what `unmake` needs."""
        board = self.board
        start, target, promotion = move & 127, move >> 7 & 127, move >> 14
        piece, taken = board[start], board[target]
        undo = (move, taken, self.castling, self.ep, self.quiet)
        kind = piece & 7
        board[start] = 0
        board[target] = self.turn | promotion if promotion else piece
        self.quiet += 1
        if taken or kind == PAWN:
            self.quiet = 0
        if kind == PAWN:
            if target == self.ep:
                board[target + (-10 if self.turn else 10)] = 0
            self.ep = 0
            # The right exists only where a pawn stands ready: otherwise equal positions would differ.
            pawn = self.turn ^ 8 | PAWN
            if abs(target - start) == 20 and (board[target - 1] == pawn or board[target + 1] == pawn):
                self.ep = (start + target) >> 1
        else:
            self.ep = 0
            if kind == KING:
                self.kings[self.turn >> 3] = target
                if abs(target - start) == 2:
                    corner = target + 1 if target > start else target - 2
                    board[(start + target) >> 1] = board[corner]
                    board[corner] = 0
        if self.castling:
            self.castling &= _KEEPS.get(start, 15) & _KEEPS.get(target, 15)
        self.turn ^= 8
        return undo

    def unmake(self, undo):
        """Takes the last move back."""
        move, taken, self.castling, self.ep, self.quiet = undo
        self.turn ^= 8
        board = self.board
        start, target = move & 127, move >> 7 & 127
        piece = self.turn | PAWN if move >> 14 else board[target]
        board[start] = piece
        board[target] = taken
        kind = piece & 7
        if kind == PAWN and target == self.ep:
            board[target + (-10 if self.turn else 10)] = self.turn ^ 8 | PAWN
        elif kind == KING:
            self.kings[self.turn >> 3] = start
            if abs(target - start) == 2:
                corner = target + 1 if target > start else target - 2
                board[corner] = self.turn | ROOK
                board[(start + target) >> 1] = 0

    def leaves_check(self):
        """Whether the side that has just moved left its king in check, which no move may."""
        return self.attacked(self.kings[(self.turn ^ 8) >> 3], self.turn)

    def legal(self):
        """All legal moves."""
        found = []
        for move in self.moves():
            undo = self.make(move)
            if not self.leaves_check():
                found.append(move)
            self.unmake(undo)
        return found

    def is_dead(self):
        """Whether nobody can ever give mate: two kings, alone or with one knight or bishop."""
        rest = [piece & 7 for piece in self.board if piece and piece != _BORDER and piece & 7 != KING]
        return not rest or len(rest) == 1 and KNIGHT <= rest[0] <= BISHOP

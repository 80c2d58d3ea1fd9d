"""The engine in Python, after mola-pocket: piece-square tables that give every move its value, and
MTD-bi, a binary search on the score over questions of the form "is it at least this much?".

Scores travel down the recursion as numbers, so that no node has to look at the whole board. The tables
are mixed once for each search, for the pieces that are on the board when it begins: a few plies do not
change that much, and a lone king can be hunted by the same means.
"""

from array import array

from .rules import BISHOP, KING, PAWN, ROOK, squares
from .tables import ENDGAME, MATERIAL, MIDDLEGAME

# Positions that the levels 1 to 7 look at. A microcontroller visits some hundred in a second.
NODES = (20, 60, 150, 400, 1000, 2500, 6000)

_MATE = 8000
_MATE_BAND = 7000
# The recursion is as deep as this at most: the stack of a microcontroller is small.
_MAX_PLY = 14
# The binary search stops when the score is known this well.
_ROUGHNESS = 10
# A move must come this close to gamma to be tried in quiescence, and with one ply left.
_DELTA = 120
# Slots of the table, ten bytes each.
_SLOTS = 1024

_FORCE = (0, 0, 1, 1, 2, 4, 0)
_FULL_FORCE = 24


class _Stop(Exception):
    """The nodes are used up."""


class Search:
    """An engine: the memory that it lends to one search after the other."""

    def __init__(self):
        self.table = _Table()
        self.keys = _keys()
        # The worth of each piece on each square to its owner.
        self.worth = [array("h", bytes(240)) if 0 < piece & 7 < 7 else None for piece in range(16)]

    def think(self, position, past, nodes):
        """The best move that this many nodes find. There must be a legal one. `past` holds the
        snapshots of earlier positions that may be repeated."""
        self.position = position
        self.nodes, self.limit = 0, nodes
        self.killers = [0] * _MAX_PLY
        # The keys of the game's positions, and while searching of those on the line.
        self.path = [self._key(snapshot, *snapshot[120:]) for snapshot in past]
        self.fair_to_pass = _fill(self.worth, position)
        self.root_move = best = position.legal()[0]
        board_key = self._key(position.board, position.turn, 0, 0)
        score = self._material()
        backup = bytes(position.board)
        state = (position.turn, position.castling, position.ep, position.quiet, list(position.kings))
        try:
            guess = 0
            for depth in range(1, _MAX_PLY):
                lower, upper, gamma, step = -_MATE, _MATE, guess, 12
                # The binary search. Invariant: lower <= score <= upper.
                while lower < upper - _ROUGHNESS:
                    found = self._bound(score, board_key, gamma, depth, 0, False)
                    if found >= gamma:
                        lower, best = found, self.root_move
                        gamma = max(min(found + step, (lower + upper + 1) // 2), lower + 1)
                    else:
                        upper = found
                        gamma = min(max(found + 1 - step, (lower + upper + 1) // 2), upper)
                    step *= 2
                guess = lower
                if abs(guess) >= _MATE_BAND and depth >= _MATE - abs(guess):
                    break
        except _Stop:
            # The line was left in the middle of its moves.
            position.board[:] = backup
            position.turn, position.castling, position.ep, position.quiet, position.kings = state
        return best

    def _bound(self, score, board_key, gamma, depth, ply, may_pass):
        """Whether the position is worth at least gamma: a result r >= gamma is a lower bound, one
        below gamma an upper bound. `score` and `board_key` belong to the position."""
        position = self.position
        self.nodes += 1
        if self.nodes > self.limit:
            raise _Stop
        path, keys = self.path, self.keys
        key = board_key ^ keys[0][position.castling] ^ keys[0][position.ep]
        # Draws: going round once is as good as going round twice.
        if ply and (position.quiet >= 100 or position.quiet >= 4 and key in path[-position.quiet :]):
            return 0
        if ply >= _MAX_PLY:
            return score
        # Check extension: a check is never the last word of a line.
        in_check = depth >= 0 and position.in_check()
        if in_check:
            depth += 1
        quiescent = depth <= 0
        table_move = 0
        if quiescent:
            # Stand pat: nobody is forced to take.
            if score >= gamma:
                return score
            best = score
        else:
            best = -_MATE
            table_move, bound, at_least = self.table.get(key, depth)
            if ply and bound is not None and (bound >= gamma if at_least else bound < gamma):
                return bound
            # Null move: if even passing is good enough, moving is too.
            if may_pass and self.fair_to_pass and depth >= 3 and not in_check and score >= gamma:
                saved = position.ep, position.quiet
                position.ep = position.quiet = 0
                position.turn ^= 8
                found = -self._bound(-score, board_key ^ 1, 1 - gamma, depth - 3, ply + 1, False)
                position.turn ^= 8
                position.ep, position.quiet = saved
                if found >= gamma:
                    return min(found, _MATE_BAND - 1)

        board, turn = position.board, position.turn
        king, enemy = position.kings[turn >> 3], turn ^ 8
        path.append(key)
        best_move = tried = 0
        pruned = False
        for ranked in self._ranked(quiescent, table_move, self.killers[ply]):
            move = ranked & 131071
            start, target = move & 127, move >> 7 & 127
            piece, taken = board[start], board[target]
            value, change = self._value(move, piece, taken)
            # Futility: near the leaves a move must have a chance to reach gamma.
            hope = score + value + _DELTA
            if hope < gamma and depth <= 1 and ply and not in_check and (quiescent or not taken):
                best = max(best, hope)
                pruned = True
                continue
            away = start - king
            exposed = in_check or quiescent or piece & 7 == KING or target == position.ep
            exposed = exposed or not (away % 9 and away % 10 and away % 11) or start // 10 == king // 10
            undo = position.make(move)
            if exposed and position.attacked(position.kings[turn >> 3], enemy):
                position.unmake(undo)
                continue
            tried += 1
            # Late move reduction: the moves after the first few seldom turn out best.
            late = depth >= 3 and tried > 4 and not (taken or in_check or move >> 14)
            child = board_key ^ change
            found = -self._bound(-score - value, child, 1 - gamma, depth - 1 - late, ply + 1, True)
            if late and found >= gamma:
                found = -self._bound(-score - value, child, 1 - gamma, depth - 1, ply + 1, True)
            position.unmake(undo)
            best = max(best, found)
            if found >= gamma:
                best_move = move
                if not ply:
                    self.root_move = move
                if not taken:
                    self.killers[ply] = move
                break
        path.pop()
        # Mate and stalemate; quiescence looks at some moves only and cannot tell.
        if not quiescent:
            if not tried and not pruned:
                return ply - _MATE if in_check else 0
            self.table.put(key, depth, best, best >= gamma, best_move)
        return best

    def _ranked(self, quiescent, table_move, killer):
        """The moves, best first: each with its rank in the bits above it."""
        board = self.position.board
        ranked = self.position.moves(quiescent)
        for index in range(len(ranked)):
            move = ranked[index]
            piece, taken = board[move & 127], board[move >> 7 & 127]
            rank = self._value(move, piece, taken)[0] + 2000
            if move == table_move:
                rank = 8191
            elif taken:
                # The most valuable victim first, taken by the least valuable piece.
                rank = 5000 + 64 * (taken & 7) - (piece & 7)
            elif move == killer:
                rank = 4500
            ranked[index] = rank << 17 | move
        ranked.sort(reverse=True)
        return ranked

    def _value(self, move, piece, taken):
        """What a move changes in the score of its side, and in the key of the pieces."""
        worth, keys = self.worth, self.keys
        start, target, promotion = move & 127, move >> 7 & 127, move >> 14
        turn = piece & 8
        landed = turn | promotion if promotion else piece
        value = worth[landed][target] - worth[piece][start]
        change = 1 ^ keys[piece][start] ^ keys[landed][target]
        if taken:
            value += worth[taken][target]
            change ^= keys[taken][target]
        elif piece & 7 == PAWN:
            if target == self.position.ep:
                pawn, square = turn ^ 8 | PAWN, target + (-10 if turn else 10)
                value += worth[pawn][square]
                change ^= keys[pawn][square]
        elif piece & 7 == KING and abs(target - start) == 2:
            rook, corner, crossed = turn | ROOK, target + 1 if target > start else target - 2, (start + target) >> 1
            value += worth[rook][crossed] - worth[rook][corner]
            change ^= keys[rook][crossed] ^ keys[rook][corner]
        return value, change

    def _material(self):
        score = 0
        for square in squares():
            piece = self.position.board[square]
            if piece:
                score += self.worth[piece][square] * (1 if piece & 8 == self.position.turn else -1)
        return score

    def _key(self, board, turn, castling, ep):
        keys = self.keys
        key = keys[0][castling] ^ keys[0][ep] ^ turn >> 3
        for square in squares():
            piece = board[square]
            if piece:
                key ^= keys[piece][square]
        return key


class _Table:
    """What the search has proved about positions: one bound and one good move each."""

    def __init__(self):
        self.checks = array("I", bytes(4 * _SLOTS))
        self.facts = array("I", bytes(4 * _SLOTS))
        self.scores = array("h", bytes(2 * _SLOTS))

    def get(self, key, depth):
        """A good move or 0, a bound or None, and whether it is a lower one."""
        slot = key % _SLOTS
        if self.checks[slot] != key:
            return 0, None, False
        fact = self.facts[slot]
        known = fact >> 18 >= depth
        return fact & 131071, self.scores[slot] if known else None, bool(fact >> 17 & 1)

    def put(self, key, depth, score, at_least, move):
        # Mates count from where they are seen and would be wrong elsewhere; their moves are not.
        if abs(score) >= _MATE_BAND:
            depth = 0
        slot = key % _SLOTS
        if not move and self.checks[slot] == key:
            move = self.facts[slot] & 131071
        self.checks[slot] = key
        self.facts[slot] = move | at_least << 17 | depth << 18
        self.scores[slot] = score


def _fill(worth, position):
    """Mixes the tables for the pieces on the board. Says whether passing is a fair question: kings and
    pawns alone may be in zugzwang."""
    pieces = [0] * 16
    for square in squares():
        pieces[position.board[square]] += 1
    force = [sum(_FORCE[kind] * pieces[side | kind] for kind in range(1, 7)) for side in (0, 8)]
    early = min(force[0] + force[1], _FULL_FORCE)
    late = _FULL_FORCE - early
    for kind in range(1, 7):
        ours, theirs = worth[kind], worth[8 | kind]
        middlegame, endgame, material = MIDDLEGAME[kind - 1], ENDGAME[kind - 1], MATERIAL[kind - 1]
        for square in squares():
            row, column = square // 10 - 2, square % 10
            half = row * 4 + (column - 1 if column <= 4 else 8 - column)
            mixed = (material[0] + middlegame[half]) * early + (material[1] + endgame[half]) * late
            ours[square] = theirs[90 - 10 * row + column] = mixed // _FULL_FORCE
    for prey in (0, 1):
        if sum(pieces[8 * prey + kind] for kind in range(1, 7)) == 1:
            _hunt(worth, position, prey, force[1 - prey] == 2 and pieces[8 - 8 * prey | BISHOP] == 1)
    return force[0] > 0 and force[1] > 0


def _hunt(worth, position, prey, by_bishop_and_knight):
    """A lone king is driven to the edge, by bishop and knight to the right corner, and the other king
    comes near."""
    bishop = 0
    for square in squares():
        if by_bishop_and_knight and position.board[square] & 7 == BISHOP:
            bishop = square
    hunted = position.kings[prey]
    for square in squares():
        row, column = square // 10 - 2, square % 10 - 1
        driven = abs(2 * row - 7) + abs(2 * column - 7) - 2
        if bishop:
            light = (bishop // 10 + bishop % 10) % 2 == 1
            driven = 5 * abs(row + column - 7 if light else row - column) + driven // 2
        apart = max(abs(square // 10 - hunted // 10), abs(square % 10 - hunted % 10))
        worth[8 * prey | KING][square] = -10 * driven
        worth[8 - 8 * prey | KING][square] = 12 * (7 - apart)


def _keys():
    """Random numbers of thirty bits, which every machine keeps without a heap, for pieces on squares. Those
    of the piece "none" are for castling rights and en passant. The lowest bit says whose turn it is."""
    state = 0x6D6F6C61
    keys = []
    for piece in range(16):
        row = array("I", bytes(480)) if piece & 7 != 7 and piece != 8 else None
        for square in range(120 if row else 0):
            # Knuth's generator MMIX, of which the upper bits are good.
            state = (state * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
            row[square] = state >> 34 << 1 & 0x3FFFFFFE
        keys.append(row)
    return keys

//! The turning board: 120 squares with a border, always seen by the player to move.
//!
//! After each move the board is turned around and the colors change places, so that the side to
//! move always sits at the bottom, owns the positive pieces and pushes its pawns up. Nothing in
//! the engine ever asks "white or black?"; only [`notation`](crate::notation) remembers it, to
//! talk to people. The idea is Sunfish's, and so are the names `ep` and `kp`.
//!
//! ```text
//!       a   b   c   d   e   f   g   h          one row up  = -10
//!  8   21  22  23  24  25  26  27  28          one file on = +1
//!  …                                           turning i   = 119 - i
//!  1   91  92  93  94  95  96  97  98          the border is 0–20, 99–119 and two columns
//! ```

use crate::eval::{FORCE, Pair, Values};
use core::num::NonZeroU16;

/// An index into the 120 squares of the board.
pub(crate) type Square = usize;

/// The corners of the board, as the player to move sees it.
pub(crate) const A8: Square = 21;
pub(crate) const H8: Square = 28;
pub(crate) const A1: Square = 91;
pub(crate) const H1: Square = 98;

pub(crate) const EMPTY: i8 = 0;
pub(crate) const PAWN: i8 = 1;
pub(crate) const KNIGHT: i8 = 2;
pub(crate) const BISHOP: i8 = 3;
pub(crate) const ROOK: i8 = 4;
pub(crate) const QUEEN: i8 = 5;
pub(crate) const KING: i8 = 6;
/// Turning the board negates every square. -128 and 0 are the two bytes that are their own
/// negative, so the border and the empty squares stay what they are.
pub(crate) const BORDER: i8 = i8::MIN;

/// One row up, where our pawns go.
const NORTH: isize = -10;
/// The four straight directions, then the four diagonal ones, then the knight's eight jumps: every
/// piece but the pawn moves along a slice of this.
const COMPASS: [isize; 16] = [-10, 1, 10, -1, -9, 11, 9, -11, -19, -8, 12, 21, 19, 8, -12, -21];
const PAWN_STEPS: [isize; 4] = [NORTH, 2 * NORTH, NORTH - 1, NORTH + 1];

/// The steps a piece of ours can take.
fn directions(piece: i8) -> &'static [isize] {
    match piece {
        PAWN => &PAWN_STEPS,
        KNIGHT => &COMPASS[8..],
        BISHOP => &COMPASS[4..8],
        ROOK => &COMPASS[..4],
        _ => &COMPASS[..8],
    }
}

/// The square `step` away. The border is two rows high, so a step from a real square never leaves
/// the array.
fn along(square: Square, step: isize) -> Square {
    square.wrapping_add_signed(step)
}

/// A move as the mover sees it: two squares and the piece a pawn becomes.
///
/// Seven bits each for the squares and two for the promotion fill sixteen bits. No square is 0, so
/// `Option<Move>` needs no more room than `Move`. It means nothing without its [`Position`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    pub(crate) fn new(from: Square, to: Square, promotion: i8) -> Self {
        // A move without promotion carries the queen's bits, which are read only for a pawn that
        // reaches the last row.
        let code = (from | to << 7 | ((promotion - KNIGHT) as usize) << 14) as u16;
        Self(NonZeroU16::new(code).unwrap_or(NonZeroU16::MIN))
    }

    pub(crate) fn from(self) -> Square {
        usize::from(self.0.get()) & 127
    }

    pub(crate) fn to(self) -> Square {
        usize::from(self.0.get()) >> 7 & 127
    }

    pub(crate) fn promotion(self) -> i8 {
        (self.0.get() >> 14) as i8 + KNIGHT
    }
}

/// What is kept of one player, with squares as this player sees them: turning the board swaps two
/// of these, and nothing in them has to be computed anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Side {
    /// The hash of the pieces and their squares.
    key: u64,
    /// The sum of the piece-square tables, for middlegame and endgame.
    pub(crate) score: Pair,
    pub(crate) king: u8,
    /// How many pieces there are: a lone king is hunted by other rules.
    pub(crate) pieces: i8,
    /// How strong the pieces are, in minor pieces; pawns and king count nothing.
    pub(crate) force: i8,
    /// Castling rights: bit 0 with the rook on the left, bit 1 with the rook on the right.
    pub(crate) castling: u8,
}

/// A legal position, seen by the player to move.
///
/// What has to agree (squares, scores, keys, counts) is private and changes together in `set`.
/// A position is made by [`Position::START`], [`Position::from_fen`],
/// [`Position::from_board64`] and [`Position::play`], and all of these refuse what the rules refuse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(crate) board: [i8; 120],
    /// The player to move, and the opponent.
    pub(crate) sides: [Side; 2],
    /// The square where a pawn of ours can take en passant, or 0.
    pub(crate) ep: u8,
    /// The square that the opponent's king has just crossed by castling, or 0. Attacking it, or
    /// where the king came from, shows that the castling was illegal.
    pub(crate) kp: u8,
    /// Plies since a capture or a pawn move; a hundred of them are a draw.
    pub(crate) quiet: u8,
    /// True when black is to move. Only notation asks.
    pub(crate) turned: bool,
    /// What pieces are worth, and how the search bets.
    pub(crate) values: &'static Values,
}

impl Position {
    /// The position at the start of a game.
    pub const START: Self = {
        let back = [ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK];
        let mut position = Self::empty(Values::MOLA);
        let mut file = 0;
        while file < 8 {
            position.set(A8 + file, -back[file]);
            position.set(A8 + 10 + file, -PAWN);
            position.set(A1 - 10 + file, PAWN);
            position.set(A1 + file, back[file]);
            file += 1;
        }
        position.sides[0].castling = 3;
        position.sides[1].castling = 3;
        position
    };

    /// A board with nothing on it, to put pieces on.
    pub(crate) const fn empty(values: &'static Values) -> Self {
        let mut board = [BORDER; 120];
        let mut index = 0;
        while index < 64 {
            board[A8 + index / 8 * 10 + index % 8] = EMPTY;
            index += 1;
        }
        let nobody = Side { key: 0, score: 0, king: 0, pieces: 0, force: 0, castling: 0 };
        Self { board, sides: [nobody; 2], ep: 0, kp: 0, quiet: 0, turned: false, values }
    }

    /// Puts a piece, or nobody, on a square, in place of whoever stood there. All sums follow.
    pub(crate) const fn set(&mut self, square: Square, piece: i8) {
        self.count(square, self.board[square], -1);
        self.count(square, piece, 1);
        self.board[square] = piece;
    }

    /// Adds a piece to everything that is a sum over the pieces, or subtracts it.
    const fn count(&mut self, square: Square, piece: i8, sign: i8) {
        if piece == EMPTY {
            return;
        }
        let (kind, own) = if piece < 0 { (-piece as usize, 119 - square) } else { (piece as usize, square) };
        let side = &mut self.sides[(piece < 0) as usize];
        side.key ^= KEYS[kind][own];
        side.score += sign as i32 * self.values.worth[kind][own];
        side.pieces += sign;
        side.force += sign * FORCE[kind];
        if kind == KING as usize {
            side.king = own as u8;
        }
    }

    /// A hash of everything that decides what can happen next, equal for equal positions. The
    /// counter of quiet plies is left out, and so is the color of the player to move: a position
    /// and its turned image with the colors exchanged are the same problem.
    pub const fn key(&self) -> u64 {
        // The keys of the piece "none" are free for other uses. The squares from 100 on are border,
        // where `ep` never is, and leave room for the sixteen sets of castling rights.
        let [ours, theirs] = &self.sides;
        let rights = 100 + (ours.castling | theirs.castling << 2) as usize;
        ours.key ^ theirs.key.rotate_left(32) ^ KEYS[0][self.ep as usize] ^ KEYS[0][rights]
    }

    /// Whether black is to move, in the colors people use.
    pub const fn black_to_move(&self) -> bool {
        self.turned
    }

    /// Plies since the last capture or pawn move.
    pub const fn quiet_plies(&self) -> u8 {
        self.quiet
    }

    /// Turns the board around: the other player sits down. What the last move allowed is over.
    pub(crate) fn turn(&mut self) {
        self.board.reverse();
        self.board.iter_mut().for_each(|piece| *piece = piece.wrapping_neg());
        self.sides.swap(0, 1);
        (self.ep, self.kp) = (0, 0);
        self.turned = !self.turned;
    }

    /// Calls `emit` with each move the pieces can make, without asking whether our king is
    /// left in check: one loop over pieces, directions and steps.
    pub(crate) fn gen_moves(&self, mut emit: impl FnMut(Move)) {
        for from in A8..=H1 {
            let piece = self.board[from];
            if piece <= EMPTY {
                continue;
            }
            for &step in directions(piece) {
                let mut to = from;
                loop {
                    to = along(to, step);
                    let target = self.board[to];
                    if target > EMPTY || target == BORDER {
                        break;
                    }
                    if piece == PAWN {
                        // A pawn takes on the diagonals, and only there.
                        let takes = target != EMPTY || to == usize::from(self.ep);
                        let jumps = step == 2 * NORTH;
                        if takes != (step % 10 != 0)
                            || jumps && (from < A1 - 10 || self.board[along(from, NORTH)] != EMPTY)
                        {
                            break;
                        }
                        if to <= H8 {
                            for promotion in [KNIGHT, ROOK, BISHOP] {
                                emit(Move::new(from, to, promotion));
                            }
                        }
                    }
                    emit(Move::new(from, to, QUEEN));
                    if target != EMPTY || matches!(piece, PAWN | KNIGHT | KING) {
                        break;
                    }
                    // Castling is a rook that has slid up to its king. On a turned board the king
                    // stands on the d-file, and nothing here needs to know.
                    if from == A1 && self.board[to + 1] == KING && self.sides[0].castling & 1 != 0 {
                        emit(Move::new(to + 1, to - 1, QUEEN));
                    }
                    if from == H1 && self.board[to - 1] == KING && self.sides[0].castling & 2 != 0 {
                        emit(Move::new(to - 1, to + 1, QUEEN));
                    }
                }
            }
        }
    }

    /// Whether a piece of the player `side` (1: to move, -1: the opponent) attacks the square. Looks
    /// outward from the square, as if each kind of piece stood there.
    fn attacked(&self, square: Square, side: i8) -> bool {
        COMPASS.iter().enumerate().any(|(index, &step)| {
            let mut to = along(square, step);
            match self.board[to].wrapping_mul(side) {
                near if index >= 8 => return near == KNIGHT,
                KING => return true,
                // A pawn attacks upwards, so it is seen by looking down, and the opponent's by looking up.
                PAWN if index >= 4 && (step > 0) == (side > 0) => return true,
                _ => {}
            }
            while self.board[to] == EMPTY {
                to = along(to, step);
            }
            let far = self.board[to].wrapping_mul(side);
            far == QUEEN || far == if index < 4 { ROOK } else { BISHOP }
        })
    }

    /// Whether the player to move is in check.
    pub fn in_check(&self) -> bool {
        self.attacked(self.sides[0].king.into(), -1)
    }

    /// Whether the player to move could take the opponent's king, or could have taken it on its
    /// way through a castling. The move that led here was then illegal.
    pub(crate) fn king_hangs(&self) -> bool {
        let (king, crossed) = (119 - usize::from(self.sides[1].king), usize::from(self.kp));
        self.attacked(king, 1)
            || crossed != 0 && (self.attacked(crossed, 1) || self.attacked(2 * crossed - king, 1))
    }

    /// Plays a generated move, legal or not, and turns the board. Check `king_hangs` afterwards.
    // Never inlined, as `pass`.
    #[inline(never)]
    pub(crate) fn after(&self, chosen: Move) -> Self {
        let (from, to) = (chosen.from(), chosen.to());
        let piece = self.board[from];
        let mut next = *self;
        next.set(from, EMPTY);
        next.set(to, if self.promotes(chosen) { chosen.promotion() } else { piece });
        let irreversible = piece == PAWN || self.board[to] != EMPTY;
        next.quiet = if irreversible { 0 } else { self.quiet.saturating_add(1) };
        // A right is lost when its rook leaves the corner or is taken there, or the king moves.
        next.sides[0].castling &= !(u8::from(from == A1) | u8::from(from == H1) << 1);
        next.sides[1].castling &= !(u8::from(to == H8) | u8::from(to == A8) << 1);
        let (mut ep, mut kp) = (0, 0);
        if piece == KING {
            next.sides[0].castling = 0;
            if from.abs_diff(to) == 2 {
                let crossed = usize::midpoint(from, to);
                next.set(if to < from { A1 } else { H1 }, EMPTY);
                next.set(crossed, ROOK);
                kp = 119 - crossed;
            }
        } else if piece == PAWN {
            if to == usize::from(self.ep) {
                next.set(to + 10, EMPTY);
            }
            // The right to take en passant exists only if a pawn stands ready to do so; otherwise
            // two equal positions would get different keys and a repetition would be missed.
            if from - to == 20 && (self.board[to - 1] == -PAWN || self.board[to + 1] == -PAWN) {
                ep = 119 - (to + 10);
            }
        }
        next.turn();
        (next.ep, next.kp) = (ep as u8, kp as u8);
        next
    }

    /// Whether a move makes a pawn a piece.
    pub(crate) fn promotes(&self, chosen: Move) -> bool {
        self.board[chosen.from()] == PAWN && chosen.to() <= H8
    }

    /// Whether a move neither takes nor promotes. Taking en passant passes for quiet.
    pub(crate) fn is_quiet(&self, chosen: Move) -> bool {
        self.board[chosen.to()] == EMPTY && !self.promotes(chosen)
    }

    /// Passes: the null move, which only the search plays.
    // Inlined, its copies of the board would widen every frame of the recursion that calls it.
    #[inline(never)]
    pub(crate) fn pass(&self) -> Self {
        // What came before a pass can't be repeated after it by real moves.
        let mut next = Self { quiet: 0, ..*self };
        next.turn();
        next
    }

    /// Calls `each` with every legal move and the position after it.
    pub fn for_each_legal(&self, mut each: impl FnMut(Move, &Position)) {
        self.gen_moves(|candidate| {
            let next = self.after(candidate);
            if !next.king_hangs() {
                each(candidate, &next);
            }
        });
    }

    /// The position after a move, or `None` if the move isn't legal here.
    pub fn play(&self, chosen: Move) -> Option<Self> {
        let mut found = None;
        self.gen_moves(|candidate| found = found.or((candidate == chosen).then_some(candidate)));
        found.map(|chosen| self.after(chosen)).filter(|next| !next.king_hangs())
    }

    /// Whether neither side can ever give mate: two kings alone, or with one knight or bishop.
    pub(crate) fn is_dead(&self) -> bool {
        let [ours, theirs] = self.sides;
        ours.pieces + theirs.pieces == 2 || ours.pieces + theirs.pieces == 3 && ours.force + theirs.force == 1
    }
}

/// One random number for each kind of piece on each square.
static KEYS: [[u64; 120]; 7] = {
    let mut keys = [[0; 120]; 7];
    // SplitMix64 (Steele, Lea and Flood 2014), run by the compiler.
    let mut state: u64 = 0x6d6f_6c61; // "mola"
    let mut index = 0;
    while index < 7 * 120 {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        keys[index / 120][index % 120] = mixed ^ mixed >> 31;
        index += 1;
    }
    keys
};

#[cfg(test)]
mod tests;

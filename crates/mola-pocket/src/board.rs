//! The turning board: 120 squares with a border, always seen by the player to move.
//!
//! After each move the board is turned around and the colors change places, so that the side to
//! move always sits at the bottom, owns the positive pieces and pushes its pawns up. Nothing in
//! the engine ever asks "white or black?"; only [`notation`](crate::notation) remembers it, to
//! talk to people. The idea is Sunfish's, and so are the names `wc`, `bc`, `ep` and `kp`.
//!
//! ```text
//!       a   b   c   d   e   f   g   h          one row up  = -10
//!  8   21  22  23  24  25  26  27  28          one file on = +1
//!  …                                           turning i   = 119 - i
//!  1   91  92  93  94  95  96  97  98          the border is 0–20, 99–119 and two columns
//! ```

use crate::eval::{self, Pair};
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

const NORTH: isize = -10;
const EAST: isize = 1;
const SOUTH: isize = 10;
const WEST: isize = -1;

/// The four straight directions, then the four diagonal ones, then the knight's eight jumps: every
/// piece but the pawn moves along a slice of this.
const COMPASS: [isize; 16] = [
    NORTH,
    EAST,
    SOUTH,
    WEST,
    NORTH + EAST,
    SOUTH + EAST,
    SOUTH + WEST,
    NORTH + WEST,
    2 * NORTH + EAST,
    NORTH + 2 * EAST,
    SOUTH + 2 * EAST,
    2 * SOUTH + EAST,
    2 * SOUTH + WEST,
    SOUTH + 2 * WEST,
    NORTH + 2 * WEST,
    2 * NORTH + WEST,
];
const PAWN_STEPS: [isize; 4] = [NORTH, 2 * NORTH, NORTH + WEST, NORTH + EAST];

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

const _: () = assert!(size_of::<Option<Move>>() == 2);

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

/// A legal position, seen by the player to move.
///
/// What has to agree (squares, score, keys, counts) is private and changes together in `put` and
/// `lift`. A position is made by [`Position::START`], [`Position::from_fen`],
/// [`Position::from_board64`] and [`Position::play`], and all of these refuse what the rules refuse.
///
/// Pairs of values belong to (the player to move, the opponent).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(crate) board: [i8; 120],
    /// The hash of the pieces as each of the two players sees them: turning swaps the two, and no
    /// key ever has to be computed anew.
    keys: [u64; 2],
    /// The sum of the piece-square tables, ours less theirs, for middlegame and endgame.
    pub(crate) score: Pair,
    pub(crate) kings: [u8; 2],
    /// How many men each player has: a lone king is hunted by other rules.
    pub(crate) men: [u8; 2],
    /// How strong each player's pieces are, in minor pieces; pawns and king count nothing.
    pub(crate) force: [u8; 2],
    /// Castling rights: bit 0 with the rook on our left, bit 1 with the rook on our right.
    pub(crate) wc: u8,
    /// The opponent's castling rights, from the opponent's chair.
    pub(crate) bc: u8,
    /// The square where a pawn of ours can take en passant, or 0.
    pub(crate) ep: u8,
    /// The square that the opponent's king has just crossed by castling, or 0. Attacking it, or
    /// where the king came from, shows that the castling was illegal.
    pub(crate) kp: u8,
    /// Plies since a capture or a pawn move; a hundred of them are a draw.
    pub(crate) quiet: u8,
    /// True when black is to move. Only notation asks.
    pub(crate) turned: bool,
}

impl Position {
    /// The position at the start of a game.
    pub const START: Self = Self::start();

    /// A board with nothing on it, to put pieces on.
    pub(crate) const fn empty() -> Self {
        let mut board = [BORDER; 120];
        let mut square = A8;
        while square <= H1 {
            if matches!(square % 10, 1..=8) {
                board[square] = EMPTY;
            }
            square += 1;
        }
        Self {
            board,
            keys: [0; 2],
            score: 0,
            kings: [0; 2],
            men: [0; 2],
            force: [0; 2],
            wc: 0,
            bc: 0,
            ep: 0,
            kp: 0,
            quiet: 0,
            turned: false,
        }
    }

    const fn start() -> Self {
        const BACK: [i8; 8] = [ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK];
        let mut position = Self::empty();
        let mut file = 0;
        while file < 8 {
            position.put(A8 + file, -BACK[file]);
            position.put(A8 + 10 + file, -PAWN);
            position.put(A1 - 10 + file, PAWN);
            position.put(A1 + file, BACK[file]);
            file += 1;
        }
        position.wc = 3;
        position.bc = 3;
        position
    }

    /// Puts a man on an empty square.
    pub(crate) const fn put(&mut self, square: Square, piece: i8) {
        self.board[square] = piece;
        self.count(square, piece, 1);
        if piece == KING || piece == -KING {
            self.kings[(piece < 0) as usize] = square as u8;
        }
    }

    /// Takes the man off a square.
    const fn lift(&mut self, square: Square) {
        let piece = self.board[square];
        self.board[square] = EMPTY;
        self.count(square, piece, -1);
    }

    /// Everything that is a sum over the men, kept up to date.
    const fn count(&mut self, square: Square, piece: i8, sign: i8) {
        let theirs = (piece < 0) as usize;
        self.score += sign as i32 * eval::worth(piece, square);
        self.men[theirs] = self.men[theirs].wrapping_add_signed(sign);
        self.force[theirs] = self.force[theirs].wrapping_add_signed(sign * eval::force(piece));
        self.keys[0] ^= key_of(piece, square);
        self.keys[1] ^= key_of(-piece, 119 - square);
    }

    /// A hash of everything that decides what can happen next, equal for equal positions. The
    /// counter of quiet plies is left out, and so is the color of the player to move: a position
    /// and its turned image with the colors exchanged are the same problem.
    pub const fn key(&self) -> u64 {
        // The keys of the piece "none" are free for other uses. The squares from 100 on are border,
        // where `ep` never is, and leave room for the sixteen sets of castling rights.
        let rights = 100 + (self.wc | self.bc << 2) as usize;
        self.keys[0] ^ key_of(EMPTY, self.ep as usize) ^ key_of(EMPTY, rights)
    }

    /// Whether black is to move, in the colors people use.
    pub const fn black_to_move(&self) -> bool {
        self.turned
    }

    /// Plies since the last capture or pawn move.
    pub const fn quiet_plies(&self) -> u8 {
        self.quiet
    }

    /// Turns the board around: the other player sits down.
    pub(crate) fn turn(&mut self) {
        let before = self.board;
        // The two border rows at each end look the same from both sides.
        for square in 20..100 {
            self.board[square] = before[119 - square].wrapping_neg();
        }
        let [ours, theirs] = self.kings;
        self.kings = [119 - theirs, 119 - ours];
        self.keys.swap(0, 1);
        self.men.swap(0, 1);
        self.force.swap(0, 1);
        core::mem::swap(&mut self.wc, &mut self.bc);
        self.score = -self.score;
        self.ep = if self.ep == 0 { 0 } else { 119 - self.ep };
        self.kp = if self.kp == 0 { 0 } else { 119 - self.kp };
        self.turned = !self.turned;
    }

    /// Calls `emit` with each move the pieces can make, without asking whether our king is
    /// left in check: one loop over men, directions and steps.
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
                        let straight = step == NORTH || step == 2 * NORTH;
                        let jump_is_barred =
                            step == 2 * NORTH && (from < A1 - 10 || self.board[along(from, NORTH)] != EMPTY);
                        let takes_nothing = target == EMPTY && to != usize::from(self.ep);
                        if straight && target != EMPTY || jump_is_barred || !straight && takes_nothing {
                            break;
                        }
                        if to <= H8 {
                            for promotion in [QUEEN, KNIGHT, ROOK, BISHOP] {
                                emit(Move::new(from, to, promotion));
                            }
                            break;
                        }
                    }
                    emit(Move::new(from, to, QUEEN));
                    if target != EMPTY || matches!(piece, PAWN | KNIGHT | KING) {
                        break;
                    }
                    // Castling is a rook that has slid up to its king. On a turned board the king
                    // stands on the d-file, and nothing here needs to know.
                    if from == A1 && self.board[to + 1] == KING && self.wc & 1 != 0 {
                        emit(Move::new(to + 1, to - 1, QUEEN));
                    }
                    if from == H1 && self.board[to - 1] == KING && self.wc & 2 != 0 {
                        emit(Move::new(to - 1, to + 1, QUEEN));
                    }
                }
            }
        }
    }

    /// Whether a man of the player `side` (1: to move, -1: the opponent) attacks the square. Looks
    /// outward from the square, as if each kind of piece stood there.
    fn attacked(&self, square: Square, side: i8) -> bool {
        let pawn_row = along(square, if side > 0 { SOUTH } else { NORTH });
        if self.board[pawn_row - 1] == side * PAWN || self.board[pawn_row + 1] == side * PAWN {
            return true;
        }
        if COMPASS[8..].iter().any(|&jump| self.board[along(square, jump)] == side * KNIGHT) {
            return true;
        }
        COMPASS[..8].iter().enumerate().any(|(index, &step)| {
            let slider = if index < 4 { ROOK } else { BISHOP };
            let mut to = along(square, step);
            if self.board[to] == side * KING {
                return true;
            }
            while self.board[to] == EMPTY {
                to = along(to, step);
            }
            self.board[to] == side * slider || self.board[to] == side * QUEEN
        })
    }

    /// Whether the player to move is in check.
    pub fn in_check(&self) -> bool {
        self.attacked(self.kings[0].into(), -1)
    }

    /// Whether the player to move could take the opponent's king, or could have taken it on its
    /// way through a castling. The move that led here was then illegal.
    pub(crate) fn king_hangs(&self) -> bool {
        let (king, crossed) = (usize::from(self.kings[1]), usize::from(self.kp));
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
        next.quiet = if piece == PAWN || self.board[to] != EMPTY { 0 } else { self.quiet.saturating_add(1) };
        (next.ep, next.kp) = (0, 0);
        next.lift(from);
        if self.board[to] != EMPTY {
            next.lift(to);
        }
        next.put(to, if piece == PAWN && to <= H8 { chosen.promotion() } else { piece });
        // A right is lost when its rook leaves the corner or is taken there, or the king moves.
        next.wc &= !(u8::from(from == A1) | u8::from(from == H1) << 1);
        next.bc &= !(u8::from(to == H8) | u8::from(to == A8) << 1);
        if piece == KING {
            next.wc = 0;
            if from.abs_diff(to) == 2 {
                let crossed = usize::midpoint(from, to);
                next.lift(if to < from { A1 } else { H1 });
                next.put(crossed, ROOK);
                next.kp = crossed as u8;
            }
        }
        if piece == PAWN {
            if to == usize::from(self.ep) {
                next.lift(to + 10);
            }
            // The right to take en passant exists only if a pawn stands ready to do so; otherwise
            // two equal positions would get different keys and a repetition would be missed.
            if from - to == 20 && (self.board[to - 1] == -PAWN || self.board[to + 1] == -PAWN) {
                next.ep = (to + 10) as u8;
            }
        }
        next.turn();
        next
    }

    /// Whether a move neither takes nor promotes. Taking en passant passes for quiet.
    pub(crate) fn is_quiet(&self, chosen: Move) -> bool {
        let promotes = self.board[chosen.from()] == PAWN && chosen.to() <= H8;
        self.board[chosen.to()] == EMPTY && !promotes
    }

    /// Passes: the null move, which only the search plays.
    // Inlined, its copies of the board would widen every frame of the recursion that calls it.
    #[inline(never)]
    pub(crate) fn pass(&self) -> Self {
        let mut next = *self;
        (next.ep, next.kp) = (0, 0);
        // What came before a pass can't be repeated after it by real moves.
        next.quiet = 0;
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
        self.for_each_legal(|candidate, next| {
            if candidate == chosen {
                found = Some(*next);
            }
        });
        found
    }

    /// Whether neither side can ever give mate: two kings alone, or with one knight or bishop.
    pub(crate) fn is_dead(&self) -> bool {
        match self.men[0] + self.men[1] {
            2 => true,
            3 => self.force[0] + self.force[1] == 1,
            _ => false,
        }
    }
}

/// One random number for each kind of man on each square, in the order of -6 to 6.
static KEYS: [[u64; 120]; 13] = {
    let mut keys = [[0; 120]; 13];
    // SplitMix64 (Steele, Lea and Flood 2014), run by the compiler.
    let mut state: u64 = 0x6d6f_6c61; // "mola"
    let mut kind = 0;
    while kind < 13 {
        let mut square = 0;
        while square < 120 {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = state;
            mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            keys[kind][square] = mixed ^ mixed >> 31;
            square += 1;
        }
        kind += 1;
    }
    keys
};

const fn key_of(piece: i8, square: Square) -> u64 {
    KEYS[(piece + KING) as usize][square]
}

#[cfg(test)]
mod tests;

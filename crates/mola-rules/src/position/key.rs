//! Zobrist keys: a random number for everything that makes two positions different, all of them
//! combined by exclusive or, so that a move changes the key by what it changes on the board.

use super::Position;
use crate::{Bitboard, Board, Color, Move, Piece, Role, Square};

/// Whose turn it is: in the key when Black is to move.
pub(super) const BLACK_TO_MOVE: u64 = mix(0);

/// A castling right, by the square of its rook, or the square of an en passant capture: they never
/// meet, since rooks castle on the outermost ranks.
static SPECIAL: [u64; 64] = squares(1);

/// A piece of either color on a square, by its role; the last row, of zeros, is for no piece.
static PIECES: [[[u64; 64]; 7]; 2] = {
    let mut keys = [[[0; 64]; 7]; 2];
    let mut index = 0;
    while index < 12 {
        keys[index / 6][index % 6] = squares(index as u64 + 2);
        index += 1;
    }
    keys
};

const fn squares(salt: u64) -> [u64; 64] {
    let mut keys = [0; 64];
    let mut index = 0;
    while index < 64 {
        keys[index] = mix(salt << 6 | index as u64);
        index += 1;
    }
    keys
}

/// The `SplitMix64` finalizer: consecutive numbers in, independent-looking bits out.
const fn mix(number: u64) -> u64 {
    let mut bits = number.wrapping_add(1).wrapping_mul(0x9E3779B97F4A7C15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58476D1CE4E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D049BB133111EB);
    bits ^ bits >> 31
}

/// What a piece on a square adds to the key.
#[inline(always)]
pub(super) fn piece(color: Color, role: Role, square: Square) -> u64 {
    PIECES[color as usize][role as usize][square as usize]
}

/// What a piece that may or may not stand on a square adds to the key.
#[inline(always)]
pub(super) fn captured(color: Color, role: Option<Role>, square: Square) -> u64 {
    let row = match role {
        Some(role) => role as usize,
        None => 6,
    };
    PIECES[color as usize][row][square as usize]
}

/// What a castling rook or an en passant square adds to the key.
#[inline(always)]
pub(super) fn special(square: Square) -> u64 {
    SPECIAL[square as usize]
}

/// The key from scratch.
pub(super) fn of(board: &Board, turn: Color, specials: Bitboard) -> u64 {
    let mut key = if turn == Color::Black { BLACK_TO_MOVE } else { 0 };
    for (square, Piece { color, role }) in board.placed() {
        key ^= piece(color, role, square);
    }
    for square in specials {
        key ^= special(square);
    }
    key
}

impl Position {
    /// The key after a legal move, quickly: right unless the move castles, promotes, captures en passant, or
    /// changes what may be done so. Good for fetching early what will be wanted of the next position.
    ///
    /// ```
    /// use mola_rules::Position;
    /// let start = Position::start();
    /// let m = start.parse_san("Nf3").unwrap();
    /// let mut moved = start;
    /// moved.play(m).unwrap();
    /// assert_eq!(start.likely_key_after(m), moved.key());
    /// ```
    #[inline]
    pub fn likely_key_after(&self, m: Move) -> u64 {
        let (turn, role, to) = (self.turn, m.role(), m.to());
        let moved = piece(turn, role, m.from()) ^ piece(turn, role, to);
        self.key ^ BLACK_TO_MOVE ^ moved ^ captured(!turn, self.role_at(to), to)
    }

    /// By what a move of a piece to an empty square changes the key, to and fro alike.
    ///
    /// ```
    /// use mola_rules::{Color, Position, Role, Square};
    /// let start = Position::start();
    /// let mut moved = start;
    /// moved.play(start.parse_san("Nf3").unwrap()).unwrap();
    /// let change = Position::key_change(Role::Knight.of(Color::White), Square::G1, Square::F3);
    /// assert_eq!(start.key() ^ change, moved.key());
    /// ```
    pub fn key_change(moving: Piece, from: Square, to: Square) -> u64 {
        BLACK_TO_MOVE ^ piece(moving.color, moving.role, from) ^ piece(moving.color, moving.role, to)
    }

    /// The key computed from the pieces alone. It always equals [`Position::key`]; tests see to that.
    ///
    /// ```
    /// let start = mola_rules::Position::start();
    /// assert_eq!(start.key(), start.key_from_scratch());
    /// ```
    pub fn key_from_scratch(&self) -> u64 {
        of(&self.board, self.turn, self.special)
    }
}

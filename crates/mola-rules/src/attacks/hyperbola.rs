//! Sliders by arithmetic: hyperbola quintessence, for targets without room for tables.
//!
//! On one line, with the slider at bit `s` and the taken squares `o`, subtracting `2s` from `o`
//! borrows from the first blocker above the slider: `o ^ (o - 2s)` are the squares up to it. Turning
//! the board around does the same for the other direction. A byte swap turns files and diagonals
//! around; a rank lies within one byte, which it does not, so ranks read a table of 512 bytes.
//!
//! ```
//! use mola_rules::{Bitboard, Square, attacks::hyperbola};
//! assert_eq!(hyperbola::bishop(Square::D4, Bitboard::EMPTY).count(), 13);
//! ```

use super::rays;
use crate::{Bitboard, Square};

/// The name of this form.
///
/// ```
/// assert_eq!(mola_rules::attacks::hyperbola::FORM, "hyperbola");
/// ```
pub const FORM: &str = "hyperbola";

/// What the tables of this form occupy.
#[cfg(test)]
pub(super) const TABLE_BYTES: usize = size_of_val(&DIAGONALS) + size_of_val(&FIRST_RANK);

/// The diagonal and the anti-diagonal through each square, without the square itself.
static DIAGONALS: [[Bitboard; 2]; 64] = {
    let mut lines = [[Bitboard::EMPTY; 2]; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        let rising = [rays::DIAGONAL[0], rays::DIAGONAL[2], rays::DIAGONAL[0], rays::DIAGONAL[2]];
        let falling = [rays::DIAGONAL[1], rays::DIAGONAL[3], rays::DIAGONAL[1], rays::DIAGONAL[3]];
        lines[index][0] = rays::attacks(square, rising, Bitboard::EMPTY);
        lines[index][1] = rays::attacks(square, falling, Bitboard::EMPTY);
        index += 1;
    }
    lines
};

/// Rook attacks along the first rank, by the file and the six inner squares.
static FIRST_RANK: [[u8; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut index = 0;
    while index < 8 * 64 {
        let occupied = Bitboard::new((index as u64 % 64) << 1);
        let reach = rays::attacks(Square::ALL[index / 64], rays::STRAIGHT, occupied);
        table[index / 64][index % 64] = reach.bits() as u8;
        index += 1;
    }
    table
};

/// The squares that a bishop on `square` attacks.
///
/// ```
/// use mola_rules::{Square, attacks::hyperbola};
/// assert_eq!(hyperbola::bishop(Square::A1, Square::B2.bitboard()), Square::B2.bitboard());
/// ```
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let [rising, falling] = DIAGONALS[square as usize];
    along(square, rising, occupied) | along(square, falling, occupied)
}

/// The squares that a rook on `square` attacks.
///
/// ```
/// use mola_rules::{Bitboard, Square, attacks::hyperbola};
/// assert_eq!(hyperbola::rook(Square::H8, Bitboard::EMPTY).count(), 14);
/// ```
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let file = Bitboard::file(square.file()).without(square);
    let shift = square as u8 & 0o70;
    let inner = (occupied.bits() >> (shift + 1)) as usize & 63;
    let rank = u64::from(FIRST_RANK[square.file() as usize][inner]) << shift;
    along(square, file, occupied) | Bitboard::new(rank)
}

/// The attacks of a slider along one line that a byte swap turns around.
#[inline]
fn along(square: Square, line: Bitboard, occupied: Bitboard) -> Bitboard {
    let slider = square.bitboard().bits();
    let blockers = (occupied & line).bits();
    let up = blockers.wrapping_sub(slider << 1);
    let down = blockers.swap_bytes().wrapping_sub(slider.swap_bytes() << 1).swap_bytes();
    Bitboard::new(up ^ down) & line
}

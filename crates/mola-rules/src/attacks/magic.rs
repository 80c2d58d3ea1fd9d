//! Sliders by magic multiplication: one multiplication gathers the relevant squares into the high
//! bits of a product, which are the index. The multipliers were found by `examples/find_magics.rs`.
//!
//! ```
//! use mola_rules::{Bitboard, Square, attacks::magic};
//! assert_eq!(magic::rook(Square::A1, Bitboard::EMPTY).count(), 14);
//! ```

use super::rays;
use super::table::{LEN, Line, Slot, lines, slots};
use crate::{Bitboard, Square};

/// The name of this form.
///
/// ```
/// assert_eq!(mola_rules::attacks::magic::FORM, "magic");
/// ```
pub const FORM: &str = "magic";

/// A square's part of the table, and how to find the index in it.
#[derive(Clone, Copy)]
struct Magic {
    slot: Slot,
    multiplier: u64,
    shift: u32,
}

impl Magic {
    #[inline(always)]
    const fn index(&self, occupied: Bitboard) -> usize {
        let relevant = occupied.bits() & self.slot.relevant.bits();
        self.slot.start as usize + (relevant.wrapping_mul(self.multiplier) >> self.shift) as usize
    }
}

const BISHOP: [Magic; 64] = magics(rays::DIAGONAL, 0, 0);
const ROOK: [Magic; 64] = magics(rays::STRAIGHT, 5_248, 64);

static BISHOPS: [Magic; 64] = BISHOP;
static ROOKS: [Magic; 64] = ROOK;
static TABLE: [Bitboard; LEN] = fill();

/// The squares that a bishop on `square` attacks.
///
/// ```
/// use mola_rules::{Bitboard, Square, attacks::magic};
/// assert_eq!(magic::bishop(Square::A1, Bitboard::EMPTY).count(), 7);
/// ```
#[inline(always)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    TABLE[BISHOPS[square as usize].index(occupied)]
}

/// The squares that a rook on `square` attacks.
///
/// ```
/// use mola_rules::{Bitboard, Square, attacks::magic};
/// assert!(magic::rook(Square::A1, Square::A2.bitboard()).has(Square::A2));
/// ```
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    TABLE[ROOKS[square as usize].index(occupied)]
}

const fn magics(directions: rays::Directions, start: u32, first: usize) -> [Magic; 64] {
    let slots = slots(directions, start);
    let mut magics = [Magic { slot: slots[0], multiplier: 0, shift: 0 }; 64];
    let mut index = 0;
    while index < 64 {
        let slot = slots[index];
        let multiplier = MULTIPLIERS[first + index];
        magics[index] = Magic { slot, multiplier, shift: 64 - slot.relevant.count() };
        index += 1;
    }
    magics
}

#[allow(clippy::large_stack_arrays, reason = "only the compiler runs this")]
const fn fill() -> [Bitboard; LEN] {
    let mut table = [Bitboard::EMPTY; LEN];
    let mut index = 0;
    while index < 64 {
        fill_part(&mut table, &BISHOP[index], &lines(Square::ALL[index], rays::DIAGONAL));
        fill_part(&mut table, &ROOK[index], &lines(Square::ALL[index], rays::STRAIGHT));
        index += 1;
    }
    table
}

const fn fill_part(table: &mut [Bitboard; LEN], magic: &Magic, [a, b]: &[Line; 2]) {
    let mut i = 0;
    while i < a.count {
        let mut j = 0;
        while j < b.count {
            let index = magic.index(Bitboard::new(a.blockers[i] | b.blockers[j]));
            table[index] = Bitboard::new(a.reach[i].bits() | b.reach[j].bits());
            j += 1;
        }
        i += 1;
    }
}

/// The multipliers, bishops' first: hexadecimal numbers, one in a line.
const MULTIPLIERS: [u64; 128] = {
    let text = include_bytes!("magics.txt");
    let (mut multipliers, mut line, mut index) = ([0; 128], 0, 0);
    while index < text.len() {
        match (text[index] as char).to_digit(16) {
            Some(digit) => multipliers[line] = multipliers[line] << 4 | digit as u64,
            None if text[index] == b'\n' => line += 1,
            None => {}
        }
        index += 1;
    }
    multipliers
};

//! Sliders by parallel bit extraction: the instruction gathers the relevant squares into an index.
//!
//! ```
//! use mola_rules::{Bitboard, Square, attacks::pext};
//! assert_eq!(pext::rook(Square::A1, Bitboard::EMPTY).count(), 14);
//! ```

use super::rays;
use super::table::{LEN, Line, Slot, lines, slots};
use crate::{Bitboard, Square};

/// The name of this form.
///
/// ```
/// assert_eq!(mola_rules::attacks::pext::FORM, "pext");
/// ```
pub const FORM: &str = "pext";

const BISHOP: [Slot; 64] = slots(rays::DIAGONAL, 0);
const ROOK: [Slot; 64] = slots(rays::STRAIGHT, 5_248);

static BISHOP_SLOTS: [Slot; 64] = BISHOP;
static ROOK_SLOTS: [Slot; 64] = ROOK;
static TABLE: [Bitboard; LEN] = fill();

/// The squares that a bishop on `square` attacks.
///
/// ```
/// use mola_rules::{Bitboard, Square, attacks::pext};
/// assert_eq!(pext::bishop(Square::A1, Bitboard::EMPTY).count(), 7);
/// ```
#[inline(always)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(BISHOP_SLOTS[square as usize], occupied)
}

/// The squares that a rook on `square` attacks.
///
/// ```
/// use mola_rules::{Bitboard, Square, attacks::pext};
/// assert!(pext::rook(Square::A1, Square::A2.bitboard()).has(Square::A2));
/// ```
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(ROOK_SLOTS[square as usize], occupied)
}

#[inline(always)]
#[expect(unsafe_code, reason = "the intrinsic asks for it")]
fn look_up(slot: Slot, occupied: Bitboard) -> Bitboard {
    // SAFETY: this module exists only in builds whose every target CPU has BMI2.
    let index = unsafe { core::arch::x86_64::_pext_u64(occupied.bits(), slot.relevant.bits()) };
    TABLE[slot.start as usize + index as usize]
}

#[allow(clippy::large_stack_arrays, reason = "only the compiler runs this")]
const fn fill() -> [Bitboard; LEN] {
    let mut table = [Bitboard::EMPTY; LEN];
    let mut index = 0;
    while index < 64 {
        fill_part(&mut table, BISHOP[index], &lines(Square::ALL[index], rays::DIAGONAL));
        fill_part(&mut table, ROOK[index], &lines(Square::ALL[index], rays::STRAIGHT));
        index += 1;
    }
    table
}

/// Bits that were extracted apart can be joined, so only the blockers of single lines are extracted.
const fn fill_part(table: &mut [Bitboard; LEN], slot: Slot, [a, b]: &[Line; 2]) {
    let a_index = extract_all(a, slot.relevant.bits());
    let b_index = extract_all(b, slot.relevant.bits());
    let mut i = 0;
    while i < a.count {
        let mut j = 0;
        while j < b.count {
            let index = slot.start as usize + (a_index[i] | b_index[j]);
            table[index] = Bitboard::new(a.reach[i].bits() | b.reach[j].bits());
            j += 1;
        }
        i += 1;
    }
}

/// What the instruction yields for each arrangement of a line.
const fn extract_all(line: &Line, mask: u64) -> [usize; 64] {
    let mut extracted = [0; 64];
    let mut index = 0;
    while index < line.count {
        let mut mask = mask;
        let mut bit = 0;
        while mask != 0 {
            let lowest = mask & mask.wrapping_neg();
            if line.blockers[index] & lowest != 0 {
                extracted[index] |= 1 << bit;
            }
            mask ^= lowest;
            bit += 1;
        }
        index += 1;
    }
    extracted
}

//! What the two table forms share: where each square's part begins, and how the table is filled.
//!
//! A slider's reach is that along one line joined with that along the other, whatever stands
//! elsewhere. So the compiler walks at most 64 arrangements of each line and combines the results,
//! rather than walking all 4 096 of a rook in the corner.

use super::rays;
use crate::{Bitboard, Square};

/// 2 to the number of relevant squares, summed over the board: 5 248 for bishops and 102 400 for rooks.
pub(super) const LEN: usize = 5_248 + 102_400;

/// How one square of one slider finds its part of the table.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    pub(super) relevant: Bitboard,
    pub(super) start: u32,
}

/// The slots of all squares, one part after the other from `start` on.
pub(super) const fn slots(directions: rays::Directions, mut start: u32) -> [Slot; 64] {
    let mut slots = [Slot { relevant: Bitboard::EMPTY, start: 0 }; 64];
    let mut index = 0;
    while index < 64 {
        let relevant = rays::relevant(Square::ALL[index], directions);
        slots[index] = Slot { relevant, start };
        start += 1 << relevant.count();
        index += 1;
    }
    slots
}

/// Every arrangement of blockers on one line through a square, and what the slider then reaches.
pub(super) struct Line {
    pub(super) count: usize,
    pub(super) blockers: [u64; 64],
    pub(super) reach: [Bitboard; 64],
}

/// The two lines of a slider on `square`.
pub(super) const fn lines(square: Square, directions: rays::Directions) -> [Line; 2] {
    [line(square, directions[0], directions[2]), line(square, directions[1], directions[3])]
}

const fn line(square: Square, ahead: (i8, i8), behind: (i8, i8)) -> Line {
    let directions = [ahead, behind, ahead, behind];
    let relevant = rays::relevant(square, directions).bits();
    let mut line = Line { count: 0, blockers: [0; 64], reach: [Bitboard::EMPTY; 64] };
    let mut subset = 0_u64;
    loop {
        line.blockers[line.count] = subset;
        line.reach[line.count] = rays::attacks(square, directions, Bitboard::new(subset));
        line.count += 1;
        subset = subset.wrapping_sub(relevant) & relevant;
        if subset == 0 {
            return line;
        }
    }
}

//! The arithmetic of the network, written once for all processors.
//!
//! Everything works on whole [`Block`]s. Sums of rows are plain loops, which compilers turn into vector
//! instructions of the width that the target allows; only the innermost step of the output
//! is spelled out for each kind of processor, in `lanes.rs`. All sums are of integers that cannot
//! overflow, so that their order does not matter, and every processor finds the same value to the unit.

use super::QA;

/// Numbers in a block: as many as fit into the widest registers.
pub(super) const LANES: usize = 32;

/// A piece of an accumulator or of a row of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Block(pub(super) [i16; LANES]);

impl Block {
    pub(super) const ZERO: Self = Self([0; LANES]);
}

/// A row of weights, or an accumulator.
pub(super) type Row = [Block];

/// What is to be computed. A kind of processor says how it weighs a block; the rest is the same for
/// all of them.
pub(super) trait Kernels {
    /// Sums of products, in as many parts as suits the processor.
    type Sums;

    fn zero() -> Self::Sums;

    /// Clips the numbers of a block to [0, 1], and adds their squares times their weights.
    ///
    /// The clipped number is multiplied by its weight first: the product fits sixteen bits, because no
    /// weight is larger than 128, and processors multiply such numbers and add up pairs at once.
    fn weigh(sums: &mut Self::Sums, block: &Block, weights: &Block);

    fn total(sums: Self::Sums) -> i32;

    /// The output: both accumulators clipped, squared and weighted (`SCReLU`).
    #[inline(always)]
    fn output(own: &Row, their: &Row, weights: [&Row; 2]) -> i32 {
        let mut sums = Self::zero();
        for (block, weights) in own.iter().zip(weights[0]) {
            Self::weigh(&mut sums, block, weights);
        }
        for (block, weights) in their.iter().zip(weights[1]) {
            Self::weigh(&mut sums, block, weights);
        }
        Self::total(sums)
    }

    /// A row added and another taken away: a piece moved.
    #[inline(always)]
    fn quiet(to: &mut Row, from: &Row, add: &Row, remove: &Row) {
        for (((to, from), add), remove) in to.iter_mut().zip(from).zip(add).zip(remove) {
            for lane in 0..LANES {
                to.0[lane] = from.0[lane].wrapping_add(add.0[lane]).wrapping_sub(remove.0[lane]);
            }
        }
    }

    /// A row added and two taken away: a piece moved and another left the board.
    #[inline(always)]
    fn capture(to: &mut Row, from: &Row, add: &Row, remove: [&Row; 2]) {
        let rows = to.iter_mut().zip(from).zip(add).zip(remove[0]).zip(remove[1]);
        for ((((to, from), add), first), second) in rows {
            for lane in 0..LANES {
                let removed = first.0[lane].wrapping_add(second.0[lane]);
                to.0[lane] = from.0[lane].wrapping_add(add.0[lane]).wrapping_sub(removed);
            }
        }
    }

    /// Two rows added and two taken away: king and rook moved.
    #[inline(always)]
    fn castle(to: &mut Row, from: &Row, add: [&Row; 2], remove: [&Row; 2]) {
        let rows = to.iter_mut().zip(from).zip(add[0]).zip(add[1]).zip(remove[0]).zip(remove[1]);
        for (((((to, from), king), rook), first), second) in rows {
            for lane in 0..LANES {
                let added = king.0[lane].wrapping_add(rook.0[lane]);
                let removed = first.0[lane].wrapping_add(second.0[lane]);
                to.0[lane] = from.0[lane].wrapping_add(added).wrapping_sub(removed);
            }
        }
    }

    /// Any number of rows added and taken away in place.
    #[inline(always)]
    fn change(to: &mut Row, adds: &[&Row], removes: &[&Row]) {
        for (index, to) in to.iter_mut().enumerate() {
            let mut sum = to.0;
            for row in adds {
                for (sum, weight) in sum.iter_mut().zip(&row[index].0) {
                    *sum = sum.wrapping_add(*weight);
                }
            }
            for row in removes {
                for (sum, weight) in sum.iter_mut().zip(&row[index].0) {
                    *sum = sum.wrapping_sub(*weight);
                }
            }
            to.0 = sum;
        }
    }
}

/// Without any instructions of its own.
pub(super) struct Plain;

impl Kernels for Plain {
    type Sums = i32;

    #[inline(always)]
    fn zero() -> i32 {
        0
    }

    #[inline(always)]
    fn weigh(sum: &mut i32, block: &Block, weights: &Block) {
        for (number, weight) in block.0.iter().zip(&weights.0) {
            let clipped = (*number).clamp(0, QA as i16);
            *sum += i32::from(clipped) * i32::from(clipped.wrapping_mul(*weight));
        }
    }

    #[inline(always)]
    fn total(sum: i32) -> i32 {
        sum
    }
}

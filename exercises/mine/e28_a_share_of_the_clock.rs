//! 28. A share of the clock
//!
//! How long may a move take? Sunfish takes a fortieth of what is left, and the increment; but never
//! more than a third of what is left, or a long increment would lose a short game. Count in nodes:
//! assume that you visit 20 positions in a millisecond, and allow one node at least.

/// How many nodes a move may take, with milliseconds on the clock.
pub fn nodes_for(_left: u64, _increment: u64) -> u64 {
    0
}

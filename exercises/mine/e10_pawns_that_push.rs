//! 10. Pawns that push
//!
//! All white pawns move at once: a shift by 8 is one rank up. Where can they go with one step, and
//! from the second rank with two? Only empty squares, and nobody jumps over a piece.

/// Where white pawns can go by one step or two.
pub fn pushes(_pawns: u64, _empty: u64) -> u64 {
    0
}

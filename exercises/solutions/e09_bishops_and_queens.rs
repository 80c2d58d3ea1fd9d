//! Move the walk into a function that takes the directions. A queen is `rook | bishop`.

use super::e08_sliding_rooks::{rook_attacks, slide};

/// The squares that a bishop attacks where these squares are occupied.
pub fn bishop_attacks(square: usize, occupied: u64) -> u64 {
    slide(square, occupied, [(1, 1), (1, -1), (-1, 1), (-1, -1)])
}

/// The squares that a queen attacks where these squares are occupied.
pub fn queen_attacks(square: usize, occupied: u64) -> u64 {
    rook_attacks(square, occupied) | bishop_attacks(square, occupied)
}

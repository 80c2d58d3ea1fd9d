//! 9. Bishops and queens
//!
//! The same for a bishop, and for a queen, who is both. Write as little as you can: share what you
//! did for the rook.

/// The squares that a bishop attacks where these squares are occupied.
pub fn bishop_attacks(_square: usize, _occupied: u64) -> u64 {
    0
}

/// The squares that a queen attacks where these squares are occupied.
pub fn queen_attacks(_square: usize, _occupied: u64) -> u64 {
    0
}

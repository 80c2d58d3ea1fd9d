//! 8. Sliding rooks
//!
//! A rook slides until something stands in its way, and attacks that too. Give its attacks, with a
//! bitboard of all pieces on the board.

/// The squares that a rook attacks where these squares are occupied.
pub fn rook_attacks(_square: usize, _occupied: u64) -> u64 {
    0
}

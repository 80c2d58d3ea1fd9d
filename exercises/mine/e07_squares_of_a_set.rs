//! 7. The squares of a set
//!
//! A bitboard answers many questions at once, but moves are made one by one. List the squares of a
//! set, the lowest first.

/// The squares of a set, from the lowest to the highest.
pub fn squares(_set: u64) -> Vec<usize> {
    Vec::new()
}

//! 22. Good moves first
//!
//! Alpha and beta cut the more the sooner a good move comes. Order the legal moves: captures first,
//! the most valuable victim first, and among those the least valuable taker; then all others in the
//! order in which they come.

use mola_rules::{Move, Position};

/// The legal moves, the most promising first.
pub fn ordered(position: &Position) -> Vec<Move> {
    position.legal_moves().to_vec()
}

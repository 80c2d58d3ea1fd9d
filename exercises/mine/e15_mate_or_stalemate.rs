//! 15. Mate or stalemate
//!
//! A player without a legal move has lost or drawn. Say which, and whether the game goes on.

use mola_rules::Position;

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// There are moves.
    GoesOn,
    /// No move, and in check.
    Checkmate,
    /// No move, and not in check.
    Stalemate,
}

/// Whether and how the game is over.
pub fn ending(_position: &Position) -> Ending {
    Ending::GoesOn
}

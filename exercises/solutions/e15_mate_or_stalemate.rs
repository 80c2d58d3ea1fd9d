//! `position.is_check()` tells the two apart.

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
pub fn ending(position: &Position) -> Ending {
    match (position.legal_moves().is_empty(), position.is_check()) {
        (false, _) => Ending::GoesOn,
        (true, true) => Ending::Checkmate,
        (true, false) => Ending::Stalemate,
    }
}

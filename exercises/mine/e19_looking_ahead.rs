//! 19. Looking ahead
//!
//! Negamax: the best I can do is the worst for you. A position is worth the best of what its moves
//! lead to, seen from the other side. At depth 0 it is worth its evaluation; without moves it is
//! -30000 in check and 0 otherwise.

use mola_rules::Position;

/// What a position is worth to the player to move, looking `depth` plies ahead.
pub fn negamax(_position: &Position, _depth: u32) -> i32 {
    0
}

//! 21. Alpha and beta
//!
//! Most of the tree need not be looked at. Alpha is what we already have, beta what the opponent
//! already has: as soon as a move scores beta or more, the opponent will not let us get here, so
//! stop. Count every call in `nodes`. The value must be that of negamax; the nodes must be far
//! fewer. Count mates by ply, as in exercise 20.

use mola_rules::Position;

/// What a position is worth between alpha and beta.
pub fn alpha_beta(
    _position: &Position,
    alpha: i32,
    _beta: i32,
    _depth: u32,
    _ply: i32,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    alpha
}

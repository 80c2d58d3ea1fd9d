//! 17. An evaluation
//!
//! Material alone shuffles its pieces to and fro. Add squares to it: the bonus of exercise 1 for every
//! knight, and 8 for every rank that a pawn has left behind since its second. For the player to
//! move, as before.

use mola_rules::Position;

/// What a position is worth to the player to move, in hundredths of a pawn.
pub fn evaluate(_position: &Position) -> i32 {
    0
}

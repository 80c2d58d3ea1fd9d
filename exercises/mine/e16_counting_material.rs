//! 16. Counting material
//!
//! What is a position worth? Begin with the pieces: pawn 100, knight 320, bishop 330, rook 500, queen
//! 900. Count for the player to move: ours less theirs.

use mola_rules::Position;

/// The material of the player to move, less the opponent's.
pub fn material(_position: &Position) -> i32 {
    0
}

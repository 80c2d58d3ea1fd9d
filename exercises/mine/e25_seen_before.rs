//! 25. Seen before
//!
//! A position that comes back a third time is a draw, and going round once is as good as going
//! round twice. Say whether a position occurred before. `past` holds the keys of the game, the
//! oldest first; `halfmoves` counts the plies since a capture or a pawn move, behind which nothing
//! can come back.

/// Whether the position has been on the board before.
pub fn repeats(_key: u64, _past: &[u64], _halfmoves: usize) -> bool {
    false
}

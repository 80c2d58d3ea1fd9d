//! Walk backwards with `past.iter().rev().take(halfmoves)`. Keys include the side to move, so no
//! position needs to be skipped.

/// Whether the position has been on the board before.
pub fn repeats(key: u64, past: &[u64], halfmoves: usize) -> bool {
    past.iter().rev().take(halfmoves).any(|&other| other == key)
}

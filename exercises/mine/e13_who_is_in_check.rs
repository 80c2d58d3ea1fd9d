//! 13. Who is in check
//!
//! From here on positions come from `mola_rules`: `position.piece_at(square)`,
//! `position.king(color)`, `position.occupied().bits()`. Say whether a player attacks a square. Do
//! not generate moves: stand on the square and look outward, as if you were each kind of piece
//! yourself.

use mola_rules::{Color, Position, Square};

/// Whether `by` attacks the square.
pub fn attacked(_position: &Position, _square: Square, _by: Color) -> bool {
    false
}

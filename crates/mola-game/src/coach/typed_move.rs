//! Moves as people type them.

use mola_rules::{Move, Position, SanError, Square};

/// The move that a person typed. Besides what [`Position::parse_san`] reads, castling may be written as the
/// square that the king goes to: files do not mean it so, but people do.
///
/// ```
/// use mola_game::coach::typed_move;
/// let position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
/// let castle = typed_move(&position, "O-O").unwrap();
/// for text in ["Kg1", "e1g1", "e1h1", "0-0"] {
///     assert_eq!(typed_move(&position, text), Ok(castle), "{text}");
/// }
/// assert!(typed_move(&position, "Kc1").is_err());
/// ```
///
/// # Errors
/// As for [`Position::parse_san`]; [`refusal`](super::refusal) explains them.
pub fn typed_move(position: &Position, text: &str) -> Result<Move, SanError> {
    position.parse_san(text).or_else(|error| castling(position, text).ok_or(error))
}

/// Castling, written as `Kg1`.
fn castling(position: &Position, text: &str) -> Option<Move> {
    let to: Square = text.trim().strip_prefix(['K', 'k'])?.parse().ok()?;
    position.legal_moves().into_iter().find(|m| m.is_castle() && m.landing() == to)
}

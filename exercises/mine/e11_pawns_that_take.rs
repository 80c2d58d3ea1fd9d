//! 11. Pawns that take
//!
//! White pawns take diagonally: shifts by 7 and by 9. A pawn on the a-file has nothing to take on
//! its left, though bit 7 of the shift says h. Which squares can they take on?

/// Where white pawns can take one of these enemies.
pub fn captures(_pawns: u64, _enemies: u64) -> u64 {
    0
}

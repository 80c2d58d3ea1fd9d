//! 18. Middlegame and endgame
//!
//! A king hides in the middlegame and walks in the endgame. So good tables come in two, and what is
//! left on the board says how to mix them: 24 is everything (a queen counts 4, a rook 2, a knight
//! or bishop 1), 0 is nothing but kings and pawns. Mix two scores. Promotions can make more than
//! 24; that is still the middlegame.

/// A score between the two, by what is left on the board.
pub fn blend(middlegame: i32, _endgame: i32, _phase: i32) -> i32 {
    middlegame
}

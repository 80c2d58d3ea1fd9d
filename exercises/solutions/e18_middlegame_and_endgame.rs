//! It is a weighted mean: `(middlegame * phase + endgame * (24 - phase)) / 24`.

/// A score between the two, by what is left on the board.
pub fn blend(middlegame: i32, endgame: i32, phase: i32) -> i32 {
    let phase = phase.min(24);
    (middlegame * phase + endgame * (24 - phase)) / 24
}

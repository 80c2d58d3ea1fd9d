//! 30. What games prove
//!
//! Your engine won 55 of 100 games. Is it better? Turn a score between 0 and 1 into Elo, and say
//! whether wins, draws and losses prove that the first player is stronger: the mean score must be
//! more than 1.96 standard errors above one half.

/// The difference in Elo that a score between 0 and 1 means.
pub fn elo(_score: f64) -> f64 {
    0.0
}

/// Whether the games prove that the first player is stronger.
pub fn proves(_wins: u32, _draws: u32, _losses: u32) -> bool {
    true
}

//! Elo is `-400 * (1 / score - 1).log10()`. The variance of a game is the mean of the squared
//! distances from the mean score; the standard error is the square root of variance / games.

/// The difference in Elo that a score between 0 and 1 means.
pub fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// Whether the games prove that the first player is stronger.
pub fn proves(wins: u32, draws: u32, losses: u32) -> bool {
    let results = [(f64::from(wins), 1.0), (f64::from(draws), 0.5), (f64::from(losses), 0.0)];
    let games: f64 = results.iter().map(|(count, _)| count).sum();
    let mean = results.iter().map(|(count, score)| count * score).sum::<f64>() / games;
    let variance = results.iter().map(|(count, score)| count * (score - mean).powi(2)).sum::<f64>() / games;
    games > 0.0 && mean - 1.96 * (variance / games).sqrt() > 0.5
}

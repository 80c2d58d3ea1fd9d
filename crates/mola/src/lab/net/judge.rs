//! `mola net judge`: how well networks foretell what a deep search says. It takes a second, and ranks networks as games
//! do, which the loss on held-out positions does not.

use std::path::{Path, PathBuf};

use anyhow::Context;
use mola_engine::nnue::Ready;
use mola_rules::Position;

use super::numbered;
use crate::files::read;
use crate::output;

/// The score at which the odds are e to one, as in training.
const ODDS: f64 = 200.0;

/// Prints a line for each network.
pub(super) fn judge(scores: &Path, networks: &[PathBuf]) -> anyhow::Result<()> {
    let lessons = read_lessons(scores)?;
    for file in networks {
        let network = Ready::parse(&read(file)?).with_context(|| file.display().to_string())?;
        let said: Vec<f64> = lessons
            .iter()
            .map(|(position, _)| f64::from(network.evaluate(position.board(), position.turn())))
            .collect();
        let (error, factor) = best_fit(&said, &lessons);
        output::say(format_args!("{error:.5}  {}, its values times {factor:.2}", file.display()))?;
    }
    Ok(())
}

/// Each line has a position and what a deep search said, in hundredths of a pawn for the player to move.
fn read_lessons(path: &Path) -> anyhow::Result<Vec<(Position, f64)>> {
    let lines = numbered::read(path, "a FEN, a semicolon and a score", |line| {
        let (fen, score) = line.split_once(';')?;
        Some((fen.trim().parse().ok()?, numbered::finite(score)?))
    })?;
    Ok(lines.into_iter().map(|(_, lesson)| lesson).collect())
}

/// The mean squared difference of the chance to win, and the factor for which it is the least: networks count in units of
/// their own.
fn best_fit(said: &[f64], lessons: &[(Position, f64)]) -> (f64, f64) {
    let chance = |score: f64| 1.0 / (1.0 + (-score / ODDS).exp());
    let error = |factor: f64| {
        let errors = said
            .iter()
            .zip(lessons)
            .map(|(said, (_, truth))| (chance(factor * said) - chance(*truth)).powi(2));
        errors.sum::<f64>() / lessons.len() as f64
    };
    let factors = (10..=300).map(|hundredths| f64::from(hundredths) / 100.0);
    factors
        .map(|factor| (error(factor), factor))
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .expect("there are factors")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_in_other_units_is_as_good() {
        let lessons: Vec<_> =
            [-300.0, -20.0, 0.0, 55.0, 240.0].map(|score| (Position::start(), score)).into();
        let half: Vec<f64> = lessons.iter().map(|(_, score)| score / 2.0).collect();
        let (error, factor) = best_fit(&half, &lessons);
        assert!(error < 1e-9 && (factor - 2.0).abs() < 1e-9, "{error} {factor}");
        // One that says the opposite is not.
        let opposite: Vec<f64> = half.iter().map(|said| -said).collect();
        assert!(best_fit(&opposite, &lessons).0 > 0.01);
    }
}

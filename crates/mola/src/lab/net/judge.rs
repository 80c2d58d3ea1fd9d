//! `mola net judge`: how well networks foretell what a deep search says. It takes a second, and ranks networks as games
//! do, which the loss on held-out positions does not.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context;
use mola_engine::nnue::Ready;
use mola_rules::Position;

use super::numbered;
use crate::files::read;
use crate::output;

/// The score at which the odds are e to one, as in training.
const ODDS: f64 = 200.0;

/// Up to here a deep search says that nobody is ahead, which shallow scores teach least: many of these are draws
/// with something extra.
const EVEN: f64 = 50.0;

/// Prints a line for each network, with how far it is from the first one.
pub(super) fn judge(scores: &Path, networks: &[PathBuf]) -> anyhow::Result<()> {
    let lessons = read_lessons(scores)?;
    let mut first: Option<Vec<f64>> = None;
    for file in networks {
        let network = Ready::parse(&read(file)?).with_context(|| file.display().to_string())?;
        let said: Vec<f64> = lessons
            .iter()
            .map(|(position, _)| f64::from(network.evaluate(position.board(), position.turn())))
            .collect();
        let (factor, errors) = best_fit(&said, &lessons);
        let mut line = format!("{:.5}", mean(&errors));
        if let Some(first) = &first {
            let more: Vec<f64> = errors.iter().zip(first).map(|(now, before)| now - before).collect();
            let _ = write!(line, " ({:+.5} ± {:.5})", mean(&more), standard_error(&more));
        }
        let even = errors.iter().zip(&lessons).filter(|(_, (_, truth))| truth.abs() < EVEN);
        let even: Vec<f64> = even.map(|(error, _)| *error).collect();
        if !even.is_empty() {
            let _ = write!(line, ", {:.5} where even", mean(&even));
        }
        output::say(format_args!("{line}  {}, its values times {factor:.2}", file.display()))?;
        first.get_or_insert(errors);
    }
    Ok(())
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

fn standard_error(numbers: &[f64]) -> f64 {
    let mean = mean(numbers);
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    squares.sqrt() / numbers.len() as f64
}

/// Each line has a position and what a deep search said, in hundredths of a pawn for the player to move.
fn read_lessons(path: &Path) -> anyhow::Result<Vec<(Position, f64)>> {
    let lines = numbered::read(path, "a FEN, a semicolon and a score", |line| {
        let (fen, score) = line.split_once(';')?;
        Some((fen.trim().parse().ok()?, numbered::finite(score)?))
    })?;
    Ok(lines.into_iter().map(|(_, lesson)| lesson).collect())
}

/// The factor for which values come nearest to the truth, since networks count in units of their own; and with it the
/// squared difference of the chance to win in each position.
fn best_fit(said: &[f64], lessons: &[(Position, f64)]) -> (f64, Vec<f64>) {
    let chance = |score: f64| 1.0 / (1.0 + (-score / ODDS).exp());
    let errors = |factor: f64| {
        let both = said.iter().zip(lessons);
        both.map(|(said, (_, truth))| (chance(factor * said) - chance(*truth)).powi(2)).collect::<Vec<_>>()
    };
    let factors = (10..=300).map(|hundredths| f64::from(hundredths) / 100.0);
    factors
        .map(|factor| (factor, errors(factor)))
        .min_by(|a, b| mean(&a.1).total_cmp(&mean(&b.1)))
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
        let (factor, errors) = best_fit(&half, &lessons);
        assert!(mean(&errors) < 1e-9 && (factor - 2.0).abs() < 1e-9, "{errors:?} {factor}");
        // One that says the opposite is not.
        let opposite: Vec<f64> = half.iter().map(|said| -said).collect();
        assert!(mean(&best_fit(&opposite, &lessons).1) > 0.01);
    }

    #[test]
    fn more_numbers_have_a_smaller_error() {
        let error = |count| standard_error(&(0..count).map(|i| f64::from(i % 2)).collect::<Vec<_>>());
        // Of a coin that is thrown a hundred times.
        assert!((error(100) - 0.05).abs() < 1e-9);
        assert!((error(400) - 0.025).abs() < 1e-9);
    }
}

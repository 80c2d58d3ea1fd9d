//! `mola data merge` and `mola data shuffle`: the games of several files in one.

use std::collections::HashSet;
use std::fmt::Write as _;

use clap::Args;
use mola_data::{HEADER, Record};
use mola_game::Dice;

use super::{Files, all_records, side_by_side, write_whole};
use crate::output;

/// Write the intact games of several files into one, in random order.
#[derive(Args)]
pub(crate) struct Shuffle {
    #[command(flatten)]
    files: Files,
    /// The same seed gives the same order
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(super) fn merge(files: &Files) -> anyhow::Result<()> {
    combine(files, |_| {})
}

pub(crate) fn shuffle(arguments: &Shuffle) -> anyhow::Result<()> {
    let mut dice = Dice::new(arguments.seed);
    combine(&arguments.files, |games| dice.shuffle(games))
}

/// Writes the intact games of all inputs, each once, in the order that the caller chooses.
fn combine(Files { inputs, out }: &Files, order: impl FnOnce(&mut Vec<Record<'_>>)) -> anyhow::Result<()> {
    let sources = inputs.read_games()?;
    let records = all_records(&sources)?;
    let mut seen = HashSet::new();
    let mut games: Vec<Record<'_>> = Vec::new();
    let (mut damaged, mut repeated) = (0, 0);
    side_by_side(
        &records,
        "reading",
        |first, portion| {
            let whole: Vec<bool> = portion.iter().map(|record| record.game().is_some()).collect();
            (first, whole)
        },
        |(first, whole)| {
            for (record, whole) in records[first..].iter().zip(whole) {
                if !whole {
                    damaged += 1;
                } else if seen.insert(record.fingerprint()) {
                    games.push(*record);
                } else {
                    repeated += 1;
                }
            }
            Ok(())
        },
    )?;
    order(&mut games);
    write_whole(out, |file| {
        file.write_all(&HEADER)?;
        for game in &games {
            file.write_all(game.bytes())?;
        }
        Ok(())
    })?;
    let mut line = format!("{} games in {}", games.len(), out.display());
    for (count, what) in [(repeated, "duplicates"), (damaged, "damaged")] {
        if count > 0 {
            // Writing to a string does not fail.
            let _ = write!(line, "; left out: {count} {what}");
        }
    }
    output::say(line)
}

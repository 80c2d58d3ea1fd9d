//! `mola data merge` and `mola data shuffle`: the games of several files in one.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use mola_data::{HEADER, Record};

use super::{Inputs, all_records, on_all_cores, write_whole};
use crate::dice::Dice;
use crate::output;

/// Write the whole games of several files into one, each game once.
#[derive(Args)]
pub(crate) struct Merge {
    #[command(flatten)]
    inputs: Inputs,
    /// The file to write
    #[arg(long, short)]
    out: PathBuf,
}

/// Write the whole games of several files into one, in random order.
#[derive(Args)]
pub(crate) struct Shuffle {
    #[command(flatten)]
    inputs: Inputs,
    /// The file to write
    #[arg(long, short)]
    out: PathBuf,
    /// The same seed gives the same order
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn merge(arguments: &Merge) -> anyhow::Result<()> {
    combine(&arguments.inputs, &arguments.out, |_| {})
}

pub(crate) fn shuffle(arguments: &Shuffle) -> anyhow::Result<()> {
    let mut dice = Dice::new(arguments.seed);
    combine(&arguments.inputs, &arguments.out, |games| {
        for last in (1..games.len()).rev() {
            games.swap(last, dice.below(last + 1));
        }
    })
}

/// Writes the whole games of all inputs, each once, in an order of somebody's choice.
fn combine(inputs: &Inputs, out: &Path, order: impl FnOnce(&mut Vec<Record<'_>>)) -> anyhow::Result<()> {
    let sources = inputs.read_games()?;
    let records = all_records(&sources)?;
    let mut seen = HashSet::new();
    let mut games: Vec<Record<'_>> = Vec::new();
    let (mut damaged, mut repeated) = (0, 0);
    on_all_cores(
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
    for (count, what) in [(repeated, "that were there twice"), (damaged, "damaged")] {
        if count > 0 {
            // Writing to a string does not fail.
            let _ = write!(line, "; left out: {count} {what}");
        }
    }
    output::say(line)
}

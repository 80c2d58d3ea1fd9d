//! `mola data check`: whether every game can be read.

use std::fmt::Write as _;

use anyhow::bail;
use clap::Args;

use super::{Inputs, side_by_side};
use crate::output;

/// Read every game and report what is torn or damaged.
#[derive(Args)]
#[command(after_help = "`mola data merge` saves the intact games of damaged files.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut damaged_files = 0;
    for source in arguments.inputs.read_games()? {
        let (records, torn) = source.records()?;
        let mut damaged = Vec::new();
        side_by_side(
            &records,
            "checking",
            |first, portion| {
                let bad = portion.iter().enumerate().filter(|(_, record)| record.game().is_none());
                bad.map(|(index, _)| first + index).collect::<Vec<usize>>()
            },
            |mut bad| {
                damaged.append(&mut bad);
                Ok(())
            },
        )?;
        let mut line = format!("{}: {} intact games", source.path.display(), records.len() - damaged.len());
        if torn > 0 {
            // Writing to a string does not fail.
            let _ = write!(line, ", {torn} bytes of a torn game at the end");
        }
        if let Some(first) = damaged.first() {
            damaged_files += 1;
            let _ = write!(line, ", {} damaged, the first after {first} games", damaged.len());
        }
        output::say(line)?;
    }
    if damaged_files > 0 {
        bail!("{damaged_files} files are damaged; `mola data merge` saves their intact games");
    }
    Ok(())
}

//! `mola data export`: positions for a trainer.

use clap::Args;
use mola_data::{GameResult, Ply, Record, SAMPLE_HEADER, SAMPLE_LEN, Sample};
use mola_rules::Position;

use super::{Conversion, Files, all_records, side_by_side, write_whole};
use crate::output;

/// Write the training positions for a trainer, 32 bytes each.
#[derive(Args)]
#[command(after_help = "Examples:
  mola data export data/one --out one.positions
  mola data export data/one data/two --out both.positions --games 100000
  mola data export data/one --hindsight 0.98 --out wiser.positions
  mola data export data/one --tree --out tree.positions")]
pub(crate) struct Arguments {
    #[command(flatten)]
    conversion: Conversion,
    /// Export only this many games
    #[arg(long)]
    games: Option<usize>,
    /// How much of each score comes from what followed in its game, from 0 to 1
    #[arg(long, default_value_t = 0.0, value_name = "SHARE", value_parser = share, conflicts_with = "tree")]
    hindsight: f64,
}

fn share(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|share| (0.0..=1.0).contains(share)).ok_or("type a number from 0 to 1")
}

/// The result of a portion of the games.
#[derive(Default)]
struct Portion {
    bytes: Vec<u8>,
    held_out: usize,
    damaged: usize,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let Conversion { files: Files { out, .. }, tree } = &arguments.conversion;
    let sources = arguments.conversion.read()?;
    let mut records = all_records(&sources)?;
    records.truncate(arguments.games.unwrap_or(usize::MAX));
    let mut total = Portion::default();
    let mut positions = 0;
    write_whole(out, |file| {
        let mut header = [0; SAMPLE_LEN];
        header[..SAMPLE_HEADER.len()].copy_from_slice(&SAMPLE_HEADER);
        file.write_all(&header)?;
        let work = |first, portion: &[Record<'_>]| samples(first, portion, *tree, arguments.hindsight);
        side_by_side(&records, "exporting", work, |portion| {
            positions += portion.bytes.len() / SAMPLE_LEN;
            total.held_out += portion.held_out;
            total.damaged += portion.damaged;
            Ok(file.write_all(&portion.bytes)?)
        })
    })?;
    output::say(format_args!(
        "{positions} positions of {} games in {}, {} of them held out",
        records.len() - total.damaged,
        out.display(),
        total.held_out
    ))?;
    if total.damaged > 0 {
        output::remark(format_args!("mola: {} damaged games were left out", total.damaged));
    }
    Ok(())
}

fn samples(first: usize, records: &[Record<'_>], tree: bool, hindsight: f64) -> Portion {
    let mut portion = Portion::default();
    for (index, record) in records.iter().enumerate() {
        let Some(game) = record.game() else {
            portion.damaged += 1;
            continue;
        };
        let game = game.with_hindsight(hindsight);
        let held_out = record.is_held_out();
        let result = if tree { GameResult::Unknown } else { GameResult::Known(game.winner) };
        let mut add = |(position, ply): (Position, Ply)| {
            let game = (first + index) as u32;
            portion
                .bytes
                .extend(Sample { position: &position, score: ply.score, result, held_out, game }.pack());
            portion.held_out += usize::from(held_out);
        };
        if tree { game.positions().for_each(&mut add) } else { game.lessons().for_each(&mut add) }
    }
    portion
}

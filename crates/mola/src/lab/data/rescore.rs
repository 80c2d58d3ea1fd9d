//! `mola data rescore`: new scores for old games.

use std::sync::{Mutex, PoisonError};

use clap::Args;
use mola_data::{Game, HEADER, Record, Writer, is_quiet};
use mola_engine::Mola;
use mola_game::{Engine, History};

use super::{Conversion, Files, all_records, side_by_side, write_whole};
use crate::lab::datagen::{quiet_sample, small_engine, think};
use crate::output;

/// Score the positions of games again, with another network, and write the games with the new scores.
#[derive(Args)]
#[command(after_help = "Examples:
  mola data rescore data/one --nodes 500 --out one.mola
  mola data rescore data/one --nodes 50 --tree --out one.tree
  mola data rescore data/one --nodes 500 --eval-file data/nets/two.nnue --out one.mola")]
pub(crate) struct Arguments {
    #[command(flatten)]
    conversion: Conversion,
    /// Nodes to search for each position; a depth that has begun is always finished
    #[arg(long)]
    nodes: u64,
    /// The network to score with, if not the built-in one
    #[arg(long, value_name = "FILE")]
    eval_file: Option<String>,
}

/// The result of a portion of the games.
struct Portion {
    bytes: Vec<u8>,
    games: usize,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let Arguments { conversion, nodes, eval_file } = arguments;
    let Conversion { files: Files { out, .. }, tree } = conversion;
    let sources = conversion.read()?;
    let records = all_records(&sources)?;
    // Engines are expensive to make, and serve one portion after another.
    let engines = Mutex::new(Vec::new());
    let engine = || {
        let idle = engines.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.map_or_else(|| small_engine(eval_file.as_deref()), Ok)
    };
    let mut games = 0;
    write_whole(out, |file| {
        file.write_all(&HEADER)?;
        let work = |_, portion: &[Record<'_>]| -> anyhow::Result<Portion> {
            let mut engine = engine()?;
            engine.set_soft_nodes(Some(*nodes));
            let done = rescore(&mut engine, portion, *tree, *nodes)?;
            engines.lock().unwrap_or_else(PoisonError::into_inner).push(engine);
            Ok(done)
        };
        side_by_side(&records, "rescoring", work, |portion| {
            let Portion { bytes, games: new } = portion?;
            games += new;
            Ok(file.write_all(&bytes)?)
        })
    })?;
    let rest = if games == records.len() { "" } else { "; the others are damaged or no longer quiet" };
    output::say(format_args!("{games} of {} games in {}{rest}", records.len(), out.display()))
}

/// The games with new scores. Damaged ones are left out, and so are positions of the tree that are no
/// longer thought to be quiet.
fn rescore(engine: &mut Mola, records: &[Record<'_>], tree: bool, nodes: u64) -> anyhow::Result<Portion> {
    let mut writer = Writer::append(Vec::new());
    let mut games = 0;
    // The result of a portion must not depend on the portions before it.
    engine.new_game();
    for game in records.iter().filter_map(Record::game) {
        let new = if tree {
            quiet_sample(engine, &game.start, nodes)
        } else {
            engine.new_game();
            Some(look_at_all(engine, game, nodes))
        };
        if let Some(new) = new {
            writer.write(&new)?;
            games += 1;
        }
    }
    Ok(Portion { bytes: writer.into_inner(), games })
}

/// The game with new scores. Positions that are not training positions keep their old ones.
fn look_at_all(engine: &mut Mola, mut game: Game, nodes: u64) -> Game {
    let mut history = History::new(game.start);
    let scores: Vec<i16> = game
        .positions()
        .map(|(position, ply)| {
            let new = is_quiet(&position, ply).then(|| think(engine, &history, nodes)).flatten();
            history.play(ply.m);
            new.map_or(ply.score, |(_, score)| score)
        })
        .collect();
    for (ply, score) in game.plies.iter_mut().zip(scores) {
        ply.score = score;
    }
    game
}

//! `mola analyze`: what an engine thinks of games and positions.

mod annotate;
mod crew;
mod desk;
mod examiner;
mod games;
mod graph;
mod known;
mod page;
mod positions;
mod remote;
mod replay;
mod results;
mod single;
pub(crate) mod verdict;

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Args;
use mola_game::TimeControl;
use serde::{Deserialize, Serialize};

use crate::config::Loaded;
use crate::engines::pace::Pace;
use crate::engines::spec::EngineSpec;
use crate::lab::journal::Journal;
use crate::output::{self, Interrupted, Misused};
use crate::{engines, position, time_control, workers};
use crew::Workplace;
use desk::Desk;
use games::{Games, Shard};
use known::Known;
use results::{Format, Results};
use verdict::Opinion;

/// Let an engine analyze games or a position.
///
/// A game comes back as PGN with evaluations, better lines and the names of mistakes. A move is an
/// inaccuracy, a mistake or a blunder if it throws away 5, 10 or 15 percent of the chance to win.
#[derive(Args)]
#[command(after_help = "Examples:
  mola analyze game.pgn > annotated.pgn
  mola analyze games.pgn --out report --concurrency 2
  mola analyze lichess.pgn.zst --nodes 20000 --out analysis --formats pgn,jsonl,parquet
  mola analyze lichess.pgn.zst --nodes 20000 --out part-3 --shard 3/16
  mola analyze game.pgn --st 1 --engine 'stockfish option.Threads=2' --out report
  mola analyze 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3' --lines 3
  mola analyze startpos moves e4 c5 --depth 16 --json

Files may be compressed by gzip or Zstandard, and larger than the memory. With --out, running the same \
command again resumes where it stopped. With --nodes or --depth, the results do not depend on --concurrency.")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that somebody types")]
pub(crate) struct Arguments {
    /// A PGN file, - for standard input, or a FEN or startpos, optionally followed by moves
    #[arg(required_unless_present = "worker", num_args = 1.., value_name = "GAME|FEN")]
    input: Vec<String>,
    /// The engine: mola, pocket, or the command of any program, with settings as in mola match
    #[arg(long, default_value = "mola")]
    engine: String,
    /// Seconds per position
    #[arg(long, alias = "movetime", value_name = "SECONDS", value_parser = time_control::seconds)]
    st: Option<Duration>,
    /// Nodes per position [default: 300000, unless another limit is given]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search depth per position
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// How many games to analyze at once; one per core if not given
    #[arg(long, short)]
    concurrency: Option<NonZero<usize>>,
    /// How many lines to show for a position
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=100))]
    lines: u8,
    /// The folder for the results
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// What to write into the folder
    #[arg(long, value_enum, value_delimiter = ',', default_value = "pgn,html,json,parquet")]
    formats: Vec<Format>,
    /// Analyze only one of several equal shares of the games, as 3/16
    #[arg(long, value_name = "I/N", value_parser = Shard::parse)]
    shard: Option<Shard>,
    /// Print JSON instead of PGN
    #[arg(long)]
    json: bool,
    /// Print a line of JSON for each position instead of PGN
    #[arg(long, conflicts_with = "json")]
    jsonl: bool,
    /// Hand games out to workers on standard output, and take what they find on standard input
    #[arg(long, hide = true, requires = "out", conflicts_with_all = ["json", "jsonl", "worker"])]
    hand_out: bool,
    /// Analyze games that come on standard input from --hand-out
    #[arg(long, hide = true, conflicts_with_all = ["input", "out", "json", "jsonl"])]
    worker: bool,
}

const NODES: u64 = 300_000;

/// What must stay the same for an analysis to resume.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    version: u32,
    engine: String,
    /// A fingerprint of the games.
    games: String,
    shard: String,
}

/// What was found in one game.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Row {
    /// From one.
    game: u64,
    opinions: Vec<Opinion>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut entrant = entrant(arguments)?;
    let interrupted = output::listen_for_interrupts()?;
    let try_out = |entrant: &mut EngineSpec| -> anyhow::Result<()> {
        entrant.try_out()?.iter().for_each(|note| output::remark(format_args!("mola: {note}")));
        Ok(())
    };
    if arguments.worker {
        try_out(&mut entrant)?;
        return remote::work(&entrant, &interrupted);
    }
    if let Some(name) = input(&arguments.input) {
        let games = Games::open(name, arguments.shard.unwrap_or(Shard::ALL), &interrupted);
        let reason = |error| if interrupted.load(Relaxed) { Interrupted.into() } else { error };
        let games = games.map_err(reason)?;
        try_out(&mut entrant)?;
        return analyze_games(arguments, &entrant, games, &interrupted);
    }
    let text = arguments.input.join(" ");
    let (position, _) = position::parse(&text).with_context(|| format!("{text:?}")).map_err(Misused::from)?;
    try_out(&mut entrant)?;
    single::run(arguments, &entrant, &position, &interrupted)
}

fn entrant(arguments: &Arguments) -> anyhow::Result<EngineSpec> {
    let nothing_said = arguments.st.is_none() && arguments.nodes.is_none() && arguments.depth.is_none();
    let mut common = EngineSpec::EMPTY;
    common.pace = Pace {
        control: arguments.st.map(TimeControl::Move).unwrap_or_default(),
        nodes: if nothing_said { Some(NODES) } else { arguments.nodes },
        depth: arguments.depth,
    };
    common.share(Loaded::of_user_aloud().engine_options(false));
    let entrant = EngineSpec::parse(&arguments.engine)?.with_defaults(&common)?;
    ensure!(
        !matches!(entrant.pace.control, TimeControl::Clock { .. }),
        "an analysis has no clock; use --st, --nodes or --depth"
    );
    Ok(entrant)
}

/// A file if there is one, else a position.
fn input(words: &[String]) -> Option<&str> {
    match words {
        // Pipes too: the shell makes one of `<(zcat games.pgn.gz)`.
        [name] if name == "-" || games::is_file_name(name) => Some(name),
        _ => None,
    }
}

fn analyze_games(
    arguments: &Arguments,
    entrant: &EngineSpec,
    mut games: Games,
    interrupted: &AtomicBool,
) -> anyhow::Result<()> {
    let shard = arguments.shard.unwrap_or(Shard::ALL);
    let header = Header {
        version: 2,
        engine: entrant.fingerprint(),
        games: games.fingerprint.clone(),
        shard: shard.to_string(),
    };
    let (journal, rows) = match &arguments.out {
        Some(folder) => {
            crate::files::make_folder(folder)?;
            let (journal, rows) = Journal::open(&folder.join("analysis.jsonl"), &header, |found| {
                ensure!(
                    *found == header,
                    "it belongs to other games or another engine; choose another folder"
                );
                Ok(())
            })?;
            (Some(journal), Some(rows))
        }
        None => (None, None),
    };
    let desk = Desk::new(Known::new(rows, shard.stride()), journal, Results::open(arguments, entrant)?);
    let failed = AtomicBool::new(false);
    let looked_at = AtomicU64::new(0);
    let workplace = Workplace { entrant, stops: [interrupted, &failed], positions: &looked_at };
    let workers = if arguments.hand_out {
        workers::wanted(arguments.concurrency)
    } else {
        workers::affordable(arguments.concurrency, engines::MEBIBYTES)
    };
    let results = thread::scope(|scope| {
        let crew = if arguments.hand_out {
            workplace.remote(scope).context(workers::NO_THREAD)?
        } else {
            workplace.threads(scope, workers)
        };
        let results = desk.run(&mut games, crew, 2 * workers, &workplace);
        failed.store(true, Relaxed);
        results
    });
    let (results, failure) = results?;
    if results.games == 0 && failure.is_none() && !interrupted.load(Relaxed) {
        ensure!(!games.is_empty(), "{} contains no game", games.name);
        // Not an error: a batch system would try again and again.
        output::remark(format_args!("mola: {} contains no game for the share {shard}", games.name));
    }
    results.finish()?;
    if interrupted.load(Relaxed) {
        return Err(Interrupted.into());
    }
    failure.map_or(Ok(()), Err)?;
    ensure!(games.broken == 0, "{} of the games could not be read completely", games.broken);
    Ok(())
}

//! `mola analyze`: what an engine thinks of games and positions.

mod annotate;
mod results;
mod examiner;
mod graph;
mod page;
mod replay;
mod single;
pub(crate) mod verdict;

use std::io::{self, Read};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use clap::Args;
use mola_game::TimeControl;
use mola_game::pgn::{GameTree, PgnError, Reader};
use serde::{Deserialize, Serialize};

use crate::config::Loaded;
use crate::engines::pace::Pace;
use crate::engines::spec::EngineSpec;
use crate::lab::journal::Journal;
use crate::output::{self, Interrupted, Misused};
use crate::{position, time_control};
use examiner::Examiner;
use page::Chapter;
use verdict::{Opinion, judge};

/// Let an engine analyze games or a position.
///
/// A game comes back as PGN with evaluations, better lines and the names of mistakes. A move is an
/// inaccuracy, a mistake or a blunder if it throws away 5, 10 or 15 percent of the chance to win.
#[derive(Args)]
#[command(after_help = "Examples:
  mola analyze game.pgn > annotated.pgn
  mola analyze games.pgn --out report --concurrency 2
  mola analyze game.pgn --st 1 --engine 'stockfish option.Threads=2' --out report
  mola analyze 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3' --lines 3
  mola analyze startpos moves e4 c5 --depth 16 --json

With --out, running the same command again resumes where it stopped.")]
pub(crate) struct Arguments {
    /// A PGN file, - for standard input, or a FEN or startpos, optionally followed by moves
    #[arg(required = true, num_args = 1.., value_name = "GAME|FEN")]
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
    /// The folder for annotated.pgn, report.html and analysis.json
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Print JSON instead of PGN
    #[arg(long)]
    json: bool,
}

const NODES: u64 = 300_000;

/// What must stay the same for an analysis to resume.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    version: u32,
    engine: String,
    /// A fingerprint of the games.
    games: String,
}

/// What was found in one game.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Row {
    /// From one.
    game: usize,
    opinions: Vec<Opinion>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut entrant = entrant(arguments)?;
    let interrupted = output::listen_for_interrupts()?;
    let try_out = |entrant: &mut EngineSpec| -> anyhow::Result<()> {
        entrant.try_out()?.iter().for_each(|note| output::remark(format_args!("mola: {note}")));
        Ok(())
    };
    match input(&arguments.input)? {
        Input::Position(text) => {
            let (position, _) =
                position::parse(&text).with_context(|| format!("{text:?}")).map_err(Misused::from)?;
            let request = single::Request {
                position: &position,
                lines: arguments.lines.into(),
                json: arguments.json,
                out: arguments.out.as_deref(),
            };
            try_out(&mut entrant)?;
            single::run(&entrant, &request, &interrupted)
        }
        Input::Games { name, text } => {
            try_out(&mut entrant)?;
            games(arguments, &entrant, &name, &text, &interrupted)
        }
    }
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

enum Input {
    Games { name: String, text: Vec<u8> },
    Position(String),
}

/// A file if there is one, else a position.
fn input(words: &[String]) -> anyhow::Result<Input> {
    if let [path] = words {
        if path == "-" {
            let mut text = Vec::new();
            io::stdin().read_to_end(&mut text).context("cannot read the standard input")?;
            return Ok(Input::Games { name: "standard input".to_owned(), text });
        }
        let looks_like_file = Path::new(path).extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn"));
        // Pipes too: the shell makes one of `<(zcat games.pgn.gz)`.
        if looks_like_file || Path::new(path).exists() {
            return Ok(Input::Games { name: path.clone(), text: crate::files::read(Path::new(path))? });
        }
    }
    Ok(Input::Position(words.join(" ")))
}

fn games(
    arguments: &Arguments,
    entrant: &EngineSpec,
    name: &str,
    text: &[u8],
    interrupted: &Arc<AtomicBool>,
) -> anyhow::Result<()> {
    let mut reader = Reader::new(text);
    let trees = reader.by_ref().collect::<io::Result<Vec<GameTree>>>().with_context(|| name.to_owned())?;
    let broken = complain(&trees, reader.leftover(), name);
    if trees.is_empty() {
        bail!("{name} contains no game");
    }
    let header = Header { version: 1, engine: entrant.fingerprint(), games: fingerprint(text) };
    let (mut journal, rows) = match &arguments.out {
        Some(folder) => {
            crate::files::make_folder(folder)?;
            let (journal, rows) = Journal::open(&folder.join("analysis.jsonl"), &header, |found| {
                ensure!(
                    *found == header,
                    "it belongs to other games or another engine; choose another folder"
                );
                Ok(())
            })?;
            (Some(journal), rows)
        }
        None => (None, Vec::new()),
    };
    let mut found: Vec<Option<Vec<Opinion>>> = vec![None; trees.len()];
    for Row { game, opinions } in rows {
        if let Some(slot) = game.checked_sub(1).and_then(|index| found.get_mut(index)) {
            *slot = Some(opinions);
        }
    }
    examine(arguments, entrant, &trees, &mut found, interrupted, |game, opinions| {
        journal.as_mut().map_or(Ok(()), |journal| journal.add(&Row { game, opinions: opinions.to_vec() }))
    })?;
    let chapters: Vec<Chapter<'_>> = trees
        .iter()
        .zip(&found)
        .filter_map(|(tree, found)| Some(Chapter { tree, moves: judge(tree, found.as_ref()?) }))
        .collect();
    results::deliver(arguments, entrant, &chapters)?;
    if interrupted.load(Relaxed) {
        return Err(Interrupted.into());
    }
    ensure!(broken == 0, "{broken} of the games could not be read completely");
    Ok(())
}

/// Reports what could not be read. Returns the number of games with errors. What follows the last game
/// counts as one: a file that was cut off may end in the middle of a tag.
fn complain(trees: &[GameTree], leftover: &[PgnError], name: &str) -> usize {
    for error in trees.iter().flat_map(GameTree::errors).chain(leftover) {
        output::remark(format_args!("mola: {name}: {error}"));
    }
    trees.iter().filter(|tree| !tree.errors().is_empty()).count() + usize::from(!leftover.is_empty())
}

/// Analyzes all games that have no result yet, several at once.
fn examine(
    arguments: &Arguments,
    entrant: &EngineSpec,
    trees: &[GameTree],
    found: &mut [Option<Vec<Opinion>>],
    interrupted: &AtomicBool,
    mut keep: impl FnMut(usize, &[Opinion]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let todo: Vec<usize> = (0..trees.len()).filter(|&index| found[index].is_none()).collect();
    let positions: usize = todo.iter().map(|&index| trees[index].main_line().count() + 1).sum();
    let cores = arguments.concurrency.or(thread::available_parallelism().ok()).map_or(1, NonZero::get);
    let style = "{bar:30} {human_pos}/{human_len} positions, about {eta} left";
    let bar = output::progress(positions as u64, 0, style);
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    let work = |sender: mpsc::Sender<anyhow::Result<(usize, Vec<Opinion>)>>| {
        let mut examiner = match Examiner::start(entrant) {
            Ok(examiner) => examiner,
            Err(error) => return drop(sender.send(Err(error))),
        };
        while let Some(&index) = todo.get(next.fetch_add(1, Relaxed)) {
            if failed.load(Relaxed) || interrupted.load(Relaxed) {
                return;
            }
            let opinions = examiner.game(&trees[index], interrupted, &|| bar.inc(1));
            let Some(opinions) = opinions.transpose() else { return };
            if sender.send(opinions.map(|opinions| (index, opinions))).is_err() {
                return;
            }
        }
    };
    let outcome = thread::scope(|scope| {
        for _ in 0..cores.min(todo.len()) {
            let (work, sender) = (&work, sender.clone());
            scope.spawn(move || work(sender));
        }
        drop(sender);
        let mut outcome = Ok(());
        for message in &receiver {
            let kept = message.and_then(|(index, opinions)| {
                keep(index + 1, &opinions)?;
                found[index] = Some(opinions);
                Ok(())
            });
            if kept.is_err() {
                failed.store(true, Relaxed);
                outcome = outcome.and(kept);
            }
        }
        outcome
    });
    bar.finish_and_clear();
    outcome
}

/// FNV-1a: enough to see that a file is another one.
fn fingerprint(text: &[u8]) -> String {
    let hash = text
        .iter()
        .fold(0xcbf29ce484222325_u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100000001b3));
    format!("{} bytes, {hash:016x}", text.len())
}

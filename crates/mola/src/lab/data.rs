//! `mola data`: what can be done with the games of `mola datagen`.

mod check;
mod export;
mod merge;
mod rescore;
mod stats;

use std::fs;
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use mola_data::{Record, records};

/// Count, check, mix, rescore and export games to learn from.
#[derive(Args)]
#[command(after_help = "Examples:
  mola data stats data/one
  mola data check data/one data/two
  mola data merge data/one data/two --out all.mola
  mola data shuffle all.mola --seed 3 --out mixed.mola
  mola data rescore data/one --nodes 500 --eval-file data/nets/two.nnue --out rescored.mola
  mola data export mixed.mola --out mixed.positions")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Say what is in the games: how many, how they ended, how scores are spread
    Stats(stats::Arguments),
    /// Read every game and report what is torn off or damaged
    Check(check::Arguments),
    /// Write the whole games of several files into one, each game once
    Merge(merge::Merge),
    /// Write the whole games of several files into one, in random order
    Shuffle(merge::Shuffle),
    /// Look at the positions of games once more, with a better network
    Rescore(rescore::Arguments),
    /// Write the positions worth learning from as a trainer wants them, 32 bytes each
    Export(export::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    match &arguments.command {
        Command::Stats(arguments) => stats::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Merge(arguments) => merge::merge(arguments),
        Command::Shuffle(arguments) => merge::shuffle(arguments),
        Command::Rescore(arguments) => rescore::run(arguments),
        Command::Export(arguments) => export::run(arguments),
    }
}

/// Where games come from.
#[derive(Args)]
struct Inputs {
    /// Files of games, or folders with such files
    #[arg(required = true)]
    inputs: Vec<PathBuf>,
}

/// Games to read, and a file to write what becomes of them.
#[derive(Args)]
struct Conversion {
    #[command(flatten)]
    inputs: Inputs,
    /// The file to write
    #[arg(long, short)]
    out: PathBuf,
    /// Positions of the search's tree (`mola datagen --tree`), which have no result
    #[arg(long)]
    tree: bool,
}

impl Conversion {
    /// Reads the games, or the positions of trees.
    fn read(&self) -> anyhow::Result<Vec<Source>> {
        self.inputs.read(if self.tree { "tree" } else { "mola" })
    }
}

/// A file of games in memory.
struct Source {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Inputs {
    /// Reads all files of games: those named, and in folders those that end in `.mola`.
    fn read_games(&self) -> anyhow::Result<Vec<Source>> {
        self.read("mola")
    }

    /// Reads all files: those named, and in folders those with an ending.
    fn read(&self, wanted: &str) -> anyhow::Result<Vec<Source>> {
        let mut paths = Vec::new();
        for input in &self.inputs {
            if input.is_dir() {
                let mut found = fs::read_dir(input)
                    .with_context(|| format!("cannot look into {}", input.display()))?
                    .map(|entry| entry.map(|entry| entry.path()))
                    .collect::<Result<Vec<_>, _>>()?;
                found.retain(|path| path.extension().is_some_and(|extension| extension == wanted));
                found.sort();
                if found.is_empty() {
                    bail!("there is no file of games (*.{wanted}) in {}", input.display());
                }
                paths.append(&mut found);
            } else {
                paths.push(input.clone());
            }
        }
        let read = |path: PathBuf| {
            let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            Ok(Source { path, bytes })
        };
        paths.into_iter().map(read).collect()
    }
}

impl Source {
    /// The records, and how many bytes are torn off behind them.
    fn records(&self) -> anyhow::Result<(Vec<Record<'_>>, usize)> {
        let mut walk = records(&self.bytes).with_context(|| self.path.display().to_string())?;
        let all = walk.by_ref().collect();
        Ok((all, walk.rest()))
    }
}

/// The records of all sources.
fn all_records(sources: &[Source]) -> anyhow::Result<Vec<Record<'_>>> {
    let mut all = Vec::new();
    for source in sources {
        all.append(&mut source.records()?.0);
    }
    Ok(all)
}

/// Games that a thread takes at a time.
const PORTION: usize = 1024;

/// Hands portions of records to all cores, and what they make of them to `collect`, in order. The
/// number of a portion's first record comes with it.
fn on_all_cores<T: Send>(
    records: &[Record<'_>],
    what: &str,
    work: impl Fn(usize, &[Record<'_>]) -> T + Sync,
    mut collect: impl FnMut(T) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let bar = ProgressBar::new(records.len() as u64).with_style(bar_style(what));
    for (round, wave) in records.chunks(PORTION * threads).enumerate() {
        let first = round * PORTION * threads;
        let work = &work;
        let done: Vec<Option<T>> = thread::scope(|scope| {
            let portions = wave.chunks(PORTION).enumerate();
            let workers: Vec<_> = portions
                .map(|(index, portion)| scope.spawn(move || work(first + index * PORTION, portion)))
                .collect();
            workers.into_iter().map(|worker| worker.join().ok()).collect()
        });
        for one in done {
            collect(one.context("a thread died")?)?;
        }
        bar.inc(wave.len() as u64);
    }
    bar.finish_and_clear();
    Ok(())
}

fn bar_style(what: &str) -> ProgressStyle {
    let template = format!("{what} {{bar:30}} {{human_pos}}/{{human_len}} games, {{per_sec}}, {{eta}} left");
    ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Writes a file that is either whole or not there: under another name first.
fn write_whole(path: &Path, write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>) -> anyhow::Result<()> {
    let mut name = path.file_name().context("say which file to write: --out FILE")?.to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    let cannot = || format!("cannot write {}", path.display());
    let file = fs::File::create(&part).with_context(cannot)?;
    let mut out = std::io::BufWriter::with_capacity(1 << 20, file);
    let written = write(&mut out).and_then(|()| Ok(out.flush()?)).and_then(|()| Ok(fs::rename(&part, path)?));
    if written.is_err() {
        // What is left of the attempt is of no use to anybody; the error below is the one to report.
        let _ = fs::remove_file(&part);
    }
    written.with_context(cannot)
}

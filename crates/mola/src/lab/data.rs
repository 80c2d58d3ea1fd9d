//! `mola data`: what can be done with the games of `mola datagen`.

mod check;
mod export;
mod merge;
mod rescore;
mod stats;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use mola_data::{Record, records};

use crate::{engines, files, output, workers};

/// Count, check, merge, shuffle, rescore and export training data.
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
    /// Count the games, their results and their scores
    Stats(stats::Arguments),
    /// Read every game and report what is torn or damaged
    Check(check::Arguments),
    /// Write the intact games of several files into one, each game once
    Merge(Files),
    /// Write the intact games of several files into one, in random order
    Shuffle(merge::Shuffle),
    /// Score the positions of games again, with another network
    Rescore(rescore::Arguments),
    /// Write the training positions for a trainer, 32 bytes each
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
    /// Files of games, or folders that contain them
    #[arg(required = true)]
    inputs: Vec<PathBuf>,
}

/// Games to read, and a file to write.
#[derive(Args)]
struct Files {
    #[command(flatten)]
    inputs: Inputs,
    /// The file to write
    #[arg(long, short)]
    out: PathBuf,
}

/// The same for positions too.
#[derive(Args)]
struct Conversion {
    #[command(flatten)]
    files: Files,
    /// The inputs are positions of the search tree (`mola datagen --tree`), which have no result
    #[arg(long)]
    tree: bool,
}

impl Conversion {
    /// Reads the games, or the positions of trees.
    fn read(&self) -> anyhow::Result<Vec<Source>> {
        self.files.inputs.read(if self.tree { "tree" } else { "mola" })
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
                    .with_context(|| format!("cannot list {}", input.display()))?
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
            let bytes = files::read(&path)?;
            Ok(Source { path, bytes })
        };
        paths.into_iter().map(read).collect()
    }
}

impl Source {
    /// The records, and the number of torn bytes after them.
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

/// Processes portions of records on as many threads as there is memory for and hands the results to `collect`,
/// in order. `work` gets the number of a portion's first record.
fn side_by_side<T: Send>(
    records: &[Record<'_>],
    what: &str,
    work: impl Fn(usize, &[Record<'_>]) -> T + Sync,
    mut collect: impl FnMut(T) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let threads = workers::affordable(None, engines::MEBIBYTES);
    let style = format!("{what} {{bar:30}} {{human_pos}}/{{human_len}} games, {{per_sec}}, {{eta}} left");
    let bar = output::progress(records.len() as u64, 0, &style);
    for (round, wave) in records.chunks(PORTION * threads).enumerate() {
        let first = round * PORTION * threads;
        let work = &work;
        let portions = wave.chunks(PORTION).enumerate();
        let works = portions.map(|(index, portion)| move || work(first + index * PORTION, portion));
        workers::do_all(works.collect()).into_iter().try_for_each(&mut collect)?;
        bar.inc(wave.len() as u64);
    }
    bar.finish_and_clear();
    Ok(())
}

/// Writes a file whole or not at all, and names it if that fails.
fn write_whole(path: &Path, write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>) -> anyhow::Result<()> {
    files::write_whole(path, write).with_context(|| format!("cannot write {}", path.display()))
}

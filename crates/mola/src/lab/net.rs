//! `mola net`: networks, from the trainer to the board.

mod judge;
mod numbered;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::{Args, Subcommand};
use mola_engine::nnue::{Quantized, Ready, Trained};
use mola_rules::Position;

use crate::files::read;
use crate::output;

/// Inspect networks, quantize them, and check them against their trainer.
#[derive(Args)]
#[command(after_help = "Examples:
  mola net show mola.nnue
  mola net show mola.nnue --fen '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'
  mola net quantize mola.trained --out mola.nnue
  mola net golden mola.nnue mola.golden
  mola net judge testdata/nnue/game-scores.txt old.nnue new.nnue
  mola net random 256 --out speed.nnue
  mola net random 512 --layers --out speed.nnue")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Describe a network, and show how it evaluates a position
    Show {
        /// A network file
        file: PathBuf,
        /// The position; the starting position if not given
        #[arg(long, value_parser = Position::from_lenient_fen)]
        fen: Option<Position>,
    },
    /// Turn a trainer's weights into a network of integers
    #[command(alias = "quantise")]
    Quantize {
        /// The trained weights
        trained: PathBuf,
        /// The network file to write
        #[arg(long, short)]
        out: PathBuf,
    },
    /// Compare a network with the values its trainer computed
    Golden {
        /// A network file, or trained weights
        file: PathBuf,
        /// The trainer's values
        golden: PathBuf,
    },
    /// Compare networks by how well they foretell what a deep search says
    Judge {
        /// Lines with a FEN, a semicolon and the score in hundredths of a pawn, for the player to move
        scores: PathBuf,
        /// Network files
        #[arg(required = true)]
        networks: Vec<PathBuf>,
    },
    /// Write a network of random weights, to measure speed
    Random {
        /// How many hidden neurons: a multiple of 32, or of 64 with layers, at most 1024
        #[arg(value_parser = parse_hidden)]
        hidden: usize,
        /// Put layers between the hidden neurons and the output
        #[arg(long)]
        layers: bool,
        /// The network file to write
        #[arg(long, short)]
        out: PathBuf,
        /// The same seed gives the same weights
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

fn parse_hidden(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(hidden) if (32..=1024).contains(&hidden) && hidden % 32 == 0 => Ok(hidden),
        _ => Err(format!("{text:?} is not a multiple of 32 from 32 to 1024")),
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    match &arguments.command {
        Command::Show { file, fen } => {
            let network = Ready::parse(&read(file)?).with_context(|| file.display().to_string())?;
            let view = network.view(&fen.unwrap_or_else(Position::start));
            output::print(format_args!("{}\n\n{view}", network.about()))
        }
        Command::Quantize { trained, out } => {
            let network = Trained::parse(&read(trained)?).and_then(|network| network.quantize());
            let network = network.with_context(|| trained.display().to_string())?;
            write(out, &network)
        }
        Command::Golden { file, golden } => compare(file, golden),
        Command::Judge { scores, networks } => judge::judge(scores, networks),
        Command::Random { hidden, layers: true, .. } if hidden % 64 != 0 => {
            bail!("A network with layers needs a multiple of 64 hidden neurons, not {hidden}.")
        }
        Command::Random { hidden, layers: true, out, seed } => {
            write(out, &Quantized::random_with_layers(*hidden, *seed))
        }
        Command::Random { hidden, layers: false, out, seed } => {
            write(out, &Quantized::random(*hidden, *seed))
        }
    }
}

fn write(path: &Path, network: &Quantized) -> anyhow::Result<()> {
    fs::write(path, network.bytes()).with_context(|| format!("cannot write {}", path.display()))?;
    output::say(format_args!("{}: {}", path.display(), Ready::from(network).about()))
}

/// How far two ways of summing the same numbers may differ, in hundredths of a pawn.
const FLOAT_NOISE: f32 = 0.05;

/// Each line of the trainer's file has a position, the value of the network as trained, and the value in
/// integers, which must be met to the unit.
fn compare(file: &Path, golden: &Path) -> anyhow::Result<()> {
    let bytes = read(file)?;
    let lines = numbered::read(
        golden,
        "a FEN and two values, separated by semicolons",
        |line| -> Option<(Position, f32, i32)> {
            let parts: Vec<&str> = line.split(';').map(str::trim).collect();
            let [fen, float, integer] = parts[..] else { return None };
            Some((fen.parse().ok()?, numbered::finite(float)? as f32, integer.parse().ok()?))
        },
    )?;
    let (network, trained) = match Trained::parse(&bytes) {
        Ok(trained) => (Ready::from(&trained.quantize()?), Some(trained)),
        Err(_) => (Ready::parse(&bytes).with_context(|| file.display().to_string())?, None),
    };
    let mut wrong = 0;
    for (line, (position, float, integer)) in &lines {
        let (board, turn) = (position.board(), position.turn());
        let found = network.evaluate(board, turn);
        let found_float = trained.as_ref().map_or(*float, |trained| trained.evaluate(board, turn));
        if found != *integer || (found_float - float).abs() > FLOAT_NOISE.max(float.abs() * 1e-4) {
            wrong += 1;
            output::say(format_args!("{line}: {found_float:.4} and {found} here"))?;
        }
    }
    let compared = lines.len();
    ensure!(wrong == 0, "{wrong} of {compared} positions differ from what the trainer says");
    output::say(format_args!("{compared} positions, all as the trainer says: {}", network.about()))
}

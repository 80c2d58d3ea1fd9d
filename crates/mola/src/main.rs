//! The program: every way to use Mola from a terminal.

mod bench;
mod datagen;
mod engines;
mod perft;
mod play;

use std::io::{IsTerminal, stdin, stdout};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Chess that plays anywhere.
///
/// At a terminal, `mola` alone plays a game with you.
/// Behind a pipe, `mola` alone speaks the protocol that the first line asks for: UCI or XBoard's.
#[derive(Parser)]
#[command(
    version,
    after_help = "Examples:
  mola
  mola play --level 3 --side black
  mola perft 6
  mola bench
  xboard -fcp 'mola xboard'"
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Play chess at the terminal
    Play(Box<play::Arguments>),
    /// Play for a chess program that speaks UCI
    Uci,
    /// Play for a chess program that speaks XBoard's protocol
    Xboard,
    /// Count the positions that legal moves lead to
    Perft(perft::Arguments),
    /// Search a fixed set of positions and print the number of nodes
    Bench(bench::Arguments),
    /// Let the engine play itself and keep games to learn from
    Datagen(datagen::Arguments),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match &cli.command {
        None if stdin().is_terminal() => play::run(&play::Arguments::default()),
        Some(Command::Play(arguments)) => play::run(arguments),
        None | Some(Command::Uci | Command::Xboard) => {
            mola_protocol::run(stdin().lock(), stdout(), engines::lineup());
            Ok(())
        }
        Some(Command::Perft(arguments)) => perft::run(arguments),
        Some(Command::Bench(arguments)) => {
            bench::run(arguments);
            Ok(())
        }
        Some(Command::Datagen(arguments)) => datagen::run(arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("mola: {error:#}");
            ExitCode::FAILURE
        }
    }
}

//! The program: every way to use Mola from a terminal.

mod bench;
mod data;
mod datagen;
mod dice;
mod engines;
mod net;
mod perft;
mod session;

use std::io::{IsTerminal, stdin};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use mola_rules::Position;

/// Chess that plays anywhere.
///
/// Behind a pipe, `mola` alone speaks the protocol that the first line asks for: UCI or XBoard's.
#[derive(Parser)]
#[command(
    version,
    after_help = "Examples:
  mola perft 6
  mola bench
  xboard -fcp 'mola xboard'
  mola \"position startpos moves e2e4\" \"go movetime 1000\""
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
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
    /// Count, check, mix and export games to learn from
    Data(data::Arguments),
    /// Look at networks, quantise them, and compare them with what their trainer says
    Net(net::Arguments),
}

fn main() -> ExitCode {
    if session::run_arguments(std::env::args_os().skip(1)) {
        return ExitCode::SUCCESS;
    }
    let cli = Cli::parse();
    let done = match &cli.command {
        None if stdin().is_terminal() => show_board(),
        None | Some(Command::Uci | Command::Xboard) => {
            session::run();
            Ok(())
        }
        Some(Command::Perft(arguments)) => perft::run(arguments),
        Some(Command::Bench(arguments)) => bench::run(arguments),
        Some(Command::Datagen(arguments)) => datagen::run(arguments),
        Some(Command::Data(arguments)) => data::run(arguments),
        Some(Command::Net(arguments)) => net::run(arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("mola: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// What there is to see until there is a game to play.
fn show_board() -> anyhow::Result<()> {
    println!("\n{}", Position::start().board().unicode());
    Cli::command().print_help()?;
    Ok(())
}

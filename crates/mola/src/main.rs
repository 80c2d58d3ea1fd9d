//! The program: every way to use Mola from a terminal.

mod datagen;
mod perft;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use mola_rules::Position;

/// Chess that plays anywhere.
#[derive(Parser)]
#[command(
    version,
    after_help = "Examples:\n  mola perft 6\n  mola perft 5 --fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' --divide"
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Count the positions that legal moves lead to.
    Perft(perft::Arguments),
    /// Let the engine play itself and keep games to learn from.
    Datagen(datagen::Arguments),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match &cli.command {
        None => show_board(),
        Some(Command::Perft(arguments)) => perft::run(arguments),
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

/// What there is to see until there is a game to play.
fn show_board() -> anyhow::Result<()> {
    println!("\n{}", Position::start().board().unicode());
    Cli::command().print_help()?;
    Ok(())
}

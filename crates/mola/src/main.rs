//! The program: every way to use Mola from a terminal.

// Readers go away and disks are full: `output` takes care of both.
#![deny(clippy::print_stdout)]

mod dice;
mod doctor;
mod engines;
mod eval;
mod lab;
mod output;
mod perft;
mod position;
mod session;
mod shell;
mod svg;
mod terminal;
#[cfg(feature = "web")]
mod web;

use std::io::{IsTerminal, stdin};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use lab::{analysis, bench, data, datagen, net, tournament};

/// Chess that plays anywhere.
///
/// At a terminal, `mola` alone plays a game with you.
/// Behind a pipe, `mola` alone speaks the protocol that the first line asks for: UCI or XBoard's.
///
/// Exit codes: 0 all is well; 1 something failed, and the standard error says what; 2 the command was
/// written wrongly; 130 it was interrupted, and what was done is kept.
#[derive(Parser)]
#[command(
    version,
    after_help = "Examples:
  mola
  mola play --level 3 --side black
  mola web
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
    /// Play chess at the terminal
    Play(Box<terminal::Arguments>),
    /// Play for a chess program that speaks UCI
    Uci,
    /// Play for a chess program that speaks XBoard's protocol
    Xboard,
    /// Count the positions that legal moves lead to
    Perft(perft::Arguments),
    /// Search a fixed set of positions and print the number of nodes
    Bench(bench::Arguments),
    Eval(eval::Arguments),
    #[command(alias = "analyze")]
    Analyse(Box<analysis::Arguments>),
    Svg(svg::Arguments),
    Match(Box<tournament::Arguments>),
    /// Play and study in the browser
    #[cfg(feature = "web")]
    Web(web::Arguments),
    /// Let the engine play itself and keep games to learn from
    Datagen(datagen::Arguments),
    /// Count, check, mix and export games to learn from
    Data(data::Arguments),
    /// Look at networks, quantise them, and compare them with what their trainer says
    Net(net::Arguments),
    Doctor(doctor::Arguments),
    Completions(shell::CompletionArguments),
    Man(shell::ManArguments),
}

fn main() -> ExitCode {
    if session::run_arguments(std::env::args_os().skip(1)) {
        return ExitCode::SUCCESS;
    }
    let cli = Cli::parse();
    let done = match &cli.command {
        None if stdin().is_terminal() => terminal::run(&terminal::Arguments::default()),
        Some(Command::Play(arguments)) => terminal::run(arguments),
        None | Some(Command::Uci | Command::Xboard) => {
            session::run();
            Ok(())
        }
        Some(Command::Perft(arguments)) => perft::run(arguments),
        Some(Command::Bench(arguments)) => bench::run(arguments),
        Some(Command::Eval(arguments)) => eval::run(arguments),
        Some(Command::Analyse(arguments)) => analysis::run(arguments),
        Some(Command::Doctor(arguments)) => doctor::run(arguments),
        Some(Command::Svg(arguments)) => svg::run(arguments),
        Some(Command::Match(arguments)) => tournament::run(arguments),
        #[cfg(feature = "web")]
        Some(Command::Web(arguments)) => web::run(arguments),
        Some(Command::Datagen(arguments)) => datagen::run(arguments),
        Some(Command::Completions(arguments)) => shell::completions(arguments, Cli::command()),
        Some(Command::Man(arguments)) => shell::manual(arguments, Cli::command()),
        Some(Command::Data(arguments)) => data::run(arguments),
        Some(Command::Net(arguments)) => net::run(arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => output::report(&error),
    }
}

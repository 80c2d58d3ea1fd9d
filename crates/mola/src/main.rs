//! The program: every way to use Mola from a terminal.

// Readers leave and disks fill up: `output` takes care of both.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod config;
mod date;
mod doctor;
mod engines;
mod eval;
mod files;
mod help;
mod lab;
mod output;
mod perft;
mod position;
mod session;
mod shell;
mod svg;
mod terminal;
mod time_control;
mod user_folders;
mod web;
mod workers;

use std::error::Error as _;
use std::io::{IsTerminal, stdin};
use std::num::{IntErrorKind, ParseIntError};
use std::process::{ExitCode, exit};

use clap::error::ContextKind;
use clap::{CommandFactory, Parser, Subcommand};
use mola_game::printable;

use lab::{analysis, bench, data, datagen, experiment, net, tournament};

/// Chess that plays anywhere.
///
/// At a terminal, `mola` alone plays a game with you.
/// Behind a pipe, `mola` alone speaks the protocol that the first line asks for: UCI or XBoard's.
///
/// Exit codes: 0 success; 1 failure, explained on standard error; 2 wrong usage; 130 interrupted, with
/// finished work saved.
#[derive(Parser)]
#[command(
    version,
    disable_help_subcommand = true,
    after_help = help::after(
        "Examples:
  mola
  mola play --level 3 --side black
  mola web
  mola perft 6
  mola bench
  mola help engines
  xboard -fcp 'mola xboard'
  mola \"position startpos moves e2e4\" \"go movetime 1000\""
    )
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Play chess at the terminal
    Play(Box<terminal::Arguments>),
    /// Run as an engine that speaks UCI
    Uci(session::Arguments),
    /// Run as an engine that speaks XBoard's protocol
    Xboard(session::Arguments),
    /// Count the positions that legal moves lead to
    Perft(perft::Arguments),
    /// Search a fixed set of positions and print the number of nodes
    Bench(bench::Arguments),
    Eval(eval::Arguments),
    #[command(alias = "analyse")]
    Analyze(Box<analysis::Arguments>),
    Svg(svg::Arguments),
    Match(Box<tournament::Arguments>),
    Lab(experiment::Arguments),
    /// Play and study in the browser
    Web(web::Arguments),
    /// Let the engine play itself and save the games as training data
    Datagen(datagen::Arguments),
    /// Count, check, merge, shuffle, rescore and export training data
    Data(data::Arguments),
    /// Inspect networks, quantize them, and check them against their trainer
    Net(net::Arguments),
    #[cfg(feature = "tune")]
    Spsa(lab::spsa::Arguments),
    Doctor(doctor::Arguments),
    Config(config::Arguments),
    Help(help::Arguments),
    Completions(shell::CompletionArguments),
    Man(shell::ManArguments),
}

/// Says what is wrong with a number, where the standard library only names its parser's state.
fn explain(error: clap::Error) -> clap::Error {
    let wrong = match error.source().and_then(|source| source.downcast_ref::<ParseIntError>()) {
        None => return error,
        Some(cause) => match cause.kind() {
            IntErrorKind::Zero => "must be above zero",
            IntErrorKind::PosOverflow => "is too large",
            IntErrorKind::NegOverflow => "is too small",
            _ => "is not a whole number",
        },
    };
    let part = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let (value, argument) = (part(ContextKind::InvalidValue), part(ContextKind::InvalidArg));
    Cli::command().error(error.kind(), format!("'{value}' {wrong}: {argument}"))
}

/// Says what is wrong with the arguments, or gives the help that was asked for, and ends the program.
fn complain(error: &clap::Error) -> ! {
    let text = error.render().to_string();
    // A file's name may hold anything, and the shell puts it here in place of a star.
    if printable(&text) != text {
        output::remark(text.trim_end());
        exit(error.exit_code());
    }
    error.exit()
}

// A panic in a search must not end the program: the session answers with the best move so far, and a game
// at the terminal is paused. That takes a build in which panics unwind.
#[cfg(not(panic = "unwind"))]
compile_error!("build Mola with panic = \"unwind\", so that a panic in a search loses no game");

fn main() -> ExitCode {
    match session::run_arguments(std::env::args_os().skip(1)) {
        Ok(true) => return ExitCode::SUCCESS,
        Ok(false) => {}
        Err(error) => return output::report(&error),
    }
    let cli = Cli::try_parse().unwrap_or_else(|error| complain(&explain(error)));
    let done = match &cli.command {
        None if stdin().is_terminal() => terminal::run(&terminal::Arguments::default()),
        Some(Command::Play(arguments)) => terminal::run(arguments),
        None => session::run(&session::Arguments::default()),
        Some(Command::Uci(arguments) | Command::Xboard(arguments)) => session::run(arguments),
        Some(Command::Perft(arguments)) => perft::run(arguments),
        Some(Command::Bench(arguments)) => bench::run(arguments),
        Some(Command::Eval(arguments)) => eval::run(arguments),
        Some(Command::Analyze(arguments)) => analysis::run(arguments),
        Some(Command::Doctor(arguments)) => doctor::run(arguments),
        Some(Command::Config(arguments)) => config::run(arguments),
        Some(Command::Help(arguments)) => help::run(arguments, Cli::command()),
        Some(Command::Svg(arguments)) => svg::run(arguments),
        Some(Command::Match(arguments)) => tournament::run(arguments),
        Some(Command::Lab(arguments)) => experiment::run(arguments),
        Some(Command::Web(arguments)) => web::run(arguments),
        Some(Command::Datagen(arguments)) => datagen::run(arguments),
        Some(Command::Completions(arguments)) => shell::completions(arguments, Cli::command()),
        Some(Command::Man(arguments)) => shell::manual(arguments, Cli::command()),
        Some(Command::Data(arguments)) => data::run(arguments),
        Some(Command::Net(arguments)) => net::run(arguments),
        #[cfg(feature = "tune")]
        Some(Command::Spsa(arguments)) => lab::spsa::run(arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => output::report(&error),
    }
}

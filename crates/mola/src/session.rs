//! Conversations with chess programs: `mola uci`, `mola xboard`, and lines of UCI as arguments.

use std::ffi::OsString;
use std::io::{stdin, stdout};

use mola_protocol::uci::Command;

use crate::engines;

/// Talks to the program at the other end of the pipe.
pub(crate) fn run() {
    mola_protocol::run(stdin().lock(), stdout(), engines::lineup());
}

/// Carries out the arguments as lines of UCI, if that is what they are. `OpenBench` calls engines so:
/// `mola "genfens 10 seed 1 book None" "quit"`.
///
/// Only a first argument that has spaces in it and is a command of UCI begins such a conversation, so
/// that a mistyped subcommand is still reported as one.
pub(crate) fn run_arguments(arguments: impl Iterator<Item = OsString>) -> bool {
    let lines: Vec<String> = arguments.map(|line| line.to_string_lossy().into_owned()).collect();
    let begins =
        lines.first().is_some_and(|line| line.trim().contains(' ') && line.parse::<Command>().is_ok());
    if begins {
        mola_protocol::run_lines(lines.iter().map(String::as_str), stdout(), engines::lineup());
    }
    begins
}

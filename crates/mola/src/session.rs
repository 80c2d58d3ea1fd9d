//! Conversations with chess programs: `mola uci`, `mola xboard`, and lines of UCI as arguments.

mod log;

use std::ffi::OsString;
use std::io::{stdin, stdout};
use std::path::PathBuf;

use anyhow::Context;
use mola_protocol::uci::Command;

use crate::session::log::{Log, Recorded};
use crate::workers::NO_THREAD;
use crate::{engines, help};

#[derive(clap::Args, Default)]
#[command(after_help = help::after(
    "Examples:
  mola uci
  mola uci --log mola.log
  xboard -fcp 'mola xboard --log /tmp/mola.log'"
))]
pub(crate) struct Arguments {
    /// Add everything that is heard (>) and said (<) to a file, with seconds since the start
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

/// Talks to the program at the other end of the pipe.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let (input, output, lineup) = (stdin().lock(), stdout(), engines::lineup());
    if let Some(path) = &arguments.log {
        let log = Log::open(path)?;
        let input = Recorded { inner: input, log: log.clone() };
        mola_protocol::run(input, Recorded { inner: output, log }, lineup)
    } else {
        mola_protocol::run(input, output, lineup)
    }
    .context(NO_THREAD)
}

/// Carries out the arguments as lines of UCI, if that is what they are. `OpenBench` calls engines so:
/// `mola "genfens 10 seed 1 book None" "quit"`.
///
/// Only a first argument that has spaces in it and is a command of UCI begins such a conversation, so
/// that a mistyped subcommand is still reported as one.
pub(crate) fn run_arguments(arguments: impl Iterator<Item = OsString>) -> anyhow::Result<bool> {
    let lines: Vec<String> = arguments.map(|line| line.to_string_lossy().into_owned()).collect();
    let begins =
        lines.first().is_some_and(|line| line.trim().contains(' ') && line.parse::<Command>().is_ok());
    if begins {
        mola_protocol::run_lines(lines.iter().map(String::as_str), stdout(), engines::lineup())
            .context(NO_THREAD)?;
    }
    Ok(begins)
}

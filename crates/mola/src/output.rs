//! What the commands print, and how the program ends.
//!
//! Everything goes through here, since a disk may be full and a reader may have gone: neither is a reason
//! to panic. And much of it comes from outside, from files and other programs: nothing in it reaches a
//! terminal but text.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use mola_game::printable;
use serde::Serialize;

/// The user pressed Ctrl-C, and what was done so far has been saved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interrupted;

impl std::error::Error for Interrupted {}

impl Display for Interrupted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "interrupted")
    }
}

/// Prints a text as it is.
pub(crate) fn print(text: impl Display) -> anyhow::Result<()> {
    let text = text.to_string();
    let mut out = io::stdout().lock();
    let written = out.write_all(printable(&text).as_bytes()).and_then(|()| out.flush());
    written.context("cannot write to standard output")
}

/// Prints a line.
pub(crate) fn say(line: impl Display) -> anyhow::Result<()> {
    print(format_args!("{line}\n"))
}

/// Prints a line for people beside the results, on the standard error. Nobody misses it if that fails.
pub(crate) fn remark(line: impl Display) {
    let _ = writeln!(io::stderr(), "{}", printable(&line.to_string()));
}

/// A text in lines of at most `width` letters, broken at blanks where there are any.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let room = line.is_empty() || line.chars().count() + 1 + word.chars().count() <= width;
        if !room {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        while line.chars().count() > width.max(1) {
            let rest: String = line.chars().skip(width.max(1)).collect();
            lines.push(line.chars().take(width.max(1)).collect());
            line = rest;
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// Lets only text through to a writer.
pub(crate) struct Printable<W>(pub(crate) W);

impl<W: Write> Write for Printable<W> {
    /// Takes whole texts, as formatting hands them over.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(printable(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Prints a value for programs.
pub(crate) fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    print(serde_json::to_string_pretty(value)? + "\n")
}

/// A progress bar. It hides itself where there is no terminal.
pub(crate) fn progress(length: u64, done: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(length).with_style(style(template)).with_position(done);
    bar.reset_eta();
    bar
}

/// How a progress bar looks.
pub(crate) fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Ctrl-C sets the flag, so that long work ends in good order; a second one ends the program.
pub(crate) fn listen_for_interrupts() -> anyhow::Result<Arc<AtomicBool>> {
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register_conditional_shutdown(signal, 130, interrupted.clone())?;
        signal_hook::flag::register(signal, interrupted.clone())?;
    }
    Ok(interrupted)
}

/// Something that was typed wrong on the command line, which has an exit code of its own.
#[derive(Debug)]
pub(crate) struct Misused(anyhow::Error);

impl Misused {
    /// The same error as one of usage.
    pub(crate) fn from(error: impl Into<anyhow::Error>) -> anyhow::Error {
        Self(error.into()).into()
    }
}

impl std::fmt::Display for Misused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:#}", self.0)
    }
}

impl std::error::Error for Misused {}

/// Says what went wrong, and gives the exit code for it.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    let is_broken_pipe = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
    };
    // The reader of our output has left, as `head` does.
    if error.chain().any(is_broken_pipe) {
        return ExitCode::SUCCESS;
    }
    remark(format_args!("mola: {error:#}"));
    if error.is::<Interrupted>() {
        ExitCode::from(130)
    } else if error.is::<Misused>() {
        ExitCode::from(2)
    } else {
        ExitCode::FAILURE
    }
}

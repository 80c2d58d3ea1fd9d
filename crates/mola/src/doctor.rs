//! `mola doctor`: what this machine and this terminal can do, and what was found on it.

mod machine;
mod search_path;
mod tables;
mod terminal;

use std::fmt::{self, Display};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use mola_engine::Mola;
use mola_game::{Engine, Limits, Listener, Task, Time};
use mola_rules::Position;
use serde::Serialize;

use crate::output;

/// Show what the machine and the terminal can do, and which tables and engines are found.
#[derive(Args)]
#[command(after_help = "Examples:
  mola doctor
  mola doctor --syzygy ~/tables
  mola doctor --json")]
pub(crate) struct Arguments {
    /// Folders to look for Syzygy tables in, besides the usual ones and those of `SYZYGY_PATH`
    #[arg(long, value_name = "FOLDER")]
    syzygy: Vec<PathBuf>,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

/// Everything that was found.
#[derive(Debug, Serialize)]
struct Findings {
    version: &'static str,
    machine: machine::Machine,
    /// Nodes that the engine looks at in a second, on one thread.
    nodes_per_second: u64,
    terminal: terminal::Terminal,
    syzygy: Vec<tables::Tables>,
    engines: Vec<search_path::Found>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let findings = Findings {
        version: env!("CARGO_PKG_VERSION"),
        machine: machine::Machine::look(),
        nodes_per_second: speed(),
        terminal: terminal::Terminal::look(&|name| std::env::var(name).ok()),
        syzygy: tables::find(&arguments.syzygy),
        engines: search_path::engines(),
    };
    if arguments.json { output::print_json(&findings) } else { output::print(&findings) }
}

/// How fast the engine is, by a quarter of a second of thinking.
fn speed() -> u64 {
    let root = Position::start();
    let (began, mut best) = (Instant::now(), 0);
    let mut listener = Listener::new().clock(|| began.elapsed()).hear(|report| {
        best = best.max(report.nodes * 1_000_000 / (began.elapsed().as_micros() as u64).max(1));
    });
    let limits = Limits { time: Time::Move(Duration::from_millis(250)), ..Limits::NONE };
    Mola::new().think(Task::new(&root, limits), &mut listener);
    drop(listener);
    best
}

impl Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let machine = &self.machine;
        writeln!(f, "Mola {}, built for {}{}", self.version, machine.target, machine.build)?;
        writeln!(f, "\nMachine")?;
        row(f, "processors", format_args!("{} (option Threads up to that)", machine.processors))?;
        row(f, "features", Listed(&machine.features))?;
        row(f, "sliding pieces", machine.sliders)?;
        if let Some(memory) = machine.memory_available {
            let hash = (memory / 2).max(1);
            row(f, "memory", format_args!("{memory} MiB free (option Hash up to about {hash})"))?;
        }
        row(f, "speed", format_args!("{} thousand nodes a second", self.nodes_per_second / 1000))?;
        if machine.is_slow_build {
            row(f, "", "this build checks itself and is slow; build with --release to play")?;
        }
        writeln!(f, "\nTerminal")?;
        self.terminal.fmt(f)?;
        writeln!(f, "\nSyzygy tables")?;
        for tables in &self.syzygy {
            row(f, "", tables)?;
        }
        if self.syzygy.is_empty() {
            row(f, "", "none; put them in ~/syzygy or say where with --syzygy or $SYZYGY_PATH")?;
        }
        writeln!(f, "\nOther engines")?;
        for engine in &self.engines {
            row(f, "", engine)?;
        }
        if self.engines.is_empty() {
            row(f, "", "none in the search path")?;
        }
        Ok(())
    }
}

/// A line of the report.
fn row(f: &mut fmt::Formatter<'_>, name: &str, value: impl Display) -> fmt::Result {
    if name.is_empty() { writeln!(f, "  {value}") } else { writeln!(f, "  {name:<15} {value}") }
}

/// Words with blanks between them.
struct Listed<'a>(&'a [&'static str]);

impl Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { write!(f, "none that matter") } else { write!(f, "{}", self.0.join(" ")) }
    }
}

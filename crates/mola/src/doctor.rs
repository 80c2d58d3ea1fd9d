//! `mola doctor`: what this machine and this terminal can do, and what is installed.

mod machine;
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

use crate::config::Loaded;
use crate::engines::search_path::{self, Installed};
use crate::output;

/// Show what the machine and the terminal can do, and which tables and engines are installed.
#[derive(Args)]
#[command(after_help = "Examples:
  mola doctor
  mola doctor --syzygy ~/tables
  mola doctor --json")]
pub(crate) struct Arguments {
    /// More folders with Syzygy tables, besides the usual ones and those in `SYZYGY_PATH`
    #[arg(long, value_name = "FOLDER")]
    syzygy: Vec<PathBuf>,
    /// Print JSON
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
    engines: Vec<Installed>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let findings = Findings {
        version: env!("CARGO_PKG_VERSION"),
        machine: machine::Machine::look(),
        nodes_per_second: speed(),
        terminal: terminal::Terminal::look(&|name| std::env::var(name).ok()),
        syzygy: tables::find(&[&arguments.syzygy[..], &Loaded::of_user_aloud().tables].concat()),
        engines: search_path::installed(),
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
        row(f, "processors", format_args!("{} (set Threads up to this)", machine.processors))?;
        let features = machine.features.join(" ");
        row(f, "features", if features.is_empty() { "none that matter" } else { &features })?;
        row(f, "sliding pieces", machine.sliders)?;
        if let Some(memory) = machine.memory_available {
            let hash = (memory / 2).max(1);
            row(f, "memory", format_args!("{memory} MiB free (set Hash up to about {hash})"))?;
        }
        row(f, "speed", format_args!("{} thousand nodes per second", self.nodes_per_second / 1000))?;
        if machine.is_slow_build {
            row(f, "", "this is a slow debug build; build with --release to play")?;
        }
        writeln!(f, "\nTerminal")?;
        self.terminal.fmt(f)?;
        writeln!(f, "\nSyzygy tables")?;
        for tables in &self.syzygy {
            row(f, "", tables)?;
        }
        if self.syzygy.is_empty() {
            row(f, "", "none; put them in ~/syzygy, or name their folder with --syzygy or $SYZYGY_PATH")?;
        }
        writeln!(f, "\nOther engines")?;
        for Installed { engine, .. } in &self.engines {
            row(f, "", format_args!("mola play --engine {}", shell_words::quote(engine)))?;
        }
        if self.engines.is_empty() {
            row(f, "", "none on the search path or in /usr/games")?;
        }
        Ok(())
    }
}

/// A line of the report.
fn row(f: &mut fmt::Formatter<'_>, name: &str, value: impl Display) -> fmt::Result {
    if name.is_empty() { writeln!(f, "  {value}") } else { writeln!(f, "  {name:<15} {value}") }
}

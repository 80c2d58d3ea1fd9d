//! The workspace's tests as cargo builds them: built once, then run side by side and by other chores
//! with other settings. `cargo test` would run the programs one after the other, and would build them
//! again for a single package, since it unites other features then.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Mutex;
use std::thread::available_parallelism;

use anyhow::{Context, ensure};
use serde_json::Value;

use crate::shell::{cargo, output};
use crate::steps::{Lane, side_by_side, step};

/// A program of tests.
struct TestProgram {
    /// The package, and the name of the test file, `lib` or `bin`: `mola-rules perft`.
    name: String,
    path: PathBuf,
    /// Where tests expect to run.
    folder: PathBuf,
}

/// All of the workspace's test programs.
pub(crate) struct TestPrograms(Vec<TestProgram>);

const BUILD: [&str; 5] = ["test", "--workspace", "--exclude", "rivals", "--no-run"];

impl TestPrograms {
    pub(crate) fn build() -> anyhow::Result<Self> {
        step("build tests", &mut cargo(&BUILD))?;
        // Once more for their names: nothing is left to build.
        let messages = output(cargo(&BUILD).arg("--message-format=json"))?;
        let mut programs = Vec::new();
        for line in messages.lines() {
            programs.extend(TestProgram::from_message(&serde_json::from_str(line)?));
        }
        ensure!(!programs.is_empty(), "cargo lists no tests");
        Ok(Self(programs))
    }

    /// Runs every test that needs nothing else.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let queue: Mutex<VecDeque<&TestProgram>> = Mutex::new(self.0.iter().collect());
        let next = || queue.lock().unwrap().pop_front();
        let lane = || {
            while let Some(program) = next() {
                step(&program.name, &mut program.command())?;
            }
            Ok(())
        };
        let count = available_parallelism().map_or(1, usize::from);
        side_by_side((0..count).map(|_| Box::new(lane) as Lane<'_>).collect())
    }

    /// One program by its name.
    pub(crate) fn command(&self, name: &str) -> anyhow::Result<Command> {
        let program = self.0.iter().find(|program| program.name == name);
        Ok(program.with_context(|| format!("there is no test program {name:?}"))?.command())
    }
}

impl TestProgram {
    /// Reads a message of cargo's; none if it is about something else.
    fn from_message(message: &Value) -> Option<Self> {
        let path = PathBuf::from(message["executable"].as_str()?);
        if message["profile"]["test"] != true {
            return None;
        }
        let folder = PathBuf::from(message["manifest_path"].as_str()?).parent()?.to_owned();
        let package = folder.file_name()?.to_string_lossy().into_owned();
        let target = &message["target"];
        let name = match target["kind"][0].as_str()? {
            "test" => target["name"].as_str()?,
            "bin" => "bin",
            _ => "lib",
        };
        Some(Self { name: format!("{package} {name}"), path, folder })
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder);
        command
    }
}

//! `mola spsa`: tunes the numbers of the search by games of the engine against itself.

mod chart;

use std::collections::HashSet;
use std::fmt::Write as _;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, ensure};
use clap::Args;
use mola_engine::spsa::{Optimizer, Plan, Trial};
use mola_engine::{KNOBS, Knob};
use mola_game::TimeControl;
use mola_rules::Color;
use serde::{Deserialize, Serialize};

use super::journal::Journal;
use super::tournament::adjudication::{DrawRule, Rules, WinRule};
use super::tournament::openings::Openings;
use super::tournament::referee::{self, Conditions, Seat};
use crate::engines::pace::Pace;
use crate::engines::spec::EngineSpec;
use crate::files::{make_folder, write_text};
use crate::output::{self, Interrupted};
use crate::workers::{self, Outbox};

/// Tune the numbers of the search by games against itself.
///
/// Each trial moves all chosen numbers up or down at random, lets both sets of values play an opening with
/// both colors, and moves the numbers a little toward the winner. The folder holds the results of all trials
/// (trials.jsonl), a picture of each number's course (course.svg) and rows for params.rs (params.txt).
/// Running the same command again resumes where it stopped.
#[derive(Args)]
#[command(after_help = "Examples:
  mola spsa --out runs/all --trials 20000 --concurrency 2
  mola spsa --out runs/lmr --knobs lmr_base,lmr_divisor,lmr_history --trials 3000 --nodes 10000")]
pub(crate) struct Arguments {
    /// The folder of the run
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// The numbers to tune [default: all that do not concern the clock]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    knobs: Vec<String>,
    /// How many trials of two games to play
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    trials: u64,
    /// Nodes per move
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The share of its step that a number moves by in the last trial, for each game won
    #[arg(long, default_value_t = 0.002, value_parser = rate)]
    rate: f64,
    /// How many trials to play at once
    #[arg(long, short, default_value_t = NonZero::<usize>::MIN)]
    concurrency: NonZero<usize>,
    /// The seed of openings and directions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn rate(text: &str) -> anyhow::Result<f64> {
    let value = text.parse().ok().filter(|rate| (1e-6..=1.0).contains(rate));
    value.with_context(|| format!("{text:?} is not a share between 0.000001 and 1"))
}

/// What must be the same when a run is resumed.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Header {
    version: u32,
    /// The numbers as they stood before the run.
    knobs: Vec<String>,
    trials: u64,
    nodes: u64,
    rate: f64,
    seed: u64,
}

/// One trial, as the journal keeps it.
#[derive(Debug, Serialize, Deserialize)]
struct Row {
    trial: u64,
    /// Games won less games lost by the upper values.
    won: i32,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let knobs = chosen(&arguments.knobs)?;
    make_folder(&arguments.out)?;
    let header = header(arguments, &knobs);
    let (mut journal, rows) =
        Journal::open(&arguments.out.join("trials.jsonl"), &header, |found: &Header| {
            ensure!(*found == header, "it was begun with other settings: choose another folder with --out");
            Ok(())
        })?;
    let rows: Vec<Row> = rows.collect::<anyhow::Result<_>>()?;
    let plan = Plan { trials: arguments.trials, rate: arguments.rate, seed: arguments.seed };
    let mut course = Course::new(Optimizer::new(plan, knobs), arguments.trials);
    for row in &rows {
        course.learn(row);
    }
    let interrupted = output::listen_for_interrupts()?;
    let bar = output::progress(
        arguments.trials,
        course.told,
        "{bar:30} {human_pos}/{human_len} trials in {elapsed}, {per_sec}, about {eta} left",
    );
    let played: HashSet<u64> = rows.iter().map(|row| row.trial).collect();
    let open = (0..arguments.trials).filter(|trial| !played.contains(trial));
    let course = Mutex::new(course);
    let trials =
        Trials { course: &course, open: Mutex::new(open), nodes: arguments.nodes, seed: arguments.seed };
    trials.play(arguments.concurrency.get(), &interrupted, |row| {
        journal.add(&row)?;
        let mut course = lock(&course);
        course.learn(&row);
        bar.set_position(course.told);
        if course.told.is_multiple_of(course.often) {
            course.write(&arguments.out)?;
        }
        Ok(true)
    })?;
    bar.finish_and_clear();
    let course = lock(&course);
    course.write(&arguments.out)?;
    output::print(course.rows())?;
    if course.told < arguments.trials { Err(Interrupted.into()) } else { Ok(()) }
}

fn chosen(names: &[String]) -> anyhow::Result<Vec<Knob>> {
    if names.is_empty() {
        // Games at fixed nodes have no clock.
        return Ok(KNOBS.iter().filter(|knob| !knob.name.starts_with("time_")).copied().collect());
    }
    let find = |name: &String| {
        let found = KNOBS.iter().find(|knob| knob.name == name.trim()).copied();
        found.with_context(|| format!("{name:?} is not a number of the search; params.rs lists them all"))
    };
    names.iter().map(find).collect()
}

fn header(arguments: &Arguments, knobs: &[Knob]) -> Header {
    let Arguments { trials, nodes, rate, seed, .. } = *arguments;
    let knobs = knobs.iter().map(|knob| row(knob, knob.value)).collect();
    Header { version: 1, knobs, trials, nodes, rate, seed }
}

/// A number as it stands in `params.rs`.
fn row(knob: &Knob, value: i32) -> String {
    format!("{}: {value}, {}, {}, {};", knob.name, knob.min, knob.max, knob.step)
}

/// The numbers, and how they came to be where they are.
struct Course {
    optimizer: Optimizer,
    told: u64,
    /// How many trials lie between two moments that the picture shows.
    often: u64,
    moments: Vec<Vec<f64>>,
}

impl Course {
    fn new(optimizer: Optimizer, trials: u64) -> Self {
        let moments = vec![optimizer.values.clone()];
        Self { optimizer, told: 0, often: (trials / 500).max(1), moments }
    }

    fn learn(&mut self, row: &Row) {
        self.optimizer.tell(row.trial, row.won);
        self.told += 1;
        if self.told.is_multiple_of(self.often) {
            self.moments.push(self.optimizer.values.clone());
        }
    }

    /// Rows to paste into `params.rs`.
    fn rows(&self) -> String {
        let mut rows = String::new();
        for (knob, value) in self.optimizer.knobs.iter().zip(&self.optimizer.values) {
            // Writing to a string does not fail.
            let _ = writeln!(rows, "    {}", row(knob, value.round() as i32));
        }
        rows
    }

    fn write(&self, folder: &Path) -> anyhow::Result<()> {
        write_text(&folder.join("params.txt"), &self.rows())?;
        write_text(&folder.join("course.svg"), &chart::chart(&self.optimizer.knobs, &self.moments))
    }
}

/// The trials that are still to be played.
struct Trials<'a, I> {
    course: &'a Mutex<Course>,
    open: Mutex<I>,
    nodes: u64,
    seed: u64,
}

impl<I: Iterator<Item = u64> + Send> Trials<'_, I> {
    /// Plays `threads` trials at a time until none is left. Each is handed to `finished`, on this thread.
    fn play(
        &self,
        threads: usize,
        interrupted: &AtomicBool,
        finished: impl FnMut(Row) -> anyhow::Result<bool>,
    ) -> anyhow::Result<()> {
        workers::work(threads, |outbox, closing| self.run(outbox, &[interrupted, closing]), finished)
    }

    /// Plays one trial after another with the same two engines.
    fn run(&self, outbox: &Outbox<Row>, abort: &[&AtomicBool]) -> anyhow::Result<()> {
        let pace = Pace { nodes: Some(self.nodes), control: TimeControl::Unlimited, depth: None };
        let seat = || anyhow::Ok(Seat { player: EngineSpec::parse("mola option.Hash=8")?.start()?, pace });
        let mut seats = [seat()?, seat()?];
        loop {
            let Some(number) = lock(&self.open).next() else { return Ok(()) };
            let trial = lock(self.course).optimizer.ask(number);
            self.prepare(&mut seats, &trial)?;
            let Some(won) = self.two_games(&mut seats, number, abort) else { return Ok(()) };
            if outbox.send(Ok(Row { trial: number, won })).is_err() {
                return Ok(());
            }
        }
    }

    fn prepare(&self, seats: &mut [Seat; 2], trial: &Trial) -> anyhow::Result<()> {
        let course = lock(self.course);
        for (seat, values) in seats.iter_mut().zip([&trial.up, &trial.down]) {
            for (knob, value) in course.optimizer.knobs.iter().zip(values) {
                let set = seat.player.engine().set_option(knob.name, &value.to_string());
                ensure!(set.is_ok(), "the engine does not take {} as {value}", knob.name);
            }
        }
        Ok(())
    }

    /// One opening with both colors: games won less games lost by the first seat. None if interrupted.
    fn two_games(&self, seats: &mut [Seat; 2], number: u64, abort: &[&AtomicBool]) -> Option<i32> {
        let opening = Openings::Random { seed: self.seed, plies: 8, balance: 100 }.get(number);
        let mut won = 0;
        for first in [Color::White, Color::Black] {
            let played = referee::play(&opening, seats, &CONDITIONS, abort);
            seats.swap(0, 1);
            won += match played?.winner {
                None => 0,
                Some(winner) if winner == first => 1,
                Some(_) => -1,
            };
        }
        Some(won)
    }
}

/// Games end as soon as it is clear how: a tuner needs many.
const CONDITIONS: Conditions = Conditions {
    rules: Rules {
        draw: Some(DrawRule { from: 40, moves: 6, score: 10 }),
        win: Some(WinRule { moves: 3, score: 600 }),
        longest: Some(200),
    },
    margin: None,
};

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

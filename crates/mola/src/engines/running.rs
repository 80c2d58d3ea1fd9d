//! An engine at the board: asked for a move, and timed.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use mola_game::{Bound, Engine, Host, Limits, Report, Score, Signal, Task, Time};
use mola_protocol::{Offer, Remote, RemoteError};
use mola_rules::Move;

/// A running engine.
pub(crate) enum RunningEngine {
    /// In this process. No two games share one.
    BuiltIn(Box<dyn Engine + Send>),
    /// In a process of its own.
    Process(Box<Remote>),
}

/// What came of a question.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) said: Said,
    /// How long it took, by our clock.
    pub(crate) spent: Duration,
    /// What the engine thought of its move, if it said so.
    pub(crate) heard: Option<Heard>,
    pub(crate) offers_draw: bool,
}

/// What an engine answers.
#[derive(Debug)]
pub(crate) enum Said {
    /// A legal move.
    Move(Move),
    /// It gives up.
    Resigns,
    /// Something else than a legal move, in words.
    Illegal(String),
    /// It died or went silent, in words.
    Failed(String),
}

/// One of the best lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// For the player to move.
    pub(crate) score: Score,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) moves: Vec<Move>,
}

/// The engine's last word on its best line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Heard {
    pub(crate) score: Score,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
}

impl RunningEngine {
    pub(crate) fn engine(&mut self) -> &mut dyn Engine {
        match self {
            Self::BuiltIn(engine) => engine.as_mut(),
            Self::Process(remote) => remote.as_mut(),
        }
    }

    /// Asks for the best lines, as many as the limits say.
    pub(crate) fn analyze(
        &mut self,
        task: Task<'_>,
        patience: Duration,
        abort: &[&AtomicBool],
    ) -> (Reply, Vec<Line>) {
        let mut chair = Chair { lines: Some(Vec::new()), ..Chair::new(patience, abort) };
        let reply = self.ask(task, &mut chair);
        let mut lines = chair.lines.unwrap_or_default();
        // A depth that was broken off has told only some of its lines; those of the depth before stand
        // for the others.
        lines.truncate(task.limits.lines.max(1));
        (reply, lines)
    }

    /// Asks for a move. `patience` is when the engine is told to stop, whatever it is doing.
    pub(crate) fn think(&mut self, task: Task<'_>, patience: Duration, abort: &[&AtomicBool]) -> Reply {
        self.ask(task, &mut Chair::new(patience, abort))
    }

    fn ask(&mut self, task: Task<'_>, chair: &mut Chair<'_>) -> Reply {
        let (said, offers_draw) = self.answer(task, chair);
        let spent = match self {
            Self::BuiltIn(_) => chair.asked.elapsed(),
            Self::Process(remote) => remote.thought(),
        };
        Reply { said, spent, heard: chair.heard, offers_draw }
    }

    /// What the engine answers, and whether it offers a draw with it.
    pub(crate) fn answer(&mut self, task: Task<'_>, host: &mut dyn Host) -> (Said, bool) {
        let nothing = || Said::Illegal("it played no move".to_owned());
        match self {
            Self::BuiltIn(engine) => {
                let limits = Limits { time: less_overhead(task.limits.time), ..task.limits };
                let best = engine.think(Task { limits, ..task }, host).best;
                (best.map_or_else(nothing, Said::Move), false)
            }
            Self::Process(remote) => {
                let best = remote.think(task, host).best;
                let said = match (best, remote.last_error(), remote.offer()) {
                    (Some(m), ..) => Said::Move(m),
                    (None, _, Some(Offer::Resign)) => Said::Resigns,
                    (None, _, Some(Offer::Claim(claim))) => {
                        Said::Illegal(format!("it claims {} ({})", claim.score, claim.reason))
                    }
                    (None, Some(error), _) => match error {
                        RemoteError::IllegalMove { .. } | RemoteError::NoMove { .. } => {
                            Said::Illegal(error.to_string())
                        }
                        _ => Said::Failed(error.to_string()),
                    },
                    (None, None, _) => nothing(),
                };
                (said, remote.offer() == Some(&Offer::Draw))
            }
        }
    }
}

/// Engines of our own leave it to their host to keep something back for what goes on around them, as
/// sessions do by the option `Move Overhead`.
const OVERHEAD: Duration = Duration::from_millis(10);

fn less_overhead(time: Time) -> Time {
    match time {
        Time::Clock { left, increment, moves_to_go } => {
            Time::Clock { left: left.saturating_sub(OVERHEAD), increment, moves_to_go }
        }
        Time::Move(time) => Time::Move(time.saturating_sub(OVERHEAD.min(time / 10))),
        Time::Unlimited => Time::Unlimited,
    }
}

/// Where an engine sits while it thinks.
struct Chair<'a> {
    asked: Instant,
    patience: Duration,
    abort: &'a [&'a AtomicBool],
    heard: Option<Heard>,
    /// The lines themselves, if anybody wants to know them.
    lines: Option<Vec<Line>>,
}

impl<'a> Chair<'a> {
    fn new(patience: Duration, abort: &'a [&'a AtomicBool]) -> Self {
        Self { asked: Instant::now(), patience, abort, heard: None, lines: None }
    }

    /// Keeps the last exact word on each line.
    fn write_down(&mut self, report: &Report<'_>) {
        let Some(lines) = &mut self.lines else { return };
        let index = report.line.saturating_sub(1);
        if report.pv.is_empty()
            || index > lines.len()
            || (report.bound != Bound::Exact && index < lines.len())
        {
            return;
        }
        let Report { score, depth, nodes, pv, .. } = *report;
        let line = Line { score, depth, nodes, moves: pv.to_vec() };
        if index < lines.len() { lines[index] = line } else { lines.push(line) }
    }
}

impl Host for Chair<'_> {
    fn elapsed(&self) -> Duration {
        self.asked.elapsed()
    }

    fn poll(&self) -> Signal {
        if self.abort.iter().any(|flag| flag.load(Relaxed)) || self.asked.elapsed() > self.patience {
            Signal::Stop
        } else {
            Signal::Continue
        }
    }

    fn report(&mut self, report: &Report<'_>) {
        self.write_down(report);
        // Bounds are half the truth: they count only until something exact is known.
        if report.line == 1 && (report.bound == Bound::Exact || self.heard.is_none()) {
            self.heard = Some(Heard { score: report.score, depth: report.depth, nodes: report.nodes });
        }
    }
}

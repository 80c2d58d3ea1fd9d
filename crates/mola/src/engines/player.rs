//! An engine at the board: asked for a move, and timed.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use mola_game::{Engine, Limits, Line, Listener, Score, Task, Time};
use mola_protocol::{Offer, Remote, RemoteError};
use mola_rules::Move;

/// A running engine.
pub(crate) enum Player {
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

/// The engine's last word on its best line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Heard {
    pub(crate) score: Score,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
}

impl From<&Line> for Heard {
    fn from(&Line { score, depth, nodes, .. }: &Line) -> Self {
        Self { score, depth, nodes }
    }
}

impl Player {
    pub(crate) fn engine(&mut self) -> &mut dyn Engine {
        match self {
            Self::BuiltIn(engine) => engine.as_mut(),
            Self::Process(remote) => remote.as_mut(),
        }
    }

    /// Asks for the best lines, as many as the limits say.
    pub(crate) fn analyse(
        &mut self,
        task: Task<'_>,
        patience: Duration,
        abort: &[&AtomicBool],
    ) -> (Reply, Vec<Line>) {
        let asked = Instant::now();
        let mut listener = listen(asked, patience, abort);
        let reply = self.ask(task, asked, &mut listener);
        // An unfinished depth has told only some of its lines; those of the depth before stand for the
        // others. A line without moves shows nothing.
        let lines = listener.lines().iter().take(task.limits.lines.max(1));
        (reply, lines.filter(|line| !line.moves.is_empty()).cloned().collect())
    }

    /// Asks for a move. `patience` is when the engine is told to stop, whatever it is doing.
    pub(crate) fn think(&mut self, task: Task<'_>, patience: Duration, abort: &[&AtomicBool]) -> Reply {
        let asked = Instant::now();
        self.ask(task, asked, &mut listen(asked, patience, abort))
    }

    fn ask(&mut self, task: Task<'_>, asked: Instant, listener: &mut Listener<'_>) -> Reply {
        match self {
            Self::BuiltIn(engine) => {
                let limits = Limits { time: less_overhead(task.limits.time), ..task.limits };
                let answer = engine.think(Task { limits, ..task }, listener);
                let spent = asked.elapsed();
                let said = match answer.best {
                    Some(m) => Said::Move(m),
                    None => Said::Illegal("it played no move".to_owned()),
                };
                Reply { said, spent, heard: listener.best().map(Heard::from), offers_draw: false }
            }
            Self::Process(remote) => {
                let answer = remote.think(task, listener);
                let said = match (answer.best, remote.last_error(), remote.offer()) {
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
                    (None, None, _) => Said::Illegal("it played no move".to_owned()),
                };
                let offers_draw = remote.offer() == Some(&Offer::Draw);
                Reply { said, spent: remote.thought(), heard: listener.best().map(Heard::from), offers_draw }
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

/// A clock from now on, and an end when somebody aborts or patience is out.
fn listen<'a>(asked: Instant, patience: Duration, abort: &'a [&'a AtomicBool]) -> Listener<'a> {
    let aborted = move || abort.iter().any(|flag| flag.load(Relaxed)) || asked.elapsed() > patience;
    Listener::new().clock(move || asked.elapsed()).stop_when(aborted)
}

//! A running engine: asked for moves, and timed.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use mola_game::{Engine, Host, Limits, Line, Listener, Task, Time, guarded};
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
    pub(crate) heard: Option<Line>,
}

/// What an engine answers.
#[derive(Clone, Debug)]
pub(crate) enum Said {
    /// A legal move.
    Move { best: Move, offers_draw: bool },
    /// It gives up.
    Resigns,
    /// Something other than a legal move, in words.
    Illegal(String),
    /// It died or went silent, in words.
    Failed(String),
}

impl RunningEngine {
    pub(crate) fn engine(&mut self) -> &mut dyn Engine {
        match self {
            Self::BuiltIn(engine) => engine.as_mut(),
            Self::Process(remote) => remote.as_mut(),
        }
    }

    /// What the engine wants its user to know and has not said yet.
    pub(crate) fn remarks(&mut self) -> Vec<String> {
        let mut remarks = Vec::new();
        self.engine().remark(&mut |line| remarks.push(line.to_owned()));
        remarks
    }

    /// Asks for the best lines, as many as the limits say.
    pub(crate) fn analyze(
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
        let said = self.answer(task, listener);
        let spent = match self {
            Self::BuiltIn(_) => asked.elapsed(),
            Self::Process(remote) => remote.thought(),
        };
        Reply { said, spent, heard: listener.best().cloned() }
    }

    /// What the engine answers.
    pub(crate) fn answer(&mut self, task: Task<'_>, host: &mut dyn Host) -> Said {
        let nothing = || Said::Illegal("it played no move".to_owned());
        match self {
            Self::BuiltIn(engine) => {
                let limits = Limits { time: less_overhead(task.limits.time), ..task.limits };
                match guarded(|| engine.think(Task { limits, ..task }, host).best) {
                    Ok(Some(best)) => Said::Move { best, offers_draw: false },
                    Ok(None) => nothing(),
                    Err(failure) => Said::Failed(failure),
                }
            }
            Self::Process(remote) => {
                let best = remote.think(task, host).best;
                match (best, remote.last_error(), remote.offer()) {
                    (Some(best), _, offer) => Said::Move { best, offers_draw: offer == Some(&Offer::Draw) },
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
                }
            }
        }
    }
}

/// The built-in engines use all the time they get, so their host keeps a little back, as sessions do by
/// the option `Move Overhead`.
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

/// A clock that starts now, and a stop when a flag is set or patience runs out.
fn listen<'a>(asked: Instant, patience: Duration, abort: &'a [&'a AtomicBool]) -> Listener<'a> {
    let aborted = move || abort.iter().any(|flag| flag.load(Relaxed)) || asked.elapsed() > patience;
    Listener::new().clock(move || asked.elapsed()).stop_when(aborted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mola_game::Answer;
    use mola_rules::Position;

    #[test]
    fn a_panic_in_a_search_is_a_failure_in_words() {
        struct Fails;
        impl Engine for Fails {
            fn name(&self) -> &'static str {
                "Fails"
            }
            fn think(&mut self, _: Task<'_>, _: &mut dyn Host) -> Answer {
                panic!("on purpose");
            }
        }
        let mut engine = RunningEngine::BuiltIn(Box::new(Fails));
        let said = engine.answer(Task::new(&Position::start(), Limits::NONE), &mut ());
        assert!(matches!(said, Said::Failed(text) if text == "the engine failed: on purpose"));
    }
}

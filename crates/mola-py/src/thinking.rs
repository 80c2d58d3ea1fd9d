//! An engine at work: on a thread of its own, while the thread that asked listens for Ctrl-C.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use mola_game::{Answer, Bound as ScoreBound, Engine, Host, Line, Listener, Report, Signal, Task};
use mola_protocol::Control;
use mola_rules::{Color, Move};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::is_white;
use crate::errors::engine_error;
use crate::{moves, values};

/// How often Python's signals are looked at.
const ALERT: Duration = Duration::from_millis(20);

/// The search is recursive.
const STACK: usize = 16 << 20;

/// What came of a question.
pub(crate) struct Found {
    pub(crate) answer: Answer,
    pub(crate) lines: Vec<Line>,
    latest: Option<Extras>,
}

/// What a report says besides its line.
#[derive(Clone, Copy)]
struct Extras {
    selective_depth: u32,
    hash_full: u16,
    table_hits: u64,
    time: Duration,
}

/// A report on its way to the thread that asked.
struct Thought {
    line: Line,
    number: usize,
    bound: ScoreBound,
    extras: Extras,
}

/// Asks an engine. `heard` is called with each report, on this thread.
pub(crate) fn think(
    py: Python<'_>,
    engine: &mut (dyn Engine + Send),
    task: &Task<'_>,
    control: &Control,
    heard: Option<&Bound<'_, PyAny>>,
) -> PyResult<Found> {
    let heard: Option<Py<PyAny>> = heard.map(|heard| heard.clone().unbind());
    let turn = task.root.turn();
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            let speaks = heard.is_some();
            let thinker = thread::Builder::new()
                .name("mola".to_owned())
                .stack_size(STACK)
                .spawn_scoped(scope, move || {
                    let mut host =
                        Thinker { listener: Listener::new(), control, latest: None, sender, speaks };
                    let answer = engine.think(*task, &mut host);
                    Found { answer, lines: host.listener.lines().to_vec(), latest: host.latest }
                })
                .map_err(|error| engine_error(format!("no thread could be started to think: {error}")))?;
            let mut interruption: PyResult<()> = Ok(());
            loop {
                let received = receiver.recv_timeout(ALERT);
                if matches!(received, Err(RecvTimeoutError::Disconnected)) {
                    break;
                }
                if interruption.is_ok() {
                    interruption = Python::attach(|py| {
                        if let (Ok(thought), Some(heard)) = (received, &heard) {
                            heard.call1(py, (thought_info(py, &thought, turn)?,))?;
                        }
                        py.check_signals()
                    });
                    if interruption.is_err() {
                        control.stop();
                    }
                }
            }
            let found = thinker.join().map_err(|_| engine_error("the engine failed; please report this"));
            interruption.and(found)
        })
    })
}

/// The host of the engine, on the engine's thread.
struct Thinker<'a> {
    listener: Listener<'static>,
    control: &'a Control,
    latest: Option<Extras>,
    sender: Sender<Thought>,
    speaks: bool,
}

impl Host for Thinker<'_> {
    fn elapsed(&self) -> Duration {
        self.control.elapsed()
    }

    fn poll(&self) -> Signal {
        self.control.poll()
    }

    fn report(&mut self, report: &Report<'_>) {
        self.listener.report(report);
        let extras = Extras {
            selective_depth: report.selective_depth,
            hash_full: report.hash_full,
            table_hits: report.table_hits,
            time: self.control.since_asked(),
        };
        self.latest = Some(extras);
        if self.speaks {
            let Report { score, depth, nodes, pv, line, bound, .. } = *report;
            let line_found = Line { score, depth, nodes, moves: pv.to_vec() };
            // Nobody listens any more after an interruption.
            let _ = self.sender.send(Thought { line: line_found, number: line, bound, extras });
        }
    }
}

impl Found {
    /// The best lines in the words of UCI.
    pub(crate) fn infos<'py>(
        &self,
        py: Python<'py>,
        turn: Color,
        lines: usize,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let lines = self.lines.iter().take(lines).enumerate();
        lines.map(|(index, line)| info(py, line, index + 1, self.latest, turn)).collect()
    }
}

fn thought_info<'py>(py: Python<'py>, thought: &Thought, turn: Color) -> PyResult<Bound<'py, PyDict>> {
    let dict = info(py, &thought.line, thought.number, Some(thought.extras), turn)?;
    match thought.bound {
        ScoreBound::Exact => {}
        ScoreBound::Lower => dict.set_item("lowerbound", true)?,
        ScoreBound::Upper => dict.set_item("upperbound", true)?,
    }
    Ok(dict)
}

fn info<'py>(
    py: Python<'py>,
    line: &Line,
    number: usize,
    extras: Option<Extras>,
    turn: Color,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("multipv", number)?;
    dict.set_item("depth", line.depth)?;
    dict.set_item("score", values::pov_score(py, line.score, is_white(turn))?)?;
    dict.set_item("nodes", line.nodes)?;
    dict.set_item("pv", moves::list(py, line.moves.iter().map(|&m: &Move| moves::Move::of(m)))?)?;
    if let Some(extras) = extras {
        let seconds = extras.time.as_secs_f64();
        dict.set_item("seldepth", extras.selective_depth)?;
        dict.set_item("hashfull", extras.hash_full)?;
        dict.set_item("tbhits", extras.table_hits)?;
        dict.set_item("time", seconds)?;
        dict.set_item("nps", if seconds > 0.0 { line.nodes as f64 / seconds } else { 0.0 } as u64)?;
    }
    Ok(dict)
}

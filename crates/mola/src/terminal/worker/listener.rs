//! The host of engines that play at the terminal.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::time::Instant;

use mola_game::{Bound, Listener, coach};
use mola_rules::Position;

use crate::terminal::state::{Msg, Thought};

/// Passes on what an engine thinks, if there is an `outbox`. The engine continues as
/// long as `wanted` is its ticket.
pub(crate) fn listen<'a>(
    ticket: u64,
    wanted: &'a AtomicU64,
    outbox: Option<&'a Sender<Msg>>,
    root: &'a Position,
) -> Listener<'a> {
    let asked = Instant::now();
    Listener::new()
        .clock(move || asked.elapsed())
        .stop_when(move || wanted.load(Ordering::Relaxed) != ticket)
        .hear(move |report| {
            let Some(outbox) = outbox.filter(|_| report.line <= 1 && report.bound == Bound::Exact) else {
                return;
            };
            let thought = Thought {
                depth: report.depth,
                score: report.score.white_pov(root.turn()),
                nodes: report.nodes,
                line: coach::numbered_line(root, report.pv),
            };
            // When the program ends, there is no receiver.
            let _ = outbox.send(Msg::Thought { ticket, thought });
        })
}

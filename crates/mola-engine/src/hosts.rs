//! Hosts between the search and the real one.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use mola_game::{Host, Report, Signal};
use mola_rules::Move;

/// A host that hears only the lines it asked for, though a weak player weighs more moves.
pub(crate) struct Few<'h> {
    pub(crate) host: &'h mut dyn Host,
    pub(crate) lines: usize,
}

impl Host for Few<'_> {
    fn elapsed(&self) -> Duration {
        self.host.elapsed()
    }

    fn poll(&self) -> Signal {
        self.host.poll()
    }

    fn trying(&mut self, depth: u32, m: Move, number: u32) {
        self.host.trying(depth, m, number);
    }

    fn report(&mut self, report: &Report<'_>) {
        if report.line <= self.lines {
            self.host.report(report);
        }
    }
}

/// The host's clock, which counts for us only from the moment on when it is our turn.
pub(crate) struct Watch<'h> {
    pub(crate) host: RefCell<&'h mut dyn Host>,
    /// When our own time began; not yet while pondering.
    pub(crate) began: Cell<Option<Duration>>,
}

impl Watch<'_> {
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.get().map_or(Duration::ZERO, |began| self.host.borrow().elapsed().saturating_sub(began))
    }

    /// Asks the host whether to go on.
    pub(crate) fn says_stop(&self) -> bool {
        let host = self.host.borrow();
        let signal = host.poll();
        if signal == Signal::PonderHit && self.began.get().is_none() {
            self.began.set(Some(host.elapsed()));
        }
        signal == Signal::Stop
    }
}

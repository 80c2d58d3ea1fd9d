//! Hosts between the search and the real one.

use std::sync::Arc;
use std::time::Duration;

use mola_game::{Host, Report, Signal, Watch};
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

    fn watch(&self) -> Option<Arc<dyn Watch>> {
        self.host.watch()
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

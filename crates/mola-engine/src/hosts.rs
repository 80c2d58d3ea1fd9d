//! What stands between the search and its host.

use std::time::Duration;

use mola_game::{Host, Report, Signal};
use mola_rules::Move;

/// A host who is told of some lines only: how many moves a weak player weighs is nobody's business.
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

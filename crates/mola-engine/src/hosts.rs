//! Hosts between the search and the real one.

use std::sync::Arc;
use std::time::Duration;

use mola_game::{Host, Report, Signal, Watch};

/// A host that says when to stop and passes nothing on: what a weak player sees after one of its moves is not
/// yet what it thinks.
pub(crate) struct Silent<'h> {
    pub(crate) host: &'h dyn Host,
    /// How many nodes the search has visited.
    pub(crate) nodes: u64,
}

impl Host for Silent<'_> {
    fn elapsed(&self) -> Duration {
        self.host.elapsed()
    }

    fn poll(&self) -> Signal {
        self.host.poll()
    }

    fn watch(&self) -> Option<Arc<dyn Watch>> {
        self.host.watch()
    }

    fn report(&mut self, report: &Report<'_>) {
        self.nodes = report.nodes;
    }
}

//! What an update may know of the world. It comes in with every message, so that updates are pure.

use std::time::Duration;

use crate::date::Date;

/// The world at one moment.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct World {
    /// Time since the program began.
    pub(crate) elapsed: Duration,
    pub(crate) date: Date,
    /// The number of this process, which distinguishes its games from those of others.
    pub(crate) process: u32,
    /// A random number.
    pub(crate) chance: u64,
}

impl World {
    /// A file name for a new game. Names in the order of letters are games in the order of time.
    pub(crate) fn new_file(&self) -> String {
        format!("{}-{}.pgn", self.date.stamp(), self.process)
    }
}

//! Limits, in the order and the units that XBoard engines understand.

use std::time::Duration;

use mola_game::{Limits, Time};

use super::{Driver, NO_DEPTH};
use crate::remote::RemoteError;
use crate::xboard::{Command, Level};

impl Driver {
    pub(super) fn send_limits(&mut self, limits: &Limits) -> Result<(), RemoteError> {
        if limits.depth != self.depth {
            self.process.send(Command::Depth(limits.depth.unwrap_or(NO_DEPTH)))?;
            self.depth = limits.depth;
        }
        if self.counts_nodes && limits.nodes.is_none() {
            self.process.send(Command::Nps(-1))?;
            self.counts_nodes = false;
            self.level = None;
        }
        if let (Some(nodes), true) = (limits.nodes, self.features.nps) {
            self.process.send(Command::MoveTime(Duration::from_secs(1)))?;
            self.process.send(Command::Nps(nodes.min(i64::MAX as u64) as i64))?;
            self.counts_nodes = true;
            self.level = None;
            return Ok(());
        }
        match limits.time {
            Time::Move(time) => {
                self.level = None;
                self.process.send(Command::MoveTime(time.max(Duration::from_millis(1))))
            }
            Time::Clock { left, increment, moves_to_go } => self.send_clock(left, increment, moves_to_go),
            // Something else ends the search; the clock must not end it before.
            Time::Unlimited => self.send_clock(Duration::from_hours(10), Duration::ZERO, None),
        }
    }

    fn send_clock(
        &mut self,
        left: Duration,
        increment: Duration,
        moves_to_go: Option<u32>,
    ) -> Result<(), RemoteError> {
        // Many engines read whole seconds only; the exact time follows in hundredths.
        let base = Duration::from_secs(left.as_millis().div_ceil(1000) as u64);
        let level = Level { moves: moves_to_go.unwrap_or(0), base, increment };
        let fits = |told: &Level| told.increment == increment && (told.moves == 0) == moves_to_go.is_none();
        if !self.level.as_ref().is_some_and(fits) {
            self.process.send(Command::Level(level))?;
            self.level = Some(level);
        }
        if self.features.time {
            let centiseconds = (left.as_millis() / 10).clamp(1, i64::MAX as u128) as i64;
            self.process.send(Command::Time(centiseconds))?;
            self.process.send(Command::OpponentTime(centiseconds))?;
        }
        Ok(())
    }
}

//! What the session tells an engine that is thinking.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use mola_game::{Signal, Watch};
use mola_rules::Move;

/// Answer now.
const STOP: u8 = 1;
/// The pondered move was played.
const HIT: u8 = 2;
/// The engine has not been told of the hit yet.
const HIT_NEWS: u8 = 4;
/// Nobody wants the answer any more.
const CANCELED: u8 = 8;

/// The line between whoever asked and one search. Engines poll it often, so that costs one load.
#[derive(Debug)]
pub struct Control {
    flags: AtomicU8,
    asked: Instant,
    /// When the engine's own time began: at once, or at the ponder hit.
    began: OnceLock<Instant>,
    latest: Mutex<Latest>,
    bell: Condvar,
}

/// Where a search stands.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Latest {
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) best: Option<Move>,
    /// The move that is being looked at, and its number from one.
    pub(crate) trying: Option<(Move, u32)>,
}

impl Control {
    /// A question that is asked now, on the opponent's time or on the engine's own.
    pub fn new(ponder: bool) -> Self {
        let asked = Instant::now();
        let began = if ponder { OnceLock::new() } else { asked.into() };
        Self { flags: AtomicU8::new(0), asked, began, latest: Mutex::default(), bell: Condvar::new() }
    }

    /// Time since the question was asked, for people to see.
    pub fn since_asked(&self) -> Duration {
        self.asked.elapsed()
    }

    /// How much of the engine's own time is gone.
    pub fn elapsed(&self) -> Duration {
        self.began.get().map_or(Duration::ZERO, Instant::elapsed)
    }

    /// The answer is wanted now.
    pub fn stop(&self) {
        self.raise(STOP);
    }

    /// The pondered move was played. Nothing changes if no move is pondered, or not any more.
    pub fn hit(&self) {
        if self.began.set(Instant::now()).is_ok() {
            self.raise(HIT | HIT_NEWS);
        }
    }

    /// Stops the search and keeps it from saying anything more.
    pub(crate) fn cancel(&self) {
        self.raise(STOP | CANCELED);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.has(STOP)
    }

    pub(crate) fn is_canceled(&self) -> bool {
        self.has(CANCELED)
    }

    pub(crate) fn is_hit(&self) -> bool {
        self.has(HIT)
    }

    /// The engine's question. A hit is reported once.
    pub fn poll(&self) -> Signal {
        let flags = self.flags.load(Ordering::Acquire);
        if flags & STOP != 0 {
            return Signal::Stop;
        }
        if flags & HIT_NEWS != 0 && self.flags.fetch_and(!HIT_NEWS, Ordering::AcqRel) & HIT_NEWS != 0 {
            return Signal::PonderHit;
        }
        Signal::Continue
    }

    /// Blocks until the search is stopped or, if `for_hit`, the pondered move was played.
    pub(crate) fn wait(&self, for_hit: bool) {
        let wanted = if for_hit { STOP | HIT } else { STOP };
        let mut gate = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.has(wanted) {
            gate = self.bell.wait(gate).unwrap_or_else(PoisonError::into_inner);
        }
    }

    pub(crate) fn latest(&self) -> Latest {
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn update(&self, change: impl FnOnce(&mut Latest)) {
        change(&mut self.latest.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn has(&self, flags: u8) -> bool {
        self.flags.load(Ordering::Acquire) & flags != 0
    }

    fn raise(&self, flags: u8) {
        // Under the lock, so that a waiter cannot miss the bell between its look and its sleep.
        let _gate = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        self.flags.fetch_or(flags, Ordering::AcqRel);
        self.bell.notify_all();
    }
}

impl Watch for Control {
    fn elapsed(&self) -> Duration {
        self.elapsed()
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_stands_still_until_the_hit() {
        let control = Control::new(true);
        while control.since_asked() < Duration::from_millis(2) {}
        assert_eq!(control.elapsed(), Duration::ZERO);
        control.hit();
        while control.elapsed() == Duration::ZERO {}
        assert!(control.elapsed() < control.since_asked());
        assert!(Control::new(false).began.get().is_some());
    }

    #[test]
    fn a_hit_is_reported_once_and_a_stop_again_and_again() {
        let control = Control::new(true);
        assert_eq!(control.poll(), Signal::Continue);
        control.hit();
        assert_eq!([control.poll(), control.poll()], [Signal::PonderHit, Signal::Continue]);
        control.stop();
        assert_eq!([control.poll(), control.poll()], [Signal::Stop, Signal::Stop]);
    }

    #[test]
    fn a_waiter_wakes_on_what_it_waits_for() {
        let control = std::sync::Arc::new(Control::new(true));
        let waiter = std::thread::spawn({
            let control = control.clone();
            move || control.wait(true)
        });
        control.hit();
        waiter.join().unwrap();
        control.stop();
        control.wait(false);
    }
}

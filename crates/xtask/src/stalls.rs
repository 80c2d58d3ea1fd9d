//! Whether the machine stood still: threads that sleep for a moment, over and over, and note when they woke up late.
//! An engine that was searching at that moment lost the same time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long each sleep is, and how late a thread must wake up for a stall.
const NAP: Duration = Duration::from_millis(4);
const LATE: Duration = Duration::from_millis(15);

/// When a stall began and ended.
type Stall = (Instant, Instant);

pub(crate) struct StallWatch {
    ends: Arc<AtomicBool>,
    sleepers: Vec<JoinHandle<Vec<Stall>>>,
}

impl StallWatch {
    /// Two threads for each core, since they cannot choose where they run.
    pub(crate) fn start() -> std::io::Result<Self> {
        let ends = Arc::new(AtomicBool::new(false));
        let count = 2 * thread::available_parallelism()?.get();
        let sleep = |ends: Arc<AtomicBool>| move || sleep_until(&ends);
        let sleepers = (0..count).map(|_| thread::spawn(sleep(Arc::clone(&ends)))).collect();
        Ok(Self { ends, sleepers })
    }

    /// How long each stall was.
    pub(crate) fn finish(self) -> Vec<Duration> {
        self.ends.store(true, Ordering::Relaxed);
        let stalls = self.sleepers.into_iter().flat_map(|sleeper| sleeper.join().unwrap_or_default());
        let merged = merge(stalls.collect());
        merged.into_iter().map(|(began, ended)| ended - began).collect()
    }
}

fn sleep_until(ends: &AtomicBool) -> Vec<Stall> {
    let mut stalls = Vec::new();
    while !ends.load(Ordering::Relaxed) {
        let due = Instant::now() + NAP;
        thread::sleep(NAP);
        let woke = Instant::now();
        if woke - due > LATE {
            stalls.push((due, woke));
        }
    }
    stalls
}

/// What several threads felt at the same time was one stall.
fn merge(mut stalls: Vec<Stall>) -> Vec<Stall> {
    stalls.sort_unstable();
    let mut merged: Vec<Stall> = Vec::new();
    for (began, ended) in stalls {
        match merged.last_mut() {
            Some(last) if began <= last.1 => last.1 = last.1.max(ended),
            _ => merged.push((began, ended)),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_overlaps_is_one_stall() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let stalls = vec![(at(50), at(70)), (at(0), at(30)), (at(20), at(40)), (at(25), at(28))];
        assert_eq!(merge(stalls), [(at(0), at(40)), (at(50), at(70))]);
    }
}

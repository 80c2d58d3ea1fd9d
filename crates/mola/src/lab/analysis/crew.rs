//! Who looks at the games: engines on threads of this program, or workers elsewhere.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, Scope};

use mola_game::History;

use super::Row;
use super::examiner::Examiner;
use super::remote;
use crate::engines::spec::EngineSpec;
use crate::output::{self, Interrupted};
use crate::workers;

/// A game to look at.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) game: u64,
    pub(super) history: History,
}

/// What was found in a game: an opinion of the position before each move and after the last.
pub(super) type Finding = anyhow::Result<Row>;

/// The way to whoever works.
pub(super) struct Crew {
    /// Threads end when this is dropped.
    pub(super) jobs: Option<Sender<Job>>,
    pub(super) findings: Receiver<Finding>,
    pub(super) is_remote: bool,
}

/// What the threads share.
pub(super) struct Workplace<'a> {
    pub(super) entrant: &'a EngineSpec,
    /// Flags that end the work at once.
    pub(super) stops: [&'a AtomicBool; 2],
    /// Counts positions that were looked at.
    pub(super) positions: &'a AtomicU64,
}

impl Workplace<'_> {
    /// Engines on threads, each with its own.
    pub(super) fn threads<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>, count: usize) -> Crew {
        let (jobs, inbox) = mpsc::channel();
        let (outbox, findings) = mpsc::channel();
        let inbox = Arc::new(Mutex::new(inbox));
        let sender = outbox.clone();
        workers::start_sending(scope, count, &outbox, move || self.work(&inbox, &sender));
        Crew { jobs: Some(jobs), findings, is_remote: false }
    }

    fn work(&self, inbox: &Mutex<Receiver<Job>>, outbox: &Sender<Finding>) {
        let next_job = || inbox.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let mut examiner = None;
        while let Ok(job) = next_job() {
            let mut found = self.look_at(&mut examiner, &job);
            // Months of work should not end because a program was out of memory once.
            if let Some(error) = found.as_ref().err().filter(|error| !error.is::<Interrupted>()) {
                output::remark(format_args!("mola: game {}: {error:#}; trying once more", job.game));
                found = self.look_at(&mut examiner, &job);
            }
            // Nothing is found if the work was interrupted.
            if found.as_ref().is_err_and(anyhow::Error::is::<Interrupted>) {
                return;
            }
            if outbox.send(found).is_err() {
                return;
            }
        }
    }

    /// Looks at a game. An engine is started when there is something to do, and after a failure.
    fn look_at(&self, examiner: &mut Option<Examiner>, job: &Job) -> Finding {
        let mut found = examiner.take().map_or_else(|| Examiner::start(self.entrant), Ok)?;
        let opinions = found.game(&job.history, &self.stops, &|| {
            self.positions.fetch_add(1, Relaxed);
        })?;
        *examiner = Some(found);
        Ok(Row { game: job.game, opinions })
    }

    /// Workers in other processes, to whom somebody else carries the jobs: see [`remote`].
    pub(super) fn remote<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>) -> io::Result<Crew> {
        let (jobs, inbox) = mpsc::channel();
        let (outbox, findings) = mpsc::channel();
        let engine = self.entrant.fingerprint();
        let failures = outbox.clone();
        Builder::new().spawn_scoped(scope, move || {
            for job in inbox {
                if let Err(error) = remote::hand_out(&job) {
                    let _ = failures.send(Err(error));
                    return;
                }
            }
        })?;
        // It may wait for a line when the work is done, so nobody waits for it.
        Builder::new().spawn(move || remote::collect(&engine, &outbox))?;
        Ok(Crew { jobs: Some(jobs), findings, is_remote: true })
    }
}

//! Threads that work side by side, as many as the system has memory for and allows.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, Once, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};

use anyhow::anyhow;
use mola_engine::affordable_threads;

use crate::output;

/// Where a worker sends what it has finished.
pub(crate) type Outbox<T> = Sender<anyhow::Result<T>>;

/// What to say if the system refuses the only thread that is needed.
pub(crate) const NO_THREAD: &str = "no thread can be started; end other programs, or raise ulimit -u";

/// How many were asked for; one for each core if nobody asked.
pub(crate) fn wanted(asked: Option<NonZero<usize>>) -> usize {
    asked.or(thread::available_parallelism().ok()).map_or(1, NonZero::get)
}

/// The same, but no more than there is memory for if each takes `mebibytes` of it. A program that runs out of
/// memory is aborted.
pub(crate) fn affordable(asked: Option<NonZero<usize>>, mebibytes: usize) -> usize {
    let (wanted, most) = (wanted(asked), affordable_threads(mebibytes).max(1));
    if wanted > most {
        output::remark(format_args!("mola: not enough memory for {wanted} threads; using {most}"));
    }
    wanted.min(most)
}

/// Starts threads until there are `count`, of which some are `present`, or until the system refuses one. It says
/// so the first time.
fn start<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    present: usize,
    count: usize,
    work: impl FnOnce() -> T + Clone + Send + 'scope,
) -> Vec<ScopedJoinHandle<'scope, T>> {
    let start_one = |_| thread::Builder::new().spawn_scoped(scope, work.clone()).ok();
    let started: Vec<_> = (present..count).map_while(start_one).collect();
    let there = present + started.len();
    if there < count {
        static SAID: Once = Once::new();
        SAID.call_once(|| {
            output::remark(format_args!("mola: the system allows {there} of {count} threads"));
        });
    }
    started
}

/// Starts threads that send what they finish, while this one listens. It hears if there are none.
pub(crate) fn start_sending<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    count: usize,
    outbox: &Outbox<T>,
    work: impl FnOnce() + Clone + Send + 'scope,
) {
    if start(scope, 0, count, work).is_empty() {
        let _ = outbox.send(Err(anyhow!(NO_THREAD)));
    }
}

/// Does all this work side by side, this thread among others, and gives the results in order.
pub(crate) fn do_all<T: Send, W: FnOnce() -> T + Send>(works: Vec<W>) -> Vec<T> {
    let count = works.len();
    let works = Mutex::new(works.into_iter().enumerate());
    let next = || works.lock().unwrap_or_else(PoisonError::into_inner).next();
    let some = || std::iter::from_fn(next).map(|(index, work)| (index, work())).collect::<Vec<_>>();
    let mut done = thread::scope(|scope| {
        let helpers = start(scope, 1, count, some);
        let mut done = some();
        for helper in helpers {
            done.extend(helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        done
    });
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Lets several threads `work` until they return. What they send is handed to `finished`, on this thread, until
/// it says that this is enough or something fails. Then the flag is set that they look at, and what they still
/// send is not heard.
pub(crate) fn work<T: Send>(
    threads: usize,
    work: impl Fn(&Outbox<T>, &AtomicBool) -> anyhow::Result<()> + Sync,
    mut finished: impl FnMut(T) -> anyhow::Result<bool>,
) -> anyhow::Result<()> {
    let closing = AtomicBool::new(false);
    let (outbox, inbox) = mpsc::channel();
    thread::scope(|scope| {
        let (sender, work, closing) = (outbox.clone(), &work, &closing);
        start_sending(scope, threads, &outbox, move || {
            if let Err(error) = work(&sender, closing) {
                let _ = sender.send(Err(error));
            }
        });
        drop(outbox);
        let mut outcome = Ok(true);
        for message in inbox {
            if matches!(outcome, Ok(true)) {
                outcome = message.and_then(&mut finished);
                closing.store(!matches!(outcome, Ok(true)), Relaxed);
            }
        }
        outcome.map(drop)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_work_is_done_and_stays_in_order() {
        let works: Vec<_> = (0..100).map(|number| move || number * number).collect();
        assert_eq!(do_all(works), (0..100).map(|number| number * number).collect::<Vec<_>>());
        assert!(do_all(Vec::<fn()>::new()).is_empty());
    }
}

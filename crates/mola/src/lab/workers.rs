//! Threads that work side by side, and one that hears of what they finish.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Sender};
use std::thread;

/// Where a worker sends what it has finished.
pub(crate) type Outbox<T> = Sender<anyhow::Result<T>>;

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
        for _ in 0..threads {
            let (outbox, work, closing) = (outbox.clone(), &work, &closing);
            scope.spawn(move || {
                if let Err(error) = work(&outbox, closing) {
                    let _ = outbox.send(Err(error));
                }
            });
        }
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

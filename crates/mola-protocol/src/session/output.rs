//! Lines to the client from several threads, each whole and at once.

use std::fmt::Display;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use mola_game::printable;

/// Writes lines for every thread. Each goes out in one piece and is flushed, since clients wait for
/// it.
pub(crate) struct Output {
    out: Mutex<Box<dyn Write + Send>>,
    broken: AtomicBool,
}

impl Output {
    pub(crate) fn new(out: Box<dyn Write + Send>) -> Self {
        Self { out: Mutex::new(out), broken: AtomicBool::new(false) }
    }

    /// Says a line, or several that belong together.
    pub(crate) fn say(&self, text: impl Display) {
        // Formatted before the lock is taken, so that nobody waits for it.
        let text = text.to_string() + "\n";
        // People read it on terminals, and names of files and engines may be in it.
        let text = printable(&text);
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
            // The client has gone. The session looks here and ends.
            self.broken.store(true, Ordering::Relaxed);
        }
    }

    /// Whether a line could not be written.
    pub(crate) fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }
}

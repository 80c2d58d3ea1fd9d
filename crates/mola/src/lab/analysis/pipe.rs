//! A pipe, or whatever else may keep its reader waiting, that can be left at any time.

use std::io::{self, Cursor, ErrorKind, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread::Builder;
use std::time::Duration;

use crate::output::Interrupted;

/// What comes through a pipe, until the work is interrupted.
pub(super) struct Pipe {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: Cursor<Vec<u8>>,
    interrupted: Arc<AtomicBool>,
}

/// In bytes.
const PIECE: usize = 1 << 16;

/// How many pieces may wait.
const BACKLOG: usize = 4;

/// How often somebody who waits looks up.
const LOOK_UP: Duration = Duration::from_millis(100);

impl Pipe {
    /// Opens and reads on a thread of its own, which nobody waits for: both may never end.
    pub(super) fn open<R: Read>(
        open: impl FnOnce() -> io::Result<R> + Send + 'static,
        interrupted: &Arc<AtomicBool>,
    ) -> io::Result<Self> {
        let (sender, pieces) = mpsc::sync_channel(BACKLOG);
        Builder::new().spawn(move || {
            if let Err(error) = open().and_then(|source| send(source, &sender)) {
                let _ = sender.send(Err(error));
            }
        })?;
        Ok(Self { pieces, piece: Cursor::default(), interrupted: Arc::clone(interrupted) })
    }
}

/// Sends all there is, or as long as somebody reads it.
fn send(mut source: impl Read, sender: &SyncSender<io::Result<Vec<u8>>>) -> io::Result<()> {
    loop {
        let mut piece = vec![0; PIECE];
        match source.read(&mut piece) {
            Ok(0) => return Ok(()),
            Ok(count) => piece.truncate(count),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        }
        if sender.send(Ok(piece)).is_err() {
            return Ok(());
        }
    }
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.interrupted.load(Relaxed) {
                return Err(io::Error::other(Interrupted));
            }
            let count = self.piece.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            match self.pieces.recv_timeout(LOOK_UP) {
                Ok(piece) => self.piece = Cursor::new(piece?),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
    }
}

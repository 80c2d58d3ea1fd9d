//! A pipe, or whatever else may keep its reader waiting, that can be left at any time.

use std::io::{self, Cursor, ErrorKind, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread::Builder;
use std::time::Duration;

/// What comes through a pipe, until the reader has a reason to leave.
///
/// ```
/// use std::io::Read;
/// use mola_game::Pipe;
/// let mut text = String::new();
/// Pipe::open(|| Ok("1. e4 *".as_bytes()), || Ok(()))?.read_to_string(&mut text)?;
/// assert_eq!(text, "1. e4 *");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Pipe<F> {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: Cursor<Vec<u8>>,
    look_up: F,
}

/// In bytes.
const PIECE: usize = 1 << 16;

/// How many pieces may wait.
const BACKLOG: usize = 4;

/// How often somebody who waits looks up.
const LOOK_UP: Duration = Duration::from_millis(100);

impl<F: Fn() -> io::Result<()>> Pipe<F> {
    /// Opens and reads on a thread of its own, which nobody waits for: both may never end. The error with which
    /// `look_up` says that it is time to leave is what reading fails with.
    ///
    /// # Errors
    /// No thread can be started. Whether the pipe can be opened is known when it is read.
    pub fn open<R: Read>(
        open: impl FnOnce() -> io::Result<R> + Send + 'static,
        look_up: F,
    ) -> io::Result<Self> {
        let (sender, pieces) = mpsc::sync_channel(BACKLOG);
        Builder::new().spawn(move || {
            if let Err(error) = open().and_then(|source| send(source, &sender)) {
                let _ = sender.send(Err(error));
            }
        })?;
        Ok(Self { pieces, piece: Cursor::default(), look_up })
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

impl<F: Fn() -> io::Result<()>> Read for Pipe<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            (self.look_up)()?;
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

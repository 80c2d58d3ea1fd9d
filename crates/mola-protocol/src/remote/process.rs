//! A program that runs beside us: lines in, lines out, and what it wrote to its standard error.

use std::collections::VecDeque;
use std::fmt::Display;
use std::io::{BufReader, Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use mola_game::printable;

use super::{Launch, RemoteError};
use crate::{Input, Lines};

/// How much of the standard error is kept.
const TAIL: usize = 8 << 10;

/// How many lines may wait to be read before the program has to.
const BACKLOG: usize = 1024;

/// In bytes. Lines that are longer are dropped: a thousand of them may wait, and no principal variation is so long.
const LONGEST: usize = 1 << 16;

/// How long a program that closed its output may take to end, on a machine that is busy with others.
const LAST_MOMENT: Duration = Duration::from_secs(5);

/// How long a program may take to leave when told to.
const FAREWELL: Duration = Duration::from_millis(500);

#[derive(Debug)]
pub(super) struct Process {
    pub(super) child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    stderr: Arc<LastWords>,
    text: String,
}

/// The end of what the program wrote to its standard error.
#[derive(Debug, Default)]
struct LastWords {
    tail: Mutex<Tail>,
    bell: Condvar,
}

#[derive(Debug, Default)]
struct Tail {
    bytes: VecDeque<u8>,
    /// Nothing more will come.
    closed: bool,
}

impl Process {
    pub(super) fn start(launch: &Launch) -> Result<Self, RemoteError> {
        let failed = |reason: String| RemoteError::Start { command: launch.to_string(), reason };
        let mut child = launch
            .command()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(failed("its input and output are not there".to_owned()));
        };
        let (sender, lines) = mpsc::sync_channel(BACKLOG);
        let tail = Arc::new(LastWords::default());
        let mut process =
            Self { child, stdin: Some(stdin), lines, stderr: tail.clone(), text: String::new() };
        let read = move || {
            let mut lines = Lines::new(BufReader::new(stdout));
            loop {
                let sent = match lines.read() {
                    // Names and reasons end up on terminals, and in files that are looked at there.
                    Input::Line(line) if line.len() <= LONGEST => sender.send(printable(line).into_owned()),
                    Input::Line(_) | Input::TooLong => Ok(()),
                    Input::End => return,
                };
                if sent.is_err() {
                    return;
                }
            }
        };
        // Neither thread is joined: a program of its own that outlives the engine could keep the
        // pipes open. They end with the pipes.
        let listening = thread::Builder::new()
            .spawn(read)
            .and_then(|_| thread::Builder::new().spawn(move || tail.listen(stderr)));
        match listening {
            Ok(_) => Ok(process),
            Err(error) => {
                process.kill();
                Err(failed(format!("no thread could be started to read what it says: {error}")))
            }
        }
    }

    /// Sends a line, in one piece.
    pub(super) fn send(&mut self, line: impl Display) -> Result<(), RemoteError> {
        use std::fmt::Write as _;
        self.text.clear();
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{line}");
        let sent = self
            .stdin
            .as_mut()
            .map(|stdin| stdin.write_all(self.text.as_bytes()).and_then(|()| stdin.flush()));
        match sent {
            Some(Ok(())) => Ok(()),
            _ => Err(self.died()),
        }
    }

    /// Waits for a line; nothing if none came in time.
    pub(super) fn receive(&mut self, patience: Duration) -> Result<Option<String>, RemoteError> {
        match self.lines.recv_timeout(patience) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.died()),
        }
    }

    /// A line that is already there.
    pub(super) fn pending(&mut self) -> Option<String> {
        self.lines.try_recv().ok()
    }

    /// Ends the process at once.
    pub(super) fn kill(&mut self) {
        self.stdin = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// How it ended. Its output is closed, so it will have ended in a moment.
    fn died(&mut self) -> RemoteError {
        let status = match self.wait(LAST_MOMENT) {
            Some(status) => status,
            None => "it closed its output".to_owned(),
        };
        // The thread that reads the standard error may be a little behind.
        self.stderr.await_end(LAST_MOMENT);
        RemoteError::Died { status, stderr: self.stderr.text() }
    }

    fn wait(&mut self, patience: Duration) -> Option<String> {
        let deadline = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(1)),
                _ => return None,
            }
        }
    }
}

impl Drop for Process {
    /// Asks the program to leave, and ends it if it does not.
    fn drop(&mut self) {
        if self.stdin.is_some() {
            let _ = self.send("quit");
            // An end of input is all that some understand.
            self.stdin = None;
            if self.wait(FAREWELL).is_some() {
                return;
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl LastWords {
    fn lock(&self) -> MutexGuard<'_, Tail> {
        self.tail.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the end of what comes, until no more does.
    fn listen(&self, mut source: impl Read) {
        let mut bytes = [0; 1024];
        while let Ok(count @ 1..) = source.read(&mut bytes) {
            let mut tail = self.lock();
            tail.bytes.extend(&bytes[..count]);
            let surplus = tail.bytes.len().saturating_sub(TAIL);
            tail.bytes.drain(..surplus);
        }
        self.lock().closed = true;
        self.bell.notify_all();
    }

    fn await_end(&self, patience: Duration) {
        drop(self.bell.wait_timeout_while(self.lock(), patience, |tail| !tail.closed));
    }

    fn text(&self) -> String {
        let bytes: Vec<u8> = self.lock().bytes.iter().copied().collect();
        printable(String::from_utf8_lossy(&bytes).trim_end()).into_owned()
    }
}

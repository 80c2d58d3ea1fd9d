//! What was heard and said in a conversation, line by line with the time, for authors of engines and of
//! programs that use them.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use anyhow::Context;

use crate::date::Date;
use crate::output::remark;

/// A longer line is written in pieces, so that a line without an end does not fill the memory.
const LONGEST: usize = 1 << 16;

#[cfg(unix)]
const NONBLOCK: i32 = rustix::fs::OFlags::NONBLOCK.bits() as i32;

/// A log that both directions write to.
#[derive(Clone)]
pub(super) struct Log(Arc<Mutex<Option<Writer>>>);

struct Writer {
    file: File,
    began: Instant,
    /// What has not come to the end of its line: heard, and said.
    unfinished: [Vec<u8>; 2],
}

/// The marks of what was heard and of what was said.
const MARKS: [char; 2] = ['>', '<'];
const HEARD: usize = 0;
const SAID: usize = 1;

impl Log {
    /// Adds to what is in the file: programs start engines again and again.
    pub(super) fn open(path: &Path) -> anyhow::Result<Self> {
        let mut options = OpenOptions::new();
        options.create(true).append(true);
        // A pipe that nobody reads would keep us waiting, before the first line is heard.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, NONBLOCK);
        let opened = options.open(path);
        let mut file = opened.with_context(|| format!("cannot write the log {}", path.display()))?;
        let version = env!("CARGO_PKG_VERSION");
        writeln!(file, "--- Mola {version}, {} UTC, process {}", Date::now().stamp(), std::process::id())?;
        let unfinished = [Vec::new(), Vec::new()];
        Ok(Self(Arc::new(Mutex::new(Some(Writer { file, began: Instant::now(), unfinished })))))
    }

    fn record(&self, direction: usize, bytes: &[u8]) {
        let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(Err(error)) = writer.as_mut().map(|writer| writer.record(direction, bytes)) {
            // The conversation is worth more than its log.
            remark(format_args!("mola: the log ends here: {error}"));
            *writer = None;
        }
    }
}

impl Writer {
    fn record(&mut self, direction: usize, bytes: &[u8]) -> io::Result<()> {
        let (mark, unfinished) = (MARKS[direction], &mut self.unfinished[direction]);
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            unfinished.extend_from_slice(piece);
            if piece.ends_with(b"\n") || unfinished.len() >= LONGEST {
                let line = String::from_utf8_lossy(unfinished);
                let seconds = self.began.elapsed().as_secs_f64();
                writeln!(self.file, "{seconds:10.3} {mark} {}", line.trim_end_matches(['\r', '\n']))?;
                unfinished.clear();
            }
        }
        Ok(())
    }
}

/// A reader or writer whose bytes are recorded.
pub(super) struct Recorded<T> {
    pub(super) inner: T,
    pub(super) log: Log,
}

impl<T: BufRead> Read for Recorded<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.log.record(HEARD, &buffer[..count]);
        Ok(count)
    }
}

impl<T: BufRead> BufRead for Recorded<T> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        // What is in the buffer is there without reading again.
        if let Ok(bytes) = self.inner.fill_buf() {
            self.log.record(HEARD, &bytes[..count.min(bytes.len())]);
        }
        self.inner.consume(count);
    }
}

impl<T: Write> Write for Recorded<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.log.record(SAID, &bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

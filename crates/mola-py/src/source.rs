//! Where games are read from: files and Python's file objects, compressed or not.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::PathBuf;

use flate2::read::MultiGzDecoder;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use crate::errors::bad_argument;

/// Bytes from anywhere.
pub(crate) type Source = Box<dyn Read + Send + Sync>;

/// How much is asked of a file object at once.
const CHUNK: usize = 1 << 16;

/// Opens a path, an object with `read`, or bytes. What is compressed by gzip or Zstandard is known by its
/// first bytes, whatever its name.
pub(crate) fn open(source: &Bound<'_, PyAny>) -> PyResult<Source> {
    let plain: Source = if source.hasattr("read")? {
        Box::new(FileObject { object: source.clone().unbind(), rest: Cursor::default() })
    } else if let Ok(bytes) = source.cast::<PyBytes>() {
        Box::new(Cursor::new(bytes.as_bytes().to_vec()))
    } else {
        let path: PathBuf =
            source.extract().map_err(|_| bad_argument("games are read from a path or a file"))?;
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{error}: {}", path.display()));
        // A pipe that nobody writes to yet keeps its reader waiting.
        Box::new(source.py().detach(|| File::open(&path).map_err(named))?)
    };
    Ok(source.py().detach(|| expand(plain))?)
}

fn expand(mut plain: Source) -> io::Result<Source> {
    let mut head = Vec::with_capacity(4);
    plain.by_ref().take(4).read_to_end(&mut head)?;
    let compression = (head.starts_with(&[0x1F, 0x8B]), head.starts_with(&[0x28, 0xB5, 0x2F, 0xFD]));
    // A file in several parts may begin with one to be skipped.
    let skips = matches!(head[..], [0x50..=0x5F, 0x2A, 0x4D, 0x18]);
    let whole = Cursor::new(head).chain(plain);
    Ok(match compression {
        (true, _) => Box::new(MultiGzDecoder::new(whole)),
        (_, true) => Box::new(Frames::new(whole)),
        _ if skips => Box::new(Frames::new(whole)),
        _ => Box::new(whole),
    })
}

/// A file object of Python's, binary or text.
struct FileObject {
    object: Py<PyAny>,
    rest: Cursor<Vec<u8>>,
}

impl Read for FileObject {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.rest.read(buffer)?;
        if read > 0 || buffer.is_empty() {
            return Ok(read);
        }
        let bytes = Python::attach(|py| {
            let chunk = self.object.call_method1(py, "read", (CHUNK,))?.into_bound(py);
            if let Ok(text) = chunk.cast::<PyString>() {
                // What Python could not decode was put into letters that are not valid.
                return Ok(text.to_string_lossy().into_owned().into_bytes());
            }
            let bytes = chunk.cast::<PyBytes>().map(|bytes| bytes.as_bytes().to_vec());
            bytes.map_err(|_| bad_argument("the file's read must return bytes or a text"))
        });
        self.rest = Cursor::new(bytes.map_err(io::Error::other)?);
        self.rest.read(buffer)
    }
}

/// Zstandard, whose files may have several parts: those of the large collections do.
struct Frames<R> {
    source: BufReader<R>,
    decoder: FrameDecoder,
    is_open: bool,
}

impl<R: Read> Frames<R> {
    fn new(source: R) -> Self {
        Self { source: BufReader::with_capacity(CHUNK, source), decoder: FrameDecoder::new(), is_open: false }
    }

    /// Begins the next part. False at the end.
    fn next_part(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.init(&mut self.source) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    io::copy(&mut self.source.by_ref().take(u64::from(length)), &mut io::sink())?;
                }
                Err(error) => return Err(damaged(&error)),
            }
        }
        Ok(false)
    }
}

impl<R: Read> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !buffer.is_empty() {
            if !self.is_open {
                self.is_open = self.next_part()?;
                if !self.is_open {
                    return Ok(0);
                }
            }
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let step = BlockDecodingStrategy::UptoBlocks(1);
                self.decoder.decode_blocks(&mut self.source, step).map_err(|error| damaged(&error))?;
            }
            let read = self.decoder.read(buffer)?;
            if read > 0 {
                return Ok(read);
            }
            self.is_open = false;
        }
        Ok(0)
    }
}

fn damaged(error: &FrameDecoderError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("the compressed file is damaged: {error}"))
}

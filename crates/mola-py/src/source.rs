//! Where games are read from: files and Python's file objects, compressed or not.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::PathBuf;

use mola_game::pgn::Expanded;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::errors::bad_argument;

/// Bytes from anywhere, expanded.
pub(crate) type Source = Expanded<Plain>;

/// Bytes as they are stored.
type Plain = Box<dyn Read + Send + Sync>;

/// How much is asked of a file object at once.
const CHUNK: usize = 1 << 16;

/// Opens a path, an object with `read`, or bytes.
pub(crate) fn open(source: &Bound<'_, PyAny>) -> PyResult<Source> {
    let plain: Plain = if source.hasattr("read")? {
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
    Ok(source.py().detach(|| Expanded::new(plain))?)
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

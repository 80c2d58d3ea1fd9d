//! Where games are read from: files and Python's file objects, compressed or not.

use std::fs::{self, File};
use std::io::{self, Cursor, Read};
use std::path::PathBuf;

use mola_game::Pipe;
use mola_game::pgn::Expanded;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::errors::bad_argument;

/// Bytes from anywhere, expanded.
pub(crate) type Source = Expanded<Plain>;

/// Bytes as they are stored.
type Plain = Box<dyn Read + Send>;

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
        let may_wait = fs::metadata(&path).is_ok_and(|there| !there.is_file() && !there.is_dir());
        let open = move || {
            let named =
                |error: io::Error| io::Error::new(error.kind(), format!("{error}: {}", path.display()));
            File::open(&path).map_err(named)
        };
        if may_wait {
            // A pipe may keep its reader waiting, who must hear Ctrl-C all the same.
            let interrupted = || Python::attach(|py| py.check_signals().map_err(io::Error::other));
            Box::new(Pipe::open(open, interrupted)?)
        } else {
            Box::new(source.py().detach(open)?)
        }
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

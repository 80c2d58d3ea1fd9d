//! Games from files of any size, one after the other.

use std::ffi::CString;
use std::io;
use std::sync::{Mutex, PoisonError};

use mola_game::pgn::{GameTree, Reader};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;

use crate::errors::{PgnError, sentence};
use crate::game::Game;
use crate::source::{self, Source};

/// An iterator over the games of a file.
///
/// >>> import mola, io
/// >>> games = mola.pgn.GameReader(io.StringIO("1. e4 e5 * 1. d4 d5 *"))
/// >>> [game.mainline_moves()[0].uci() for game in games]
/// ['e2e4', 'd2d4']
#[pyclass(module = "mola.pgn", frozen)]
pub(crate) struct GameReader {
    /// Taken out while a game is read, since reading may run Python code.
    reader: Mutex<Option<Box<Reader<Source>>>>,
}

#[pymethods]
impl GameReader {
    #[new]
    fn create(source: &Bound<'_, PyAny>) -> PyResult<Self> {
        let reader = Reader::new(source::open(source)?);
        Ok(Self { reader: Mutex::new(Some(Box::new(reader))) })
    }

    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    /// What could not be read after the last game, once it was read. It is also a warning then.
    ///
    /// >>> import mola
    /// >>> games = mola.pgn.GameReader(b"1. e4 * [Event \"cut o")
    /// >>> len(list(games)), len(games.errors)
    /// (1, 1)
    #[getter]
    fn errors(&self) -> Vec<String> {
        let reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        reader.as_ref().map_or_else(Vec::new, |reader| reader.leftover().iter().map(sentence).collect())
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        let taken = self.reader.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(mut reader) = taken else {
            return Err(PgnError::new_err("This reader is already reading, perhaps on another thread."));
        };
        let mut tree = GameTree::default();
        let found = py.detach(|| reader.read_into(&mut tree));
        let leftover = reader.leftover().first().map(sentence);
        *self.reader.lock().unwrap_or_else(PoisonError::into_inner) = Some(reader);
        match found {
            Ok(true) => Ok(Some(Game::new(tree))),
            Ok(false) => {
                if let Some(text) = leftover {
                    let text = CString::new(text)?;
                    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)?;
                }
                Ok(None)
            }
            Err(error) => Err(failure(error)),
        }
    }
}

/// What the system says is an `OSError`, what Python says is its own; the rest is about what the file holds.
fn failure(error: io::Error) -> PyErr {
    let is_foreign =
        error.raw_os_error().is_some() || matches!(error.get_ref(), Some(inner) if inner.is::<PyErr>());
    if is_foreign { error.into() } else { PgnError::new_err(sentence(error)) }
}

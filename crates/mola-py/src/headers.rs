//! The headers of a recorded game, as a mapping.

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::arguments::Text;
use crate::errors::bad_argument;
use crate::game::Game;

/// The headers of a game: names and values, the seven that every game has first.
///
/// >>> from mola.pgn import Game
/// >>> game = Game()
/// >>> game.headers["White"] = "Anna"
/// >>> game.headers["White"], game.headers["Event"], "Elo" in game.headers
/// ('Anna', '?', False)
#[pyclass(module = "mola.pgn", frozen)]
#[derive(Debug)]
pub(crate) struct Headers(pub(crate) Py<Game>);

impl Headers {
    fn find(&self, name: &str) -> Option<String> {
        let tree = self.0.get().lock();
        if let Some(value) = tree.tag(name) {
            return Some(value.to_owned());
        }
        let mut all = tree.tags();
        all.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.to_owned())
    }
}

#[pymethods]
impl Headers {
    /// The names.
    fn keys(&self) -> Vec<String> {
        self.0.get().lock().tags().map(|(name, _)| name.to_owned()).collect()
    }

    /// The values.
    fn values(&self) -> Vec<String> {
        self.0.get().lock().tags().map(|(_, value)| value.to_owned()).collect()
    }

    /// Names and values.
    fn items(&self) -> Vec<(String, String)> {
        let tree = self.0.get().lock();
        tree.tags().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    /// The value of a name, or `default`.
    #[pyo3(signature = (key, default=None))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        key: Text,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.find(&key.0) {
            Some(value) => Ok(Some(value.into_pyobject(py)?.into_any())),
            None => Ok(default),
        }
    }

    fn __getitem__(&self, key: Text) -> PyResult<String> {
        self.find(&key.0).ok_or_else(|| PyKeyError::new_err(key.0))
    }

    fn __setitem__(&self, key: Text, value: Text) -> PyResult<()> {
        if key.0.eq_ignore_ascii_case("Result") {
            return self.0.get().set_result(value);
        }
        self.0.get().lock().set_tag(&key.0, &value.0).map_err(bad_argument)
    }

    fn __delitem__(&self, _key: Text) -> PyResult<()> {
        Err(bad_argument("headers can be changed, but not removed"))
    }

    fn __contains__(&self, key: &Bound<'_, PyAny>) -> bool {
        key.extract::<Text>().is_ok_and(|key| self.find(&key.0).is_some())
    }

    fn __len__(&self) -> usize {
        self.0.get().lock().tags().count()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyList::new(py, self.keys())?.try_iter()?.into_any())
    }

    fn __repr__(&self) -> String {
        format!("<Headers {:?}>", self.items())
    }
}

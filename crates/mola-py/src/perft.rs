//! Counting, without the interpreter's lock, but so that Ctrl-C is heard.

use mola_rules::{Position, perft};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::bad_argument;
use crate::moves::Move;

/// What is counted in one go, which takes hundredths of a second.
const CHUNK: u32 = 5;

/// Nobody has the time for more, and the numbers would not fit.
const DEEPEST: u32 = 14;

pub(crate) fn count(py: Python<'_>, position: &Position, depth: u32) -> PyResult<u64> {
    check(depth)?;
    nodes(py, position, depth)
}

pub(crate) fn divide(py: Python<'_>, position: &Position, depth: u32) -> PyResult<Py<PyDict>> {
    check(depth)?;
    let counts = PyDict::new(py);
    if depth > 0 {
        for &m in &position.legal_moves() {
            counts.set_item(Move::of(m).object(py)?, nodes(py, &position.after(m), depth - 1)?)?;
        }
    }
    Ok(counts.unbind())
}

fn check(depth: u32) -> PyResult<()> {
    if depth <= DEEPEST {
        return Ok(());
    }
    Err(bad_argument(format!(
        "perft counts at most {DEEPEST} moves deep, since the numbers grow thirtyfold with each"
    )))
}

fn nodes(py: Python<'_>, position: &Position, depth: u32) -> PyResult<u64> {
    if depth <= CHUNK {
        let nodes = py.detach(|| perft(position, depth));
        py.check_signals()?;
        return Ok(nodes);
    }
    let mut sum = 0;
    for &m in &position.legal_moves() {
        sum += nodes(py, &position.after(m), depth - 1)?;
    }
    Ok(sum)
}

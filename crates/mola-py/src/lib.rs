//! Mola for Python: the module `mola._mola`, which the package `mola` offers under friendlier names.
//!
//! A leaf without chess logic: everything here turns Python's objects into ours and back. Three rules keep
//! Python safe. Whatever takes long runs without the interpreter's lock. No Python code runs while one of our
//! locks is held, since it could want the same lock. And what comes from Python is checked in `arguments`,
//! which answers with a sentence.
#![allow(
    clippy::needless_pass_by_value,
    clippy::trivially_copy_pass_by_ref,
    clippy::unnecessary_wraps,
    clippy::unused_self,
    reason = "how arguments come is for the binding to say"
)]
#![allow(clippy::doc_link_with_quotes, reason = "the examples are Python")]
#![allow(clippy::wrong_self_convention, reason = "the names are those of python-chess")]

mod errors;
mod arguments;
mod moves;
mod piece;
mod values;
mod shared;
mod position;
mod board;
mod perft;
mod score;
mod limits;
mod thinking;
mod engine;
mod review;
mod game;
mod node;
mod headers;
mod source;
mod reader;

#[pyo3::pymodule]
mod _mola {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::{
        board::Board,
        engine::Engine,
        game::Game,
        headers::Headers,
        moves::Move,
        node::GameNode,
        piece::Piece,
        position::Position,
        reader::GameReader,
        score::{Score, cp, mate},
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

//! Mola for JavaScript, which the package in `npm` wraps: a thin leaf without logic of its own.
//!
//! What crosses the boundary is plain data, whose TypeScript types are generated from the structs here. The
//! front end keeps a game as a [`GameRecord`] and asks [`record::replay`] what it looks like; a position is
//! asked about with [`position::look`]. Neither side holds objects of the other, except the [`Thinker`],
//! which lives in a worker and keeps the engines' memory, and the conversation of a [`Uci`] worker.
#![allow(clippy::needless_pass_by_value, reason = "what comes from JavaScript is a copy, and ours")]

pub mod coach;
pub mod pgn;
pub mod position;
pub mod record;
pub mod thinker;
pub mod uci;

pub use record::GameRecord;
pub use thinker::Thinker;
pub use uci::Uci;

use wasm_bindgen::JsError;

/// An error as JavaScript throws it, in the words of the rules.
fn thrown(error: impl core::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}

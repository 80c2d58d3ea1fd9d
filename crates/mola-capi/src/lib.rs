//! Mola behind a C header, for apps and for languages that call C: a thin leaf without chess logic.
//!
//! `include/mola.h` is written from these files by cbindgen; a test compares them. Errors are sentences in
//! [`mola_last_error`], and a panic is one of them: none crosses the border.
//!
//! # Safety
//! One promise for all functions: a pointer is null, or points to what its type says and was not freed; a text
//! ends with a zero byte; an array has as much room as its function asks for; and threads keep to the rules in
//! the header. That is what the word `unsafe` at each function means.
#![allow(unsafe_code, reason = "the border to C: raw pointers come in, and names go out unmangled")]
#![allow(clippy::missing_safety_doc, reason = "the promise is the same for all, and stands above")]

mod analysis;
mod border;
mod engine;
mod game;
mod pgn;
mod position;

pub use analysis::*;
pub use border::*;
pub use engine::*;
pub use game::*;
pub use pgn::*;
pub use position::*;

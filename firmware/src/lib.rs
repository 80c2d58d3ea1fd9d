//! A chess computer for a serial line: a game as people type it, and UCI as programs do.
//!
//! All of this is ordinary code without an operating system, tested on the host. What touches the
//! hardware is a [`Machine`]; `main.rs` has one for a bare RISC-V core.
#![no_std]
#![deny(unsafe_code)]

pub mod boards;
mod console;
mod machine;
mod uci;
mod words;

pub use console::Console;
pub use machine::{Machine, Memory};

/// How many moves of either player a game may have; fourteen bytes each.
pub const MOVES: usize = if cfg!(feature = "ram32") { 160 } else { 400 };

/// Slots of the engine's table; twelve bytes each.
pub const TABLE: usize = if cfg!(feature = "ram32") { 256 } else { 2048 };

/// How many plies ahead the engine looks at most, which bounds the stack.
pub const HORIZON: usize = if cfg!(feature = "ram32") { 16 } else { 44 };

//! The strong engine: a modern alpha-beta search with a network that learned from its own games, and a
//! hand-written evaluation.
//!
//! [`Mola`] implements the [`Engine`](mola_game::Engine) seam. It prints nothing, reads only the files that options
//! name and the amount of free memory, and has no clock but the host's.

mod book;
mod cycles;
mod dice;
mod engine;
mod eval;
#[cfg(feature = "fit")]
pub mod fit;
mod free_memory;
mod history;
mod hosts;
mod level;
mod movepick;
pub mod nnue;
mod pair;
mod params;
#[cfg(test)]
mod random_walk;
mod search;
mod see;
mod settings;
#[cfg(feature = "syzygy")]
mod tablebase;
#[cfg(not(feature = "syzygy"))]
#[path = "no_tablebase.rs"]
mod tablebase;
mod threats;
mod time;
mod tracker;
mod transposition;
mod tree_sample;
mod value;
mod vote;

pub use engine::Mola;
pub use eval::breakdown::{Breakdown, Theme};

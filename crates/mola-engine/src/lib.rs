//! The strong engine: a modern alpha-beta search with a network that learned from its own games.
//!
//! [`Mola`] implements the [`Engine`](mola_game::Engine) seam. It prints nothing, reads only the files that options
//! name and the amount of free memory, and has no clock but the host's.

mod engine;
mod level;
mod person;
mod book;
mod vote;

mod search;
mod params;
#[cfg(feature = "tune")]
pub mod spsa;
mod value;
mod movepick;
mod history;
mod see;
mod threats;
mod cycles;
mod transposition;
#[cfg(feature = "syzygy")]
mod tablebase;
#[cfg(not(feature = "syzygy"))]
#[path = "no_tablebase.rs"]
mod tablebase;
mod time;

pub mod nnue;
mod endgame;
mod part_keys;

mod free_memory;
mod prefetch;
mod tree_sample;

pub use engine::Mola;
pub use free_memory::{affordable_threads, free_bytes, free_mebibytes};
#[cfg(feature = "tune")]
pub use params::{KNOBS, Knob};

/// The example of the README, which must work.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

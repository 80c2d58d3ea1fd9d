//! The strong engine: a modern alpha-beta search on a hand-written evaluation with fitted weights.
//!
//! [`Mola`] implements the [`Engine`](mola_game::Engine) seam. It prints nothing, reads nothing and
//! has no clock but the host's.

mod engine;
mod eval;
mod history;
mod movepick;
mod pair;
mod params;
mod search;
mod see;
mod table;
mod time;
mod tracker;
#[cfg(feature = "tune")]
pub mod tune;
mod value;

pub use engine::Mola;
pub use eval::breakdown::{Breakdown, Theme};

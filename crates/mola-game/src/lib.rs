//! One game of chess between two players, human or not.
//!
//! [`Game`] is the single truth of a game, and [`Snapshot`] is what views draw from. [`Engine`] and
//! [`Host`] are the seam through which any engine and any front end meet. The core needs neither an
//! operating system nor a heap. The feature `std`, on by default, adds games of any length and
//! [`pgn`]: reading games from streams of any size and writing them. [`coach`] is what is said to people.
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod score;
mod dice;
mod option_error;
#[cfg(feature = "std")]
mod option;
mod seam;
#[cfg(feature = "std")]
mod listener;
#[cfg(feature = "std")]
mod history;
pub mod coach;
#[cfg(feature = "std")]
mod each_move;
#[cfg(feature = "std")]
mod guarded;
#[cfg(feature = "std")]
mod printable;
#[cfg(feature = "std")]
mod regular_file;
mod clock;
mod scoresheet;
mod game;
mod snapshot;
#[cfg(feature = "std")]
pub mod pgn;
mod svg;

pub use clock::{Clock, TimeControl};
pub use dice::Dice;
#[cfg(feature = "std")]
pub use each_move::EachMove;
pub use game::{Game, GameError};
#[cfg(feature = "std")]
pub use guarded::guarded;
#[cfg(feature = "std")]
pub use history::History;
#[cfg(feature = "std")]
pub use listener::{Line, Listener};
#[cfg(feature = "std")]
pub use option::{EngineOption, OptionKind};
pub use option_error::{BadOption, OptionError};
#[cfg(feature = "std")]
pub use printable::printable;
#[cfg(feature = "std")]
pub use regular_file::read_regular_file;
pub use score::Score;
#[cfg(feature = "std")]
pub use scoresheet::GrowingScoresheet;
pub use scoresheet::{DefaultScoresheet, FixedScoresheet, Scoresheet};
#[cfg(feature = "std")]
pub use seam::Watch;
pub use seam::{Answer, Bound, Engine, FirstMove, Host, Limits, Report, Signal, Task, Time};
pub use snapshot::Snapshot;
pub use svg::{Figure, Svg};

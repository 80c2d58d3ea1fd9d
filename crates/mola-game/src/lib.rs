//! One game of chess between two players, human or not.
//!
//! [`Game`] is the single source of truth for a game, and [`Snapshot`] is what views draw from.
//! [`Engine`] and [`Host`] are the seam where any engine and any front end meet.
//!
//! ```
//! use mola_game::{Game, TimeControl};
//! use mola_rules::Position;
//!
//! let mut game: Game = Game::new(Position::start(), TimeControl::Unlimited);
//! for text in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7"] {
//!     game.play_text(text)?;
//! }
//! assert_eq!(game.outcome().unwrap().to_string(), "White wins by checkmate");
//! # Ok::<(), mola_game::GameError>(())
//! ```
//!
//! # A tour
//!
//! **A game** takes moves from both players by the same method, [`Game::play`], and refuses those that
//! are not legal. It keeps clocks ([`TimeControl`]), offers and claims of draws, takebacks and redo.
//!
//! **An engine** answers questions. It gets a [`Task`] (a position, its past, limits) and a [`Host`],
//! which says what time it is and when to stop, and returns an [`Answer`]. It never changes a game.
//! [`FirstMove`] is the smallest one.
//!
//! ```
//! use mola_game::{Engine, FirstMove, Game, Limits};
//!
//! let mut game: Game = Game::default();
//! let answer = FirstMove.think(game.task(Limits::NONE), &mut ());
//! game.play(answer.best.unwrap())?;
//! assert_eq!(game.len(), 1);
//! # Ok::<(), mola_game::GameError>(())
//! ```
//!
//! **PGN** of any size is read as a stream and written ([`pgn`]).
//!
//! ```
//! # #[cfg(feature = "std")] {
//! use mola_game::pgn::Reader;
//!
//! let text = "[White \"Anderssen\"]\n\n1. e4 e5 2. f4 {the King's Gambit} exf4 *\n";
//! let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
//! assert_eq!(game.tag("White"), Some("Anderssen"));
//! # }
//! ```
//!
//! **The coach** ([`coach`]) is what a program says about chess to people: the names and ratings of
//! levels, the chance to win, verdicts on moves, hints, and moves in words. **Pictures** of boards are
//! [`Svg`].
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `std` | on | what needs a heap: [`pgn`], [`History`], [`Listener`], [`EachMove`], games of any length |
//!
//! Without `std` the crate needs neither an operating system nor a heap, and a [`Game`] holds as many
//! moves as its [`Scoresheet`] has room for.
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
mod sentence;
#[cfg(feature = "std")]
mod regular_file;
#[cfg(feature = "std")]
mod pipe;
mod clock;
mod scoresheet;
mod game;
mod snapshot;
#[cfg(feature = "std")]
pub mod pgn;
mod svg;

pub use clock::{Clock, TimeControl};
pub use dice::Dice;
pub use game::{Game, GameError};
pub use option_error::{BadOption, OptionError};
pub use score::Score;
pub use scoresheet::{DefaultScoresheet, FixedScoresheet, Scoresheet};
pub use seam::{Answer, Bound, Engine, FirstMove, Host, Limits, Report, Signal, Task, Time};
pub use snapshot::Snapshot;
pub use svg::{Figure, Svg};
#[cfg(feature = "std")]
pub use {
    each_move::EachMove,
    guarded::guarded,
    history::History,
    listener::{Line, Listener},
    option::{EngineOption, OptionKind},
    pipe::Pipe,
    printable::printable,
    regular_file::{open_regular_file, read_regular_file},
    scoresheet::GrowingScoresheet,
    seam::Watch,
    sentence::sentence,
};

/// The example of the README, which must work.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

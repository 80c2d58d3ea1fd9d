//! A chess engine to read in one sitting, and to play with on a microcontroller.
//!
//! It follows Thomas Ahle's Sunfish: a board of 120 squares that turns
//! after every move, so that the player to move is always "white"; piece-square tables that carry
//! the material and give every move its value; and MTD-bi, a binary search on the score over
//! questions of the form "is it at least this much?". It owns no memory of its own to speak of, has
//! no clock, prints nothing, and depends on nothing.
//!
//! ```
//! use mola_pocket::{Entry, Limits, Outcome, Pocket, Position};
//!
//! let mut table = [Entry::EMPTY; 500]; // the caller chooses the memory: here 6000 bytes
//! let mut engine = Pocket::new(&mut table);
//! let mut position = Position::START;
//! let mut past = Vec::new();
//!
//! for text in ["f2f3", "e7e5", "g2g4"] {
//!     past.push(position.key());
//!     let chosen = position.parse_move(text)?; // an illegal move is an error, and nothing changes
//!     position = position.play(chosen).expect("a parsed move is legal");
//! }
//! let answer = engine.think(&position, &past, &Limits::depth(3), &mut ());
//! let best = answer.best.expect("black can move");
//! assert_eq!(position.move_text(best).to_string(), "d8h4");
//!
//! past.push(position.key());
//! position = position.play(best).expect("the engine plays legal moves");
//! assert_eq!(position.outcome(&past), Some(Outcome::Checkmate));
//! # Ok::<(), mola_pocket::MoveError>(())
//! ```
//!
//! # Memory
//!
//! Nothing is allocated and nothing is static but read-only tables. What a search needs, in bytes on
//! a `riscv32imc` (frames as the compiler lays them out at `opt-level = 3`):
//!
//! | what | bytes | in 64 KiB | in 32 KiB |
//! |---|---|---|---|
//! | transposition table, lent | 12 an [`Entry`] | 2048 entries: 24 576 | 682 entries: 8 184 |
//! | [`Pocket`]: move lists, history, killers, path | 6 688 | 6 688 | 6 688 |
//! | stack: one frame a ply, up to the horizon | 288 | 64 plies: 18 432 | 24 plies: 6 912 |
//! | stack: before and after the recursion | about 1 000 | 1 000 | 1 000 |
//! | keys of the game since the last capture or pawn move | 8 each | 100: 800 | 100: 800 |
//! | sum | | 51 496 | 23 584 |
//!
//! [`Pocket::set_horizon`] sets the plies. A table of zero entries works too.
//!
//! The modules, in reading order: `board` (squares, moves, turning), `eval` and `piece_square` (what it
//! is worth), `search` and `transposition` (what to play); then `host`, `notation` and `outcome`, the doors to
//! the world outside, and `adapter`, by which it plays in every front end of Mola.

#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "std")]
extern crate std;

mod board;
mod eval;
mod piece_square;

mod search;
mod transposition;

#[cfg(feature = "game")]
mod adapter;
mod host;
mod notation;
mod outcome;

#[cfg(feature = "game")]
pub use adapter::PocketEngine;
#[cfg(feature = "std")]
pub use adapter::large_engine;
pub use board::{Move, Position};
pub use eval::Values;
pub use host::{Answer, Host, Limits, mate_in};
pub use notation::{MoveError, MoveText, SetupError};
pub use outcome::Outcome;
pub use piece_square::{MATERIAL, TABLES};
pub use search::{MAX_PLY, Pocket};
pub use transposition::Entry;

/// The example of the README, which must work.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The examples of the guide's chapters about this engine, which must work too.
#[cfg(doctest)]
mod guide {
    #[doc = include_str!("../../../guide/8-turning-board.md")]
    struct TurningBoard;
    #[doc = include_str!("../../../guide/9-pocket-search.md")]
    struct PocketSearch;
    #[doc = include_str!("../../../guide/12-time.md")]
    struct Time;
    #[doc = include_str!("../../../guide/17-chip.md")]
    struct Chip;
}

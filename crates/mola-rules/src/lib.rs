//! The laws of chess: positions, legal moves, how games end, and how all of it is written.
//!
//! No allocation, no operating system, no evaluation, no clock. Positions are legal by construction,
//! moves are two bytes, tables are computed by the compiler, and text from outside yields an error
//! that names the offending part, never a panic.
//!
//! ```
//! use mola_rules::{Outcome, Position};
//!
//! let mut position = Position::start();
//! for text in ["f3", "e5", "g4", "Qh4"] {
//!     let m = position.parse_san(text)?;
//!     position.play_unchecked(m);
//! }
//! println!("{}", position.board().unicode());
//! assert_eq!(position.outcome().unwrap().to_string(), "Black wins by checkmate");
//! # Ok::<(), mola_rules::SanError>(())
//! ```
#![no_std]
#![warn(missing_debug_implementations)]

mod color;
mod role;
mod square;
mod bitboard;
pub mod attacks;
mod board;
mod chess_move;
mod castling;
mod setup;
mod position;
mod observer;
mod outcome;
mod excerpt;
mod fen;
mod san;
mod uci_move;
mod drawing;
mod perft;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use castling::{Castling, CastlingStyle};
pub use chess_move::{Move, MoveKind, MoveList};
pub use color::Color;
pub use drawing::Drawing;
pub use excerpt::Excerpt;
pub use fen::{FenError, ShredderFen};
pub use observer::Observer;
pub use outcome::{DrawReason, Outcome, WinReason};
pub use perft::{divide, perft};
pub use position::{IllegalMove, Position, SetupError};
pub use role::{Piece, Role};
pub use san::{San, SanError};
pub use setup::Setup;
pub use square::{File, Rank, Square, SquareError};
pub use uci_move::{UciMove, UciMoveError};

/// The example of the README, which must work.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The examples of the guide, which must work too.
#[cfg(doctest)]
mod guide {
    #[doc = include_str!("../../../guide/1-bitboards.md")]
    struct Bitboards;
    #[doc = include_str!("../../../guide/2-sliders.md")]
    struct Sliders;
    #[doc = include_str!("../../../guide/3-legal-moves.md")]
    struct LegalMoves;
    #[doc = include_str!("../../../guide/4-playing.md")]
    struct Playing;
    #[doc = include_str!("../../../guide/5-perft.md")]
    struct Perft;
    #[doc = include_str!("../../../guide/6-search.md")]
    struct Search;
    #[doc = include_str!("../../../guide/7-evaluation.md")]
    struct Evaluation;
}

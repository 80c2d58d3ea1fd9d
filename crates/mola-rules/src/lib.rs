//! The laws of chess: positions, legal moves, how games end, and how all of it is written.
//!
//! No allocation, no operating system, no evaluation, no clock, no dependencies. Positions are legal by
//! construction, moves are two bytes, tables are computed by the compiler, and text from outside yields
//! an error that names the offending part, never a panic.
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
//!
//! # A tour
//!
//! **A position** is what the laws need to know. [`Position`] is 80 bytes, `Copy`, and always legal;
//! [`Setup`] is what somebody typed, and [`Setup::position`] checks it. Both are read from FEN, and X-FEN
//! and Shredder-FEN are understood too.
//!
//! ```
//! use mola_rules::{Color, Position, Square};
//!
//! let position: Position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse()?;
//! assert_eq!(position.turn(), Color::White);
//! assert!(position.board().piece_at(Square::E2).is_some());
//! let error = "4k3/8/8/8/8/8/8/8 w - - 0 1".parse::<Position>().unwrap_err();
//! assert_eq!(error.to_string(), "bad FEN: White has no king");
//! # Ok::<(), mola_rules::FenError>(())
//! ```
//!
//! **Moves** are generated legal, from pins and checks. A [`Move`] is two bytes and `Option<Move>` too.
//! Read one with [`Position::parse_san`] or [`Position::parse_uci`], which know the position; write it
//! with [`Position::san`] or [`Move::uci`].
//!
//! ```
//! use mola_rules::{CastlingStyle, Position};
//!
//! let position = Position::start();
//! assert_eq!(position.legal_moves().len(), 20);
//! let m = position.parse_uci("g1f3")?;
//! assert_eq!(position.san(m).as_str(), "Nf3");
//! assert_eq!(m.uci(CastlingStyle::Standard).to_string(), "g1f3");
//! # Ok::<(), mola_rules::UciMoveError>(())
//! ```
//!
//! **Playing** copies: [`Position::play`] checks a move from anywhere, and
//! [`Position::play_unchecked`] takes one that the generator made. Keep the old position and nothing
//! has to be undone. An [`Observer`] hears which pieces are lifted and landed, for evaluations that
//! follow a game.
//!
//! **Endings**: [`Position::outcome`] knows mate, stalemate and dead positions. What depends on the
//! past (repetitions, the fifty moves) belongs to a game: see `mola_game::Game`.
//!
//! **Proof**: [`perft`] counts positions, and [`divide`] says which move to look at when a count differs.
//!
//! ```
//! use mola_rules::{Position, perft};
//! assert_eq!(perft(&Position::start(), 4), 197_281);
//! ```
//!
//! # Features
//!
//! | feature | default | what it does |
//! |---|---|---|
//! | `small` | off | slider attacks by hyperbola quintessence: tables under 8 KiB, for microcontrollers |
//!
//! Without it sliders use magics, and with the target feature `bmi2` the PEXT instruction. The crate
//! is `no_std` in every form.
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
#[doc = include_str!("../README.md")]
struct Readme;

/// The example of the project's README, which must work too.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct ProjectReadme;

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
    #[doc = include_str!("../../../guide/10-pawns.md")]
    struct Pawns;
    #[doc = include_str!("../../../guide/11-mate-and-stalemate.md")]
    struct MateAndStalemate;
    #[doc = include_str!("../../../guide/13-from-games-to-weights.md")]
    struct FromGamesToWeights;
    #[doc = include_str!("../../../guide/14-gpu.md")]
    struct Gpu;
    #[doc = include_str!("../../../guide/15-strength.md")]
    struct Strength;
}

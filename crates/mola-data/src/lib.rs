//! Games that engines learn from.
//!
//! A [`Game`] is a starting position, and for each move what the engine thought of the position before
//! it. A [`Writer`] puts games into a stream of two or three bytes a move; the format is described in
//! `training/FORMAT.md`. [`records`] visits the games of a stream, and decodes those that are asked for.
//! A stream that was cut off in the middle of a game loses that game and no other. A [`Sample`] is one
//! position of a game in the form that trainers read.
#![forbid(unsafe_code)]

mod game;
mod packed;
mod checksum;
mod stream;
mod raw_record;
mod sample;

pub use game::{Game, Ply, is_quiet};
pub use raw_record::{NotGames, Record, Records, records};
pub use sample::{GameResult, SAMPLE_HEADER, SAMPLE_LEN, Sample};
pub use stream::{HEADER, Writer};

/// The example of the README, which must work.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

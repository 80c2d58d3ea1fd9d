//! What a chess program says about chess to people.
//!
//! Every front end asks here, so that a level, a blunder or a draw offer means the same in the terminal, on
//! the page, in an analysis and through a protocol. `testdata/coach` holds what the answers must be.

#[cfg(feature = "std")]
mod chance;
mod draws;
#[cfg(feature = "std")]
mod hints;
mod levels;
#[cfg(feature = "std")]
mod openings;
#[cfg(feature = "std")]
mod refusal;
#[cfg(feature = "std")]
mod speech;
#[cfg(feature = "std")]
mod typed_move;
#[cfg(feature = "std")]
mod verdict;
#[cfg(feature = "std")]
mod review;

pub use draws::{accepts_draw, claims_draw, offers_draw};
pub use levels::{Level, NotALevel};
#[cfg(feature = "std")]
pub use {
    chance::{chance, wdl},
    hints::{HintStep, hint, threat},
    openings::{Opening, opening, opening_move, opening_of_game},
    refusal::refusal,
    review::{JudgedMove, accuracy, opinions, review},
    speech::{claimable, ending, level_in_words, line_in_san, move_in_words, numbered_line, score_in_words},
    typed_move::typed_move,
    verdict::{Judgment, Verdict, game_accuracy, judge, move_accuracy},
};

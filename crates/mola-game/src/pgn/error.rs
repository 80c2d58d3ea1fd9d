//! What was wrong with a text, and where.

use std::fmt;

use mola_rules::{Color, Excerpt, FenError, SanError};

use super::{GameResult, Limit};

/// Something in a PGN stream that could not be read.
///
/// ```
/// use mola_game::pgn::Reader;
/// let text = "[White \"Anna\"]\n\n1. e4 e5\n2. Ke3 *\n";
/// let tree = Reader::new(text.as_bytes()).next().unwrap().unwrap();
/// assert_eq!(tree.errors()[0].to_string(), "game 1, line 4, move 2.: \"Ke3\" is not a legal move here");
/// assert_eq!(tree.main_line().count(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PgnError {
    /// The number of the game in the stream, from 1.
    pub game: u64,
    /// The number of the line in the stream, from 1.
    pub line: u64,
    /// What was wrong.
    pub fault: Fault,
}

/// What can be wrong in a PGN stream.
///
/// ```
/// use mola_game::pgn::{Fault, GameTree};
/// let error = "1. e4 e5 ) *".parse::<GameTree>().unwrap_err();
/// assert_eq!(error.fault, Fault::VariationUnopened);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A line that begins as a tag is not `[Name "value"]`.
    Tag(Excerpt),
    /// A word is not a move, a number, a mark or a result.
    Word(Excerpt),
    /// A number after `$` is not one from 0 to 255, or is missing.
    Nag(Excerpt),
    /// A text is longer than a mebibyte.
    TooLong(Excerpt),
    /// A comment has no end. The line is the one on which it begins.
    CommentUnclosed,
    /// A variation has no end.
    VariationUnclosed,
    /// A variation ends that did not begin.
    VariationUnopened,
    /// A variation comes before the move that it varies.
    VariationTooEarly,
    /// The game is of a variant whose rules are not known here.
    Variant(Excerpt),
    /// The position in which the game begins is not one.
    Fen(FenError),
    /// A move cannot be played.
    Move {
        /// The number of the move.
        number: u32,
        /// Who was to play it.
        turn: Color,
        /// What was wrong with it.
        error: SanError,
    },
    /// A player in check passes, which no position can show.
    NullMoveInCheck {
        /// The number of the move.
        number: u32,
        /// Who was to play it.
        turn: Color,
    },
    /// The tag says one result and the moves end with another, which is taken.
    ResultConflict {
        /// What the tag says.
        tag: GameResult,
        /// What the moves end with.
        moves: GameResult,
    },
    /// The game is longer than the reader was told to keep.
    Limit {
        /// What there is too much of.
        limit: Limit,
        /// How much is kept.
        most: u32,
    },
    /// The stream broke off in the middle of the game.
    BrokenOff,
    /// There is no game in the text.
    NoGame,
}

impl std::error::Error for PgnError {}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}", self.game, self.line)?;
        if let Fault::Move { number, turn, .. } | Fault::NullMoveInCheck { number, turn } = self.fault {
            write!(f, ", move {number}{}", if turn == Color::White { "." } else { "..." })?;
        }
        write!(f, ": {}", self.fault)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tag(text) => write!(f, "{text:?} is not a tag; write tags as [Name \"value\"]"),
            Self::Word(text) => {
                write!(f, "{text:?} is not a move, number, mark or result; put remarks in {{braces}}")
            }
            Self::Nag(text) => write!(f, "{text:?} is not a mark; marks go from $0 to $255"),
            Self::TooLong(text) => {
                write!(f, "the text that begins with {text:?} is longer than a mebibyte; its end is left out")
            }
            Self::CommentUnclosed => write!(f, "the comment that begins here has no end; close it with }}"),
            Self::VariationUnclosed => write!(f, "a variation has no end; close it with )"),
            Self::VariationUnopened => write!(f, "this ) closes a variation that was never opened"),
            Self::VariationTooEarly => write!(f, "a variation comes before the move that it replaces"),
            Self::Variant(text) => {
                write!(f, "{text:?} is a chess variant that Mola does not know; its moves are left out")
            }
            Self::Fen(error) => error.fmt(f),
            Self::Move { error, .. } => error.fmt(f),
            Self::NullMoveInCheck { .. } => write!(f, "a player in check cannot pass"),
            Self::ResultConflict { tag, moves } => {
                write!(f, "the tag says {tag}, but the moves end with {moves}, which is taken")
            }
            Self::Limit { limit, most } => {
                write!(f, "the game has more than {most} {limit}; the rest is left out")
            }
            Self::BrokenOff => write!(f, "the input ended in the middle of this game"),
            Self::NoGame => write!(f, "there is no game in the text"),
        }
    }
}

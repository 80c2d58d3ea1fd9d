//! How much of one game is kept.

use std::fmt;

/// How much of one game is kept, so that a file of any kind is read in bounded memory.
///
/// The defaults are far beyond any game that was played, and keep a reader under 32 MB whatever the
/// stream holds. Raise them to read an opening tree of millions of moves that is stored as one game.
///
/// ```
/// use mola_game::pgn::{ReadLimits, Reader};
/// let limits = ReadLimits { moves: 3, ..ReadLimits::default() };
/// let tree = Reader::with_limits("1. e4 e5 2. Nf3 Nc6 *".as_bytes(), limits).next().unwrap().unwrap();
/// assert_eq!(tree.main_line().count(), 3);
/// assert!(tree.errors()[0].to_string().contains("more than 3 moves"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadLimits {
    /// Moves, those of variations included.
    pub moves: u32,
    /// Variations inside each other.
    pub depth: u32,
    /// Marks and comments.
    pub notes: u32,
    /// Bytes of tags and comments.
    pub text: u32,
    /// Tags.
    pub tags: u32,
    /// Errors; those beyond are only counted.
    pub errors: u32,
}

impl Default for ReadLimits {
    fn default() -> Self {
        Self { moves: 1 << 17, depth: 1 << 17, notes: 1 << 17, text: 1 << 22, tags: 500, errors: 32 }
    }
}

/// A limit that a game ran into: see [`ReadLimits`].
///
/// ```
/// use mola_game::pgn::Limit;
/// assert_eq!(Limit::Moves.to_string(), "moves");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Too many moves.
    Moves,
    /// Variations too deep inside each other.
    Depth,
    /// Too many marks and comments.
    Notes,
    /// Too much text.
    Text,
    /// Too many tags.
    Tags,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Moves => "moves",
            Self::Depth => "variations inside each other",
            Self::Notes => "marks and comments",
            Self::Text => "bytes of text",
            Self::Tags => "tags",
        })
    }
}

//! The two players.

use core::fmt;
use core::ops::Not;

use crate::Rank;

/// A player, and the pieces that belong to that player.
///
/// ```
/// use mola_rules::Color;
/// assert_eq!(!Color::White, Color::Black);
/// assert_eq!(Color::Black.to_string(), "Black");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// Moves first; starts on ranks 1 and 2.
    #[default]
    White,
    /// Moves second; starts on ranks 7 and 8.
    Black,
}

impl Color {
    /// Both players, White first.
    ///
    /// ```
    /// # use mola_rules::Color;
    /// assert_eq!(Color::ALL, [Color::White, Color::Black]);
    /// ```
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The letter that FEN uses for the side to move.
    ///
    /// ```
    /// # use mola_rules::Color;
    /// assert_eq!(Color::White.letter(), 'w');
    /// ```
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }

    /// The rank on which this player's king starts.
    ///
    /// ```
    /// # use mola_rules::{Color, Rank};
    /// assert_eq!(Color::Black.back_rank(), Rank::Eighth);
    /// ```
    pub const fn back_rank(self) -> Rank {
        match self {
            Self::White => Rank::First,
            Self::Black => Rank::Eighth,
        }
    }

    /// `rank` as this player counts it: a player's own back rank is the first.
    ///
    /// ```
    /// # use mola_rules::{Color, Rank};
    /// assert_eq!(Color::Black.relative(Rank::Second), Rank::Seventh);
    /// ```
    pub const fn relative(self, rank: Rank) -> Rank {
        match self {
            Self::White => rank,
            Self::Black => rank.flip(),
        }
    }
}

impl Not for Color {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

//! Squares, files and ranks.

use core::fmt;
use core::str::FromStr;

use crate::{Bitboard, Color, Excerpt};

/// Declares an enum whose variants count up from zero, with checked and masked ways in from a number.
macro_rules! counted_enum {
    ($(#[$meta:meta])* $name:ident: $count:literal { $($variant:ident = $index:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "the names are the documentation")]
        pub enum $name { $($variant = $index),* }

        impl $name {
            /// All of them, in counting order.
            ///
            /// ```
            #[doc = concat!("# use mola_rules::", stringify!($name), ";")]
            #[doc = concat!("assert_eq!(", stringify!($name), "::ALL.len(), ", stringify!($count), ");")]
            /// ```
            pub const ALL: [Self; $count] = [$(Self::$variant),*];

            /// The one with this number, counted from zero.
            ///
            /// ```
            #[doc = concat!("# use mola_rules::", stringify!($name), ";")]
            #[doc = concat!("assert_eq!(", stringify!($name), "::from_index(0), Some(", stringify!($name), "::ALL[0]));")]
            #[doc = concat!("assert_eq!(", stringify!($name), "::from_index(", stringify!($count), "), None);")]
            /// ```
            pub const fn from_index(index: u8) -> Option<Self> {
                if index < $count { Some(Self::wrapping(index)) } else { None }
            }

            /// The one with this number, of which only the low bits count. The compiler sees that
            /// the match is the identity and leaves nothing of it.
            #[inline(always)]
            pub(crate) const fn wrapping(index: u8) -> Self {
                match index % $count {
                    $($index => Self::$variant,)*
                    _ => unreachable!(),
                }
            }
        }
    };
}

counted_enum! {
    /// A column of the board.
    ///
    /// ```
    /// use mola_rules::File;
    /// assert_eq!(File::from_letter('c'), Some(File::C));
    /// assert_eq!(File::from_index(9), None);
    /// ```
    File: 8 { A = 0, B = 1, C = 2, D = 3, E = 4, F = 5, G = 6, H = 7 }
}

counted_enum! {
    /// A row of the board, seen from White.
    ///
    /// ```
    /// use mola_rules::Rank;
    /// assert_eq!(Rank::from_digit('8'), Some(Rank::Eighth));
    /// assert_eq!(Rank::from_index(0), Some(Rank::First));
    /// ```
    Rank: 8 { First = 0, Second = 1, Third = 2, Fourth = 3, Fifth = 4, Sixth = 5, Seventh = 6, Eighth = 7 }
}

counted_enum! {
    /// A square, numbered from a1 = 0 along the ranks to h8 = 63.
    ///
    /// ```
    /// use mola_rules::{File, Rank, Square};
    /// assert_eq!(Square::at(File::E, Rank::Fourth), Square::E4);
    /// assert_eq!("e4".parse(), Ok(Square::E4));
    /// assert_eq!(Square::E4.to_string(), "e4");
    /// assert_eq!(Square::from_index(63), Some(Square::H8));
    /// ```
    Square: 64 {
        A1 = 0, B1 = 1, C1 = 2, D1 = 3, E1 = 4, F1 = 5, G1 = 6, H1 = 7,
        A2 = 8, B2 = 9, C2 = 10, D2 = 11, E2 = 12, F2 = 13, G2 = 14, H2 = 15,
        A3 = 16, B3 = 17, C3 = 18, D3 = 19, E3 = 20, F3 = 21, G3 = 22, H3 = 23,
        A4 = 24, B4 = 25, C4 = 26, D4 = 27, E4 = 28, F4 = 29, G4 = 30, H4 = 31,
        A5 = 32, B5 = 33, C5 = 34, D5 = 35, E5 = 36, F5 = 37, G5 = 38, H5 = 39,
        A6 = 40, B6 = 41, C6 = 42, D6 = 43, E6 = 44, F6 = 45, G6 = 46, H6 = 47,
        A7 = 48, B7 = 49, C7 = 50, D7 = 51, E7 = 52, F7 = 53, G7 = 54, H7 = 55,
        A8 = 56, B8 = 57, C8 = 58, D8 = 59, E8 = 60, F8 = 61, G8 = 62, H8 = 63,
    }
}

impl File {
    /// The letter of the file, in lower case.
    ///
    /// ```
    /// # use mola_rules::File;
    /// assert_eq!(File::H.letter(), 'h');
    /// ```
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The file of a letter of either case.
    ///
    /// ```
    /// # use mola_rules::File;
    /// assert_eq!(File::from_letter('A'), Some(File::A));
    /// assert_eq!(File::from_letter('i'), None);
    /// ```
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'a'..='h' => Self::from_index(letter as u8 - b'a'),
            'A'..='H' => Self::from_index(letter as u8 - b'A'),
            _ => None,
        }
    }
}

impl Rank {
    /// The digit of the rank.
    ///
    /// ```
    /// # use mola_rules::Rank;
    /// assert_eq!(Rank::Third.digit(), '3');
    /// ```
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank of a digit.
    ///
    /// ```
    /// # use mola_rules::Rank;
    /// assert_eq!(Rank::from_digit('9'), None);
    /// ```
    pub const fn from_digit(digit: char) -> Option<Self> {
        match digit {
            '1'..='8' => Self::from_index(digit as u8 - b'1'),
            _ => None,
        }
    }

    /// The same rank counted from the other side.
    ///
    /// ```
    /// # use mola_rules::Rank;
    /// assert_eq!(Rank::First.flip(), Rank::Eighth);
    /// ```
    pub const fn flip(self) -> Self {
        Self::wrapping(7 - self as u8)
    }
}

impl Square {
    /// The square where a file and a rank meet.
    ///
    /// ```
    /// # use mola_rules::{File, Rank, Square};
    /// assert_eq!(Square::at(File::A, Rank::Eighth), Square::A8);
    /// ```
    #[inline]
    pub const fn at(file: File, rank: Rank) -> Self {
        Self::wrapping((rank as u8) << 3 | file as u8)
    }

    /// The column this square is in.
    ///
    /// ```
    /// # use mola_rules::{File, Square};
    /// assert_eq!(Square::C6.file(), File::C);
    /// ```
    #[inline]
    pub const fn file(self) -> File {
        File::wrapping(self as u8 & 7)
    }

    /// The row this square is in.
    ///
    /// ```
    /// # use mola_rules::{Rank, Square};
    /// assert_eq!(Square::C6.rank(), Rank::Sixth);
    /// ```
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::wrapping(self as u8 >> 3)
    }

    /// The set that holds this square alone.
    ///
    /// ```
    /// # use mola_rules::Square;
    /// assert_eq!(Square::A2.bitboard().bits(), 1 << 8);
    /// ```
    #[inline(always)]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard::new(1 << self as u8)
    }

    /// The square on the same file, as seen from the other side of the board.
    ///
    /// ```
    /// # use mola_rules::Square;
    /// assert_eq!(Square::E2.flip(), Square::E7);
    /// ```
    #[inline]
    pub const fn flip(self) -> Self {
        Self::wrapping(self as u8 ^ 0o70)
    }

    /// This square as `color` sees it: flipped for Black.
    ///
    /// ```
    /// # use mola_rules::{Color, Square};
    /// assert_eq!(Square::E2.relative(Color::Black), Square::E7);
    /// ```
    #[inline]
    pub const fn relative(self, color: Color) -> Self {
        Self::wrapping(self as u8 ^ (0o70 * color as u8))
    }

    /// Whether the square is one of the light ones.
    ///
    /// ```
    /// # use mola_rules::Square;
    /// assert!(Square::H1.is_light());
    /// ```
    pub const fn is_light(self) -> bool {
        (self as u8 ^ (self as u8 >> 3)) & 1 == 1
    }

    /// How many king's steps lie between two squares.
    ///
    /// ```
    /// # use mola_rules::Square;
    /// assert_eq!(Square::A1.distance(Square::C8), 7);
    /// ```
    pub const fn distance(self, other: Self) -> u8 {
        let files = (self as u8 & 7).abs_diff(other as u8 & 7);
        let ranks = (self as u8 >> 3).abs_diff(other as u8 >> 3);
        if files > ranks { files } else { ranks }
    }
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        let mut letters = text.chars();
        let file = letters.next().and_then(File::from_letter);
        let rank = letters.next().and_then(Rank::from_digit);
        match (file, rank, letters.next()) {
            (Some(file), Some(rank), None) => Ok(Self::at(file, rank)),
            _ => Err(SquareError(Excerpt::new(text))),
        }
    }
}

/// The text is not the name of a square.
///
/// ```
/// use mola_rules::Square;
/// let error = "e9".parse::<Square>().unwrap_err();
/// assert_eq!(error.to_string(), "\"e9\" is not a square; squares are a1 to h8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareError(pub Excerpt);

impl core::error::Error for SquareError {}

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a square; squares are a1 to h8", self.0)
    }
}

macro_rules! display_char {
    ($($name:ident: $method:ident),*) => {$(
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.$method(), f)
            }
        }
    )*};
}
display_char!(File: letter, Rank: digit);

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

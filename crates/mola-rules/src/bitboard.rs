//! Sets of squares.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::{File, Rank, Square};

/// A set of squares, one bit each: a1 is the lowest bit, h8 the highest.
///
/// ```
/// use mola_rules::{Bitboard, File, Rank, Square};
/// let fourth = Bitboard::rank(Rank::Fourth);
/// let center = fourth & (Bitboard::file(File::D) | Bitboard::file(File::E));
/// assert!(center.has(Square::E4));
/// assert_eq!(center.into_iter().collect::<Vec<_>>(), [Square::D4, Square::E4]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(u64);

impl Bitboard {
    /// No square.
    ///
    /// ```
    /// # use mola_rules::Bitboard;
    /// assert!(Bitboard::EMPTY.is_empty());
    /// ```
    pub const EMPTY: Self = Self(0);

    /// All 64 squares.
    ///
    /// ```
    /// # use mola_rules::Bitboard;
    /// assert_eq!(Bitboard::FULL.count(), 64);
    /// ```
    pub const FULL: Self = Self(!0);

    /// The light squares, those of the color of h1.
    ///
    /// ```
    /// # use mola_rules::{Bitboard, Square};
    /// assert!(Bitboard::LIGHT.has(Square::H1) && !Bitboard::LIGHT.has(Square::A1));
    /// ```
    pub const LIGHT: Self = Self(0x55AA55AA55AA55AA);

    /// The set with these bits.
    ///
    /// ```
    /// # use mola_rules::{Bitboard, Square};
    /// assert_eq!(Bitboard::new(1), Square::A1.bitboard());
    /// ```
    #[inline(always)]
    pub const fn new(bits: u64) -> Self {
        Self(bits)
    }

    /// The bits of the set.
    ///
    /// ```
    /// # use mola_rules::{Bitboard, Rank};
    /// assert_eq!(Bitboard::rank(Rank::First).bits(), 0xFF);
    /// ```
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The eight squares of a file.
    ///
    /// ```
    /// # use mola_rules::{Bitboard, File};
    /// assert_eq!(Bitboard::file(File::A).bits(), 0x0101_0101_0101_0101);
    /// ```
    #[inline]
    pub const fn file(file: File) -> Self {
        Self(0x0101010101010101 << file as u8)
    }

    /// The eight squares of a rank.
    ///
    /// ```
    /// # use mola_rules::{Bitboard, Rank};
    /// assert_eq!(Bitboard::rank(Rank::Second).bits(), 0xFF00);
    /// ```
    #[inline]
    pub const fn rank(rank: Rank) -> Self {
        Self(0xFF << (8 * rank as u8))
    }

    /// Whether the set holds no square.
    ///
    /// ```
    /// # use mola_rules::Bitboard;
    /// assert!(!Bitboard::FULL.is_empty());
    /// ```
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set holds at least one square.
    ///
    /// ```
    /// # use mola_rules::Bitboard;
    /// assert!(Bitboard::FULL.any());
    /// ```
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set holds two squares or more.
    ///
    /// ```
    /// # use mola_rules::{Bitboard, Square};
    /// assert!(!Square::B2.bitboard().many());
    /// assert!(Bitboard::FULL.many());
    /// ```
    #[inline(always)]
    pub const fn many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// How many squares the set holds.
    ///
    /// ```
    /// # use mola_rules::{Bitboard, File};
    /// assert_eq!(Bitboard::file(File::C).count(), 8);
    /// ```
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether `square` is in the set.
    ///
    /// ```
    /// # use mola_rules::{Bitboard, Rank, Square};
    /// assert!(Bitboard::rank(Rank::First).has(Square::E1));
    /// ```
    #[inline(always)]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> (square as u8) & 1 != 0
    }

    /// The set with `square` added.
    ///
    /// ```
    /// # use mola_rules::{Bitboard, Square};
    /// assert!(Bitboard::EMPTY.with(Square::A1).has(Square::A1));
    /// ```
    #[inline(always)]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | square.bitboard().0)
    }

    /// The set with `square` taken out.
    ///
    /// ```
    /// # use mola_rules::{Bitboard, Square};
    /// assert!(!Bitboard::FULL.without(Square::A1).has(Square::A1));
    /// ```
    #[inline(always)]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !square.bitboard().0)
    }

    /// The lowest square of the set: the one nearest to a1, along the ranks.
    ///
    /// ```
    /// # use mola_rules::{Bitboard, Rank, Square};
    /// assert_eq!(Bitboard::rank(Rank::Third).first(), Some(Square::A3));
    /// assert_eq!(Bitboard::EMPTY.first(), None);
    /// ```
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(self.lowest()) }
    }

    /// The highest square of the set: the one nearest to h8, along the ranks.
    ///
    /// ```
    /// # use mola_rules::{Bitboard, Rank, Square};
    /// assert_eq!(Bitboard::rank(Rank::Third).last(), Some(Square::H3));
    /// ```
    #[inline(always)]
    pub const fn last(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(Square::wrapping(63 - self.0.leading_zeros() as u8)) }
    }

    /// The lowest square of a set that is known not to be empty; a1 if it is.
    #[inline(always)]
    pub(crate) const fn lowest(self) -> Square {
        Square::wrapping(self.0.trailing_zeros() as u8)
    }

    /// Takes the lowest square out of the set.
    ///
    /// ```
    /// # use mola_rules::{Bitboard, Square};
    /// let mut set = Square::B1.bitboard() | Square::C1.bitboard();
    /// assert_eq!(set.pop(), Some(Square::B1));
    /// assert_eq!(set, Square::C1.bitboard());
    /// ```
    #[inline(always)]
    pub const fn pop(&mut self) -> Option<Square> {
        let first = self.first();
        self.0 &= self.0.wrapping_sub(1);
        first
    }

    /// The squares one step north: toward rank 8.
    ///
    /// ```
    /// # use mola_rules::Square;
    /// assert_eq!(Square::E2.bitboard().north(), Square::E3.bitboard());
    /// ```
    #[inline(always)]
    pub const fn north(self) -> Self {
        Self(self.0 << 8)
    }

    /// The squares one step south: toward rank 1.
    ///
    /// ```
    /// # use mola_rules::Square;
    /// assert!(Square::E1.bitboard().south().is_empty());
    /// ```
    #[inline(always)]
    pub const fn south(self) -> Self {
        Self(self.0 >> 8)
    }

    /// The squares one step east: toward the h-file. Nothing wraps around the edge.
    ///
    /// ```
    /// # use mola_rules::Square;
    /// assert!(Square::H1.bitboard().east().is_empty());
    /// ```
    #[inline(always)]
    pub const fn east(self) -> Self {
        Self(self.0 << 1 & !Self::file(File::A).0)
    }

    /// The squares one step west: toward the a-file. Nothing wraps around the edge.
    ///
    /// ```
    /// # use mola_rules::Square;
    /// assert_eq!(Square::H1.bitboard().west(), Square::G1.bitboard());
    /// ```
    #[inline(always)]
    pub const fn west(self) -> Self {
        Self(self.0 >> 1 & !Self::file(File::H).0)
    }

    /// The set as seen from the other side of the board: rank 1 becomes rank 8.
    ///
    /// ```
    /// # use mola_rules::{Bitboard, Rank};
    /// assert_eq!(Bitboard::rank(Rank::First).flip(), Bitboard::rank(Rank::Eighth));
    /// ```
    #[inline(always)]
    pub const fn flip(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// All subsets of the set, from the empty one to the whole.
    ///
    /// ```
    /// # use mola_rules::{Bitboard, Square};
    /// let pair = Square::A1.bitboard() | Square::H8.bitboard();
    /// assert_eq!(pair.subsets().count(), 4);
    /// ```
    pub fn subsets(self) -> impl Iterator<Item = Self> {
        let next = move |&Self(subset): &Self| {
            let next = Self(subset.wrapping_sub(self.0) & self.0);
            next.any().then_some(next)
        };
        core::iter::successors(Some(Self::EMPTY), next)
    }
}

/// Walks through the squares of a set, from a1 to h8.
///
/// ```
/// use mola_rules::{Bitboard, File};
/// let names: Vec<String> = Bitboard::file(File::A).into_iter().map(|square| square.to_string()).collect();
/// assert_eq!(names[..2], ["a1", "a2"]);
/// ```
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        self.0.pop()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

macro_rules! bit_operators {
    ($($op:ident $method:ident $assign:ident $assign_method:ident $symbol:tt),*) => {$(
        impl $op for Bitboard {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $symbol other.0)
            }
        }

        impl $assign for Bitboard {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = *self $symbol other;
            }
        }
    )*};
}
bit_operators!(
    BitAnd bitand BitAndAssign bitand_assign &,
    BitOr bitor BitOrAssign bitor_assign |,
    BitXor bitxor BitXorAssign bitxor_assign ^
);

impl Not for Bitboard {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// Drawn as a board, White at the bottom.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let mark = if self.has(Square::at(file, rank)) { 'X' } else { '.' };
                write!(f, "{mark}{}", if file == File::H { "\n" } else { " " })?;
            }
        }
        Ok(())
    }
}

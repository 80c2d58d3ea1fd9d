//! Castling rights.

use crate::{Bitboard, Color, File, Square};

/// Who may still castle with which rook, as far as having moved goes.
///
/// Rights are stored as the squares of the rooks, which works for standard chess and Chess960 alike.
///
/// ```
/// use mola_rules::{Castling, Color, Position, Square};
/// let rights = Position::start().castling();
/// assert!(rights.has(Square::H8));
/// assert_eq!(rights.of(Color::White), Square::A1.bitboard() | Square::H1.bitboard());
/// assert!(Castling::NONE.is_empty());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Castling(Bitboard);

impl Castling {
    /// Nobody may castle.
    ///
    /// ```
    /// assert_eq!(mola_rules::Castling::NONE.rooks().count(), 0);
    /// ```
    pub const NONE: Self = Self(Bitboard::EMPTY);

    /// The rights of the rooks on these squares.
    ///
    /// ```
    /// use mola_rules::{Castling, Square};
    /// assert!(Castling::with_rooks(Square::A1.bitboard()).has(Square::A1));
    /// ```
    pub const fn with_rooks(rooks: Bitboard) -> Self {
        Self(rooks)
    }

    /// The squares of all rooks that may castle.
    ///
    /// ```
    /// assert_eq!(mola_rules::Position::start().castling().rooks().count(), 4);
    /// ```
    pub const fn rooks(self) -> Bitboard {
        self.0
    }

    /// The squares of one player's rooks that may castle.
    ///
    /// ```
    /// use mola_rules::{Castling, Color};
    /// assert!(Castling::NONE.of(Color::Black).is_empty());
    /// ```
    pub fn of(self, color: Color) -> Bitboard {
        self.0 & Bitboard::rank(color.back_rank())
    }

    /// Whether the rook on `square` may castle.
    ///
    /// ```
    /// use mola_rules::{Position, Square};
    /// assert!(!Position::start().castling().has(Square::B1));
    /// ```
    pub const fn has(self, square: Square) -> bool {
        self.0.has(square)
    }

    /// Whether nobody may castle.
    ///
    /// ```
    /// assert!(!mola_rules::Position::start().castling().is_empty());
    /// ```
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }
}

/// The files on which king and rook end up when they castle, from wherever they stood.
#[inline(always)]
pub(crate) const fn landing_files(short: bool) -> (File, File) {
    if short { (File::G, File::F) } else { (File::C, File::D) }
}

/// How castling is written by its squares. Clients of UCI choose one; reading accepts both.
///
/// ```
/// use mola_rules::{CastlingStyle, Move, MoveKind, Square};
/// let castle = Move::new(MoveKind::Castle, Square::E1, Square::H1).unwrap();
/// assert_eq!(castle.uci(CastlingStyle::Standard).to_string(), "e1g1");
/// assert_eq!(castle.uci(CastlingStyle::Chess960).to_string(), "e1h1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum CastlingStyle {
    /// The king's square and the square it goes to: `e1g1`.
    #[default]
    Standard,
    /// The king's square and the square of its rook: `e1h1`.
    Chess960,
}

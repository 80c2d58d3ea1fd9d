//! What a piece is, with and without its owner.

use core::fmt;

use crate::Color;

/// The six kinds of pieces.
///
/// ```
/// use mola_rules::Role;
/// assert_eq!(Role::from_letter('n'), Some(Role::Knight));
/// assert_eq!(Role::Knight.letter(), 'N');
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum Role {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Role {
    /// Every role, from the pawn to the king.
    ///
    /// ```
    /// # use mola_rules::Role;
    /// assert_eq!(Role::ALL.len(), 6);
    /// ```
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// What a pawn may become, in the order in which moves are generated.
    ///
    /// ```
    /// # use mola_rules::Role;
    /// assert_eq!(Role::PROMOTIONS[0], Role::Queen);
    /// ```
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Knight, Self::Rook, Self::Bishop];

    /// The role with this number, counted from the pawn at zero. The compiler sees the identity.
    #[inline(always)]
    pub(crate) const fn numbered(number: u8) -> Self {
        match number {
            0 => Self::Pawn,
            1 => Self::Knight,
            2 => Self::Bishop,
            3 => Self::Rook,
            4 => Self::Queen,
            _ => Self::King,
        }
    }

    /// The English letter of the role, in upper case.
    ///
    /// ```
    /// # use mola_rules::Role;
    /// assert_eq!(Role::Queen.letter(), 'Q');
    /// ```
    pub const fn letter(self) -> char {
        ['P', 'N', 'B', 'R', 'Q', 'K'][self as usize]
    }

    /// The role that an English letter of either case stands for.
    ///
    /// ```
    /// # use mola_rules::Role;
    /// assert_eq!(Role::from_letter('k'), Some(Role::King));
    /// assert_eq!(Role::from_letter('x'), None);
    /// ```
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.letter() == letter.to_ascii_uppercase())
    }

    /// This role in the hands of `color`.
    ///
    /// ```
    /// # use mola_rules::{Color, Role};
    /// assert_eq!(Role::King.of(Color::Black).letter(), 'k');
    /// ```
    pub const fn of(self, color: Color) -> Piece {
        Piece { color, role: self }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["pawn", "knight", "bishop", "rook", "queen", "king"][*self as usize])
    }
}

/// A piece: a role and its owner.
///
/// ```
/// use mola_rules::{Color, Piece, Role};
/// let piece = Piece::from_letter('q').unwrap();
/// assert_eq!(piece, Role::Queen.of(Color::Black));
/// assert_eq!(piece.symbol(), '♛');
/// assert_eq!(piece.to_string(), "black queen");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// The owner.
    pub color: Color,
    /// What it is.
    pub role: Role,
}

impl Piece {
    /// The FEN letter: upper case for White, lower case for Black.
    ///
    /// ```
    /// # use mola_rules::{Color, Role};
    /// assert_eq!(Role::Pawn.of(Color::White).letter(), 'P');
    /// ```
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.role.letter(),
            Color::Black => self.role.letter().to_ascii_lowercase(),
        }
    }

    /// The piece that a FEN letter stands for.
    ///
    /// ```
    /// # use mola_rules::Piece;
    /// assert_eq!(Piece::from_letter('z'), None);
    /// ```
    pub fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Role::from_letter(letter).map(|role| role.of(color))
    }

    /// The Unicode symbol of the piece.
    ///
    /// ```
    /// # use mola_rules::{Color, Role};
    /// assert_eq!(Role::Knight.of(Color::White).symbol(), '♘');
    /// ```
    pub const fn symbol(self) -> char {
        let figures = match self.color {
            Color::White => ['♙', '♘', '♗', '♖', '♕', '♔'],
            Color::Black => ['♟', '♞', '♝', '♜', '♛', '♚'],
        };
        figures[self.role as usize]
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let color = match self.color {
            Color::White => "white",
            Color::Black => "black",
        };
        write!(f, "{color} {}", self.role)
    }
}

//! Moves, in sixteen bits.

use core::fmt;
use core::num::NonZeroU16;
use core::ops::Deref;

use crate::castling::landing_files;
use crate::{Role, Square};

/// A move: where from, where to, and what kind of move it is.
///
/// A move is two bytes, and so is an `Option<Move>`. It carries the role of the piece that moves, so
/// playing it and keeping statistics on it need not look at the board. Castling is the king taking
/// its own rook, as Chess960 requires.
///
/// Moves come from a [`Position`](crate::Position) that generates or reads them; a move stored
/// elsewhere is checked by [`Position::is_legal`](crate::Position::is_legal).
///
/// ```
/// use mola_rules::{Move, Position, Role, Square};
/// let start = Position::start();
/// let knight_out = start.legal_moves().iter().copied().find(|m| m.from() == Square::G1).unwrap();
/// assert_eq!(knight_out.role(), Role::Knight);
/// assert_eq!(size_of::<Option<Move>>(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2, "no move costs nothing");

/// What kind of move a [`Move`] is.
///
/// ```
/// use mola_rules::{MoveKind, Role};
/// assert_eq!(MoveKind::Castle.role(), Role::King);
/// assert_eq!(MoveKind::PromoteRook.promotion(), Some(Role::Rook));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum MoveKind {
    /// A pawn goes one step, and stays a pawn.
    Push = 0,
    /// A knight moves or captures.
    Knight = 1,
    /// A bishop moves or captures.
    Bishop = 2,
    /// A rook moves or captures.
    Rook = 3,
    /// A queen moves or captures.
    Queen = 4,
    /// A king moves or captures.
    King = 5,
    /// A pawn goes two steps.
    DoublePush = 6,
    /// A pawn captures a pawn that went two steps, on the square it passed.
    EnPassant = 7,
    /// King and rook move together; the target of the move is the rook's square.
    Castle = 8,
    /// A pawn captures, and stays a pawn.
    PawnCapture = 9,
    /// A pawn becomes a knight.
    PromoteKnight = 12,
    /// A pawn becomes a bishop.
    PromoteBishop = 13,
    /// A pawn becomes a rook.
    PromoteRook = 14,
    /// A pawn becomes a queen.
    PromoteQueen = 15,
}

impl MoveKind {
    /// The kind of a promotion to `role`, if pawns can become that.
    ///
    /// ```
    /// # use mola_rules::{MoveKind, Role};
    /// assert_eq!(MoveKind::promote_to(Role::Queen), Some(MoveKind::PromoteQueen));
    /// assert_eq!(MoveKind::promote_to(Role::King), None);
    /// ```
    pub const fn promote_to(role: Role) -> Option<Self> {
        match role {
            Role::Knight => Some(Self::PromoteKnight),
            Role::Bishop => Some(Self::PromoteBishop),
            Role::Rook => Some(Self::PromoteRook),
            Role::Queen => Some(Self::PromoteQueen),
            Role::Pawn | Role::King => None,
        }
    }

    /// The role of the piece that moves.
    ///
    /// ```
    /// # use mola_rules::{MoveKind, Role};
    /// assert_eq!(MoveKind::PromoteQueen.role(), Role::Pawn);
    /// ```
    #[inline(always)]
    pub const fn role(self) -> Role {
        match self {
            Self::Knight => Role::Knight,
            Self::Bishop => Role::Bishop,
            Self::Rook => Role::Rook,
            Self::Queen => Role::Queen,
            Self::King | Self::Castle => Role::King,
            _ => Role::Pawn,
        }
    }

    /// What a pawn becomes in a move of this kind.
    ///
    /// ```
    /// # use mola_rules::MoveKind;
    /// assert_eq!(MoveKind::DoublePush.promotion(), None);
    /// ```
    #[inline(always)]
    pub const fn promotion(self) -> Option<Role> {
        match self {
            Self::PromoteKnight => Some(Role::Knight),
            Self::PromoteBishop => Some(Role::Bishop),
            Self::PromoteRook => Some(Role::Rook),
            Self::PromoteQueen => Some(Role::Queen),
            _ => None,
        }
    }
}

impl Move {
    /// Puts a move together. Nothing is checked here; [`Position::is_legal`](crate::Position::is_legal)
    /// does. A move from a square to itself is not a move.
    ///
    /// ```
    /// use mola_rules::{Move, MoveKind, Position, Square};
    /// let m = Move::new(MoveKind::DoublePush, Square::E2, Square::E4).unwrap();
    /// assert!(Position::start().is_legal(m));
    /// ```
    pub const fn new(kind: MoveKind, from: Square, to: Square) -> Option<Self> {
        if from as u8 == to as u8 { None } else { Some(Self::generated(kind, from, to)) }
    }

    /// A move whose squares are known to differ. The compiler cannot see that, so the bit pattern
    /// of a1 to a1, which nothing generates, stands in for the impossible zero.
    #[inline(always)]
    pub(crate) const fn generated(kind: MoveKind, from: Square, to: Square) -> Self {
        let bits = from as u16 | (to as u16) << 6 | (kind as u16) << 12;
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            None => Self(NonZeroU16::MIN),
        }
    }

    /// The move with these bits, if they are those of a move.
    ///
    /// ```
    /// # use mola_rules::{Move, MoveKind, Square};
    /// let m = Move::new(MoveKind::Knight, Square::G1, Square::F3).unwrap();
    /// assert_eq!(Move::from_bits(m.bits()), Some(m));
    /// assert_eq!(Move::from_bits(0), None);
    /// ```
    pub const fn from_bits(bits: u16) -> Option<Self> {
        let known_kind = !matches!(bits >> 12, 10 | 11);
        match NonZeroU16::new(bits) {
            Some(nonzero) if known_kind && bits & 63 != bits >> 6 & 63 => Some(Self(nonzero)),
            _ => None,
        }
    }

    /// The move as a number, for tables that keep moves.
    ///
    /// ```
    /// # use mola_rules::{Move, MoveKind, Square};
    /// assert_ne!(Move::new(MoveKind::King, Square::A1, Square::B1).unwrap().bits(), 0);
    /// ```
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The square that the piece leaves.
    ///
    /// ```
    /// # use mola_rules::{Move, MoveKind, Square};
    /// assert_eq!(Move::new(MoveKind::Knight, Square::G1, Square::F3).unwrap().from(), Square::G1);
    /// ```
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::wrapping(self.bits() as u8)
    }

    /// The square that the piece goes to; for castling, the square of the rook.
    ///
    /// ```
    /// # use mola_rules::{Move, MoveKind, Square};
    /// assert_eq!(Move::new(MoveKind::Knight, Square::G1, Square::F3).unwrap().to(), Square::F3);
    /// ```
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::wrapping((self.bits() >> 6) as u8)
    }

    /// The square on which the moving piece ends up. It differs from [`Move::to`] when castling: the
    /// king goes to the g-file or the c-file.
    ///
    /// ```
    /// # use mola_rules::{Move, MoveKind, Square};
    /// let castle = Move::new(MoveKind::Castle, Square::E1, Square::H1).unwrap();
    /// assert_eq!(castle.landing(), Square::G1);
    /// ```
    pub const fn landing(self) -> Square {
        match self.kind() {
            MoveKind::Castle => Square::at(landing_files(self.castles_short()).0, self.from().rank()),
            _ => self.to(),
        }
    }

    /// For castling: whether the rook stands on the h-file's side of the king.
    ///
    /// ```
    /// # use mola_rules::{Move, MoveKind, Square};
    /// assert!(!Move::new(MoveKind::Castle, Square::E8, Square::A8).unwrap().castles_short());
    /// ```
    #[inline(always)]
    pub const fn castles_short(self) -> bool {
        self.from() as u8 <= self.to() as u8
    }

    /// What kind of move it is.
    ///
    /// ```
    /// # use mola_rules::{Move, MoveKind, Square};
    /// let m = Move::new(MoveKind::PromoteQueen, Square::A7, Square::A8).unwrap();
    /// assert_eq!(m.kind(), MoveKind::PromoteQueen);
    /// ```
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        match self.bits() >> 12 {
            0 => MoveKind::Push,
            1 => MoveKind::Knight,
            2 => MoveKind::Bishop,
            3 => MoveKind::Rook,
            4 => MoveKind::Queen,
            5 => MoveKind::King,
            6 => MoveKind::DoublePush,
            7 => MoveKind::EnPassant,
            8 => MoveKind::Castle,
            9 => MoveKind::PawnCapture,
            12 => MoveKind::PromoteKnight,
            13 => MoveKind::PromoteBishop,
            14 => MoveKind::PromoteRook,
            // 15; the two numbers that stand for no kind never get into a move.
            _ => MoveKind::PromoteQueen,
        }
    }

    /// The role of the piece that moves: a pawn in a promotion, a king in castling.
    ///
    /// ```
    /// # use mola_rules::{Move, MoveKind, Role, Square};
    /// assert_eq!(Move::new(MoveKind::Castle, Square::E1, Square::H1).unwrap().role(), Role::King);
    /// ```
    #[inline]
    pub const fn role(self) -> Role {
        self.kind().role()
    }

    /// What the pawn becomes, in a promotion.
    ///
    /// ```
    /// # use mola_rules::{Move, MoveKind, Role, Square};
    /// let m = Move::new(MoveKind::PromoteKnight, Square::A7, Square::A8).unwrap();
    /// assert_eq!(m.promotion(), Some(Role::Knight));
    /// ```
    #[inline]
    pub const fn promotion(self) -> Option<Role> {
        self.kind().promotion()
    }

    /// Whether the move castles.
    ///
    /// ```
    /// # use mola_rules::{Move, MoveKind, Square};
    /// assert!(Move::new(MoveKind::Castle, Square::E1, Square::H1).unwrap().is_castle());
    /// ```
    #[inline]
    pub const fn is_castle(self) -> bool {
        matches!(self.kind(), MoveKind::Castle)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}{}", self.kind(), self.from(), self.to())
    }
}

/// A list of the moves of one position, without allocation. No position has more than 218.
///
/// ```
/// use mola_rules::Position;
/// let moves = Position::start().legal_moves();
/// assert_eq!(moves.len(), 20);
/// for m in &moves {
///     assert!(Position::start().is_legal(*m));
/// }
/// ```
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; Self::CAPACITY],
    len: usize,
}

impl MoveList {
    /// A round number above the 218 moves that the richest position has.
    const CAPACITY: usize = 256;

    /// A list without moves.
    ///
    /// ```
    /// assert!(mola_rules::MoveList::new().is_empty());
    /// ```
    #[inline]
    pub const fn new() -> Self {
        Self { moves: [Move(NonZeroU16::MIN); Self::CAPACITY], len: 0 }
    }

    /// Adds a move at the end. There is room for all moves of any position; what does not fit is
    /// dropped.
    ///
    /// ```
    /// use mola_rules::{Move, MoveKind, MoveList, Square};
    /// let mut list = MoveList::new();
    /// list.push(Move::new(MoveKind::King, Square::A1, Square::A2).unwrap());
    /// assert_eq!(list.len(), 1);
    /// ```
    #[inline(always)]
    pub fn push(&mut self, m: Move) {
        if let Some(slot) = self.moves.get_mut(self.len) {
            *slot = m;
            self.len += 1;
        }
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = core::iter::Take<core::array::IntoIter<Move, { Self::CAPACITY }>>;

    fn into_iter(self) -> Self::IntoIter {
        self.moves.into_iter().take(self.len)
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

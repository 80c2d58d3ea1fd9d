//! From what was typed to what is legal: the one way into a [`Position`].

use core::fmt;

use super::{CASTLING_RANKS, Position, key};
use crate::{Bitboard, Color, Rank, Role, Setup, Square, attacks};

/// Why a [`Setup`] is not a legal position.
///
/// ```
/// use mola_rules::{Setup, SetupError};
/// let setup: Setup = "4k3/8/8/8/8/8/8/P3K3 w - - 0 1".parse().unwrap();
/// let error = setup.position().unwrap_err();
/// assert_eq!(error.to_string(), "there is a pawn on a1, but pawns never stand on rank 1 or 8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// A player has no king.
    NoKing(Color),
    /// A player has more than one king.
    ManyKings(Color),
    /// The kings stand next to each other.
    KingsTouch,
    /// A pawn stands where it would have promoted or could never have come from.
    PawnOnBackRank(Square),
    /// A player has more than eight pawns.
    ManyPawns(Color),
    /// A player has more than sixteen pieces, or more than promotions can account for.
    ManyPieces(Color),
    /// The player who just moved is in check.
    OpponentInCheck(Color),
    /// Three pieces or more give check.
    ManyCheckers(Color),
    /// A castling right names a square where no rook of that player stands on its back rank, or the
    /// king is elsewhere or between other rooks with that right.
    BadCastling(Square),
    /// No double step of a pawn can have passed this square with the last move.
    BadEnPassant(Square),
}

impl core::error::Error for SetupError {}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoKing(color) => write!(f, "{color} has no king"),
            Self::ManyKings(color) => write!(f, "{color} has more than one king"),
            Self::KingsTouch => write!(f, "the kings stand next to each other"),
            Self::PawnOnBackRank(square) => {
                write!(f, "there is a pawn on {square}, but pawns never stand on rank 1 or 8")
            }
            Self::ManyPawns(color) => write!(f, "{color} has more than 8 pawns"),
            Self::ManyPieces(color) => write!(f, "{color} has more pieces than promotions can make"),
            Self::OpponentInCheck(color) => {
                write!(f, "{color} is in check, but it is the other player's turn")
            }
            Self::ManyCheckers(color) => {
                write!(f, "{color} is in check from three pieces or more, which cannot happen")
            }
            Self::BadCastling(square) => {
                write!(f, "no castling with {square}: it takes a king and a rook that have not moved")
            }
            Self::BadEnPassant(square) => {
                write!(f, "no en passant on {square}: no pawn can just have passed it by two steps")
            }
        }
    }
}

impl Setup {
    /// The legal position that was described.
    ///
    /// An en passant square on which no capture is possible is dropped: many programs write it
    /// after every double step, and the laws do not count it.
    ///
    /// # Errors
    /// The first thing found that no legal position has.
    ///
    /// ```
    /// use mola_rules::{Position, Setup};
    /// let setup: Setup = "8/8/8/8/8/8/8/K1k5".parse().unwrap();
    /// assert!(setup.position().is_ok());
    /// ```
    pub fn position(self) -> Result<Position, SetupError> {
        self.check_pieces()?;
        self.check_castling()?;
        let Self { board, turn, halfmoves, fullmoves, .. } = self;
        let special = self.castling.rooks();
        let key = key::of(&board, turn, special);
        let mut position = Position { board, special, key, fullmoves, halfmoves, turn };
        if position.king_hangs(!turn, position.occupied(), Bitboard::EMPTY) {
            return Err(SetupError::OpponentInCheck(!turn));
        }
        if position.checkers().count() > 2 {
            return Err(SetupError::ManyCheckers(turn));
        }
        if let Some(target) = self.en_passant {
            if !position.could_have_passed(target) {
                return Err(SetupError::BadEnPassant(target));
            }
            position.offer_en_passant(target);
        }
        Ok(position)
    }

    /// The legal position that was described, without an en passant square that no pawn can have passed.
    /// Other programs drop such squares without a word, so programs that talk to them must take them.
    ///
    /// # Errors
    /// The first thing found, other than the en passant square, that no legal position has.
    ///
    /// ```
    /// use mola_rules::{Setup, SetupError, Square};
    /// let setup: Setup = "4k3/8/8/8/8/8/8/4K3 w - e6 0 1".parse().unwrap();
    /// assert_eq!(setup.position().unwrap_err(), SetupError::BadEnPassant(Square::E6));
    /// assert_eq!(setup.lenient_position().unwrap().en_passant(), None);
    /// ```
    pub fn lenient_position(self) -> Result<Position, SetupError> {
        match self.position() {
            Err(SetupError::BadEnPassant(_)) => Self { en_passant: None, ..self }.position(),
            result => result,
        }
    }

    fn check_pieces(&self) -> Result<(), SetupError> {
        let board = &self.board;
        for color in Color::ALL {
            let count = |role: Role| board.pieces(role.of(color)).count();
            match count(Role::King) {
                0 => return Err(SetupError::NoKing(color)),
                1 => {}
                _ => return Err(SetupError::ManyKings(color)),
            }
            let bishops = board.pieces(Role::Bishop.of(color));
            let promoted = count(Role::Knight).saturating_sub(2)
                + (bishops & Bitboard::LIGHT).count().saturating_sub(1)
                + (bishops & !Bitboard::LIGHT).count().saturating_sub(1)
                + count(Role::Rook).saturating_sub(2)
                + count(Role::Queen).saturating_sub(1);
            if count(Role::Pawn) > 8 {
                return Err(SetupError::ManyPawns(color));
            }
            if count(Role::Pawn) + promoted > 8 {
                return Err(SetupError::ManyPieces(color));
            }
        }
        if let Some(square) = (board.role(Role::Pawn) & CASTLING_RANKS).first() {
            return Err(SetupError::PawnOnBackRank(square));
        }
        let mut kings = board.role(Role::King).into_iter();
        match (kings.next(), kings.next()) {
            (Some(a), Some(b)) if a.distance(b) == 1 => Err(SetupError::KingsTouch),
            _ => Ok(()),
        }
    }

    /// A right belongs to a rook on its player's back rank, with the king there too, and at most one
    /// such rook on each side of it.
    fn check_castling(&self) -> Result<(), SetupError> {
        let mut rights = [[false; 2]; 2];
        for rook in self.castling.rooks() {
            let bad = Err(SetupError::BadCastling(rook));
            let Some(color) = self.board.color_at(rook) else { return bad };
            let Some(king) = self.board.pieces(Role::King.of(color)).first() else { return bad };
            let at_home = rook.rank() == color.back_rank() && king.rank() == color.back_rank();
            let right = &mut rights[color as usize][usize::from(king < rook)];
            if !at_home || *right || self.board.role_at(rook) != Some(Role::Rook) {
                return bad;
            }
            *right = true;
        }
        Ok(())
    }
}

impl Position {
    /// Whether the last move can have been a pawn's double step over `target`: the pawn is there, it
    /// left two empty squares behind it, and before the step nothing gave check to the player who
    /// is to move now.
    fn could_have_passed(&self, target: Square) -> bool {
        let them = !self.turn;
        if target.rank() != them.relative(Rank::Third) {
            return false;
        }
        let home = Square::at(target.file(), them.relative(Rank::Second));
        let pawn = Square::at(target.file(), them.relative(Rank::Fourth));
        let occupied_before = self.occupied().without(pawn).with(home);
        (self.pawns & self.color(them)).has(pawn)
            && !self.occupied().has(target)
            && !self.occupied().has(home)
            && !self.king_hangs(self.turn, occupied_before, pawn.bitboard())
            && !attacks::pawn(them, home).has(self.king(self.turn))
    }
}

//! Playing moves. The pieces, the rights and the key are private to `Position` and change here, so
//! they cannot drift apart.

use core::fmt;

use super::side::{Black, Side, White};
use super::{EN_PASSANT_RANKS, Position, key};
use crate::{Bitboard, Color, File, Move, MoveKind, Observer, Role, Square};

/// The move cannot be played in this position.
///
/// ```
/// use mola_rules::{Move, MoveKind, Position, Square};
/// let mut position = Position::start();
/// let rook_jumps = Move::new(MoveKind::Rook, Square::A1, Square::A5).unwrap();
/// let error = position.play(rook_jumps).unwrap_err();
/// assert_eq!(error.to_string(), "a1a5 is not a legal move here");
/// assert_eq!(position, Position::start());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove(pub Move);

impl core::error::Error for IllegalMove {}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{} is not a legal move here", self.0.from(), self.0.landing())
    }
}

impl Position {
    /// Plays a move, or refuses it and changes nothing.
    ///
    /// # Errors
    /// The move is not legal here.
    ///
    /// ```
    /// use mola_rules::Position;
    /// let mut position = Position::start();
    /// let m = position.legal_moves()[0];
    /// assert!(position.play(m).is_ok());
    /// assert!(position.play(m).is_err());
    /// ```
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(m) {
            return Err(IllegalMove(m));
        }
        self.play_unchecked(m);
        Ok(())
    }

    /// Plays a move that this position generated. With any other move the position that results is
    /// nonsense, though never unsafe.
    ///
    /// ```
    /// use mola_rules::Position;
    /// let mut position = Position::start();
    /// for m in Position::start().legal_moves() {
    ///     let mut child = position;
    ///     child.play_unchecked(m);
    ///     assert_eq!(child.legal_moves().len(), 20);
    /// }
    /// ```
    #[inline]
    pub fn play_unchecked(&mut self, m: Move) {
        self.play_observed(m, &mut ());
    }

    /// Plays a move that this position generated, and tells `observer` which pieces are lifted and
    /// where they land. Captured pieces are lifted first.
    ///
    /// ```
    /// use mola_rules::Position;
    /// let mut position = Position::start();
    /// let m = position.legal_moves()[0];
    /// position.play_observed(m, &mut ());
    /// ```
    #[inline]
    pub fn play_observed(&mut self, m: Move, observer: &mut impl Observer) {
        match self.turn {
            Color::White => self.play_as::<White>(m, observer),
            Color::Black => self.play_as::<Black>(m, observer),
        }
    }

    /// Passes the turn, as searches do to see what is threatened. Not to be asked for in check.
    ///
    /// ```
    /// use mola_rules::{Color, Position};
    /// let mut position = Position::start();
    /// position.pass();
    /// assert_eq!(position.turn(), Color::Black);
    /// assert_eq!(position.key(), position.key_from_scratch());
    /// ```
    pub fn pass(&mut self) {
        debug_assert!(!self.is_check(), "whoever passes in check loses the king");
        self.forfeit(self.special & EN_PASSANT_RANKS);
        self.key ^= key::BLACK_TO_MOVE;
        self.halfmoves = self.halfmoves.saturating_add(1);
        self.fullmoves = self.fullmoves.wrapping_add(self.turn as u32);
        self.turn = !self.turn;
    }

    /// Inlined into generators that know the kind of move and the side, most of this melts away.
    #[inline(always)]
    pub(super) fn play_as<S: Side>(&mut self, m: Move, observer: &mut impl Observer) {
        let (kind, from, to) = (m.kind(), m.from(), m.to());
        let mut forfeited = EN_PASSANT_RANKS | from.bitboard() | to.bitboard();
        if kind.role() == Role::King {
            forfeited |= S::BACK_RANK;
        }
        self.forfeit(self.special & forfeited);
        self.key ^= key::BLACK_TO_MOVE;
        self.turn = S::Opponent::COLOR;
        self.halfmoves = self.halfmoves.saturating_add(1);
        if S::COLOR == Color::Black {
            self.fullmoves = self.fullmoves.wrapping_add(1);
        }
        if kind == MoveKind::Castle {
            return self.castle::<S>(from, to, observer);
        }
        if kind != MoveKind::DoublePush && kind != MoveKind::EnPassant {
            let them = self.color(S::Opponent::COLOR);
            if them.has(to) {
                self.halfmoves = 0;
                self.lift::<S::Opponent>(self.occupant(to), to, observer);
            }
        }
        match kind.promotion() {
            None => self.carry::<S>(kind.role(), from, to, observer),
            Some(role) => {
                self.lift::<S>(Role::Pawn, from, observer);
                self.land::<S>(role, to, observer);
            }
        }
        if kind.role() == Role::Pawn {
            self.halfmoves = 0;
        }
        match kind {
            MoveKind::EnPassant => {
                let captured = Square::at(to.file(), from.rank());
                self.lift::<S::Opponent>(Role::Pawn, captured, observer);
            }
            MoveKind::DoublePush => self.offer_en_passant::<S>(from, to),
            _ => {}
        }
    }

    /// Takes rights away; mostly there are none to take.
    #[inline(always)]
    fn forfeit(&mut self, mut rights: Bitboard) {
        self.special ^= rights;
        while let Some(square) = rights.pop() {
            self.key ^= key::special(square);
        }
    }

    #[inline(always)]
    fn lift<S: Side>(&mut self, role: Role, from: Square, observer: &mut impl Observer) {
        self.board.toggle(from.bitboard(), S::COLOR, role);
        self.key ^= key::piece(S::COLOR, role, from);
        observer.lifted(role.of(S::COLOR), from);
    }

    #[inline(always)]
    fn land<S: Side>(&mut self, role: Role, on: Square, observer: &mut impl Observer) {
        self.board.toggle(on.bitboard(), S::COLOR, role);
        self.key ^= key::piece(S::COLOR, role, on);
        observer.landed(role.of(S::COLOR), on);
    }

    /// Lifts and lands in one go.
    #[inline(always)]
    fn carry<S: Side>(&mut self, role: Role, from: Square, to: Square, observer: &mut impl Observer) {
        self.board.toggle(from.bitboard() | to.bitboard(), S::COLOR, role);
        self.key ^= key::piece(S::COLOR, role, from) ^ key::piece(S::COLOR, role, to);
        observer.lifted(role.of(S::COLOR), from);
        observer.landed(role.of(S::COLOR), to);
    }

    /// King and rook may land on each other's squares, so both are lifted first.
    #[inline(never)]
    fn castle<S: Side>(&mut self, king: Square, rook: Square, observer: &mut impl Observer) {
        let (king_file, rook_file) = if king < rook { (File::G, File::F) } else { (File::C, File::D) };
        let rank = S::COLOR.back_rank();
        self.lift::<S>(Role::King, king, observer);
        self.lift::<S>(Role::Rook, rook, observer);
        self.land::<S>(Role::King, Square::at(king_file, rank), observer);
        self.land::<S>(Role::Rook, Square::at(rook_file, rank), observer);
    }

    /// After a double step: the capture en passant becomes a right, if it is a legal move.
    #[inline(always)]
    fn offer_en_passant<S: Side>(&mut self, from: Square, to: Square) {
        let passed = Square::wrapping((from as u8).midpoint(to as u8));
        let beside = to.bitboard().east() | to.bitboard().west();
        if (beside & self.pawns & self.color(S::Opponent::COLOR)).any() {
            self.offer_en_passant_on(S::Opponent::COLOR, passed);
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn offer_en_passant_on(&mut self, color: Color, target: Square) {
        let pawns = self.en_passant_pawns(color, target);
        if pawns.into_iter().any(|from| self.en_passant_is_safe(color, from, target)) {
            self.special |= target.bitboard();
            self.key ^= key::special(target);
        }
    }
}

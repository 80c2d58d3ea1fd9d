//! Playing moves. The pieces, the rights and the key are private to `Position` and change here, so
//! they cannot drift apart.

use core::fmt;

use super::side::{Black, Side, White};
use super::{EN_PASSANT_RANKS, Position, key};
use crate::castling::landing_files;
use crate::{Bitboard, CastlingStyle, Color, Move, MoveKind, Observer, Role, Square};

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
        write!(f, "{} is not a legal move here", self.0.uci(CastlingStyle::Standard))
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

    /// The position after a move that this position generated, as in [`play_unchecked`](Self::play_unchecked).
    ///
    /// ```
    /// use mola_rules::Position;
    /// let start = Position::start();
    /// assert!(start.legal_moves().iter().all(|&m| start.after(m).legal_moves().len() == 20));
    /// ```
    #[inline]
    pub fn after(&self, m: Move) -> Self {
        let mut after = *self;
        after.play_unchecked(m);
        after
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
        *self = match self.turn {
            Color::White => self.after_as::<White>(m, observer),
            Color::Black => self.after_as::<Black>(m, observer),
        };
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
        *self = match self.turn {
            Color::White => self.turned::<White>(EN_PASSANT_RANKS),
            Color::Black => self.turned::<Black>(EN_PASSANT_RANKS),
        };
    }

    /// The position after a move.
    ///
    /// Inlined into a generator that knows the kind of move and the side, most of this melts away.
    /// What is left has no branch that depends on the board, except for rights, which change rarely:
    /// a processor guesses captures wrong too often.
    #[inline(always)]
    pub(super) fn after_as<S: Side>(&self, m: Move, observer: &mut impl Observer) -> Self {
        let (kind, from, to) = (m.kind(), m.from(), m.to());
        let moving_squares = from.bitboard() | to.bitboard();
        if kind.role() == Role::King {
            let mut next = self.turned::<S>(EN_PASSANT_RANKS | moving_squares | S::BACK_RANK);
            if kind == MoveKind::Castle {
                next.castle::<S>(from, to, observer);
            } else {
                next.capture::<S>(to, observer);
                next.carry::<S>(Role::King, from, to, observer);
            }
            return next;
        }
        let mut next = self.turned::<S>(EN_PASSANT_RANKS | moving_squares);
        match kind {
            MoveKind::Push | MoveKind::DoublePush => {}
            MoveKind::EnPassant => {
                next.lift::<S::Opponent>(Role::Pawn, Square::at(to.file(), from.rank()), observer);
            }
            _ => next.capture::<S>(to, observer),
        }
        match kind.promotion() {
            None => next.carry::<S>(kind.role(), from, to, observer),
            Some(role) => {
                next.lift::<S>(Role::Pawn, from, observer);
                next.land::<S>(role, to, observer);
            }
        }
        if kind.role() == Role::Pawn {
            next.halfmoves = 0;
        }
        if kind == MoveKind::DoublePush {
            let beside = to.bitboard().east() | to.bitboard().west();
            if (beside & next.pawns & next.color(S::Opponent::COLOR)).any() {
                let passed = Square::wrapping((from as u8).midpoint(to as u8));
                next.offer_en_passant(passed);
            }
        }
        next
    }

    /// The position with the turn passed on, the clocks moved, and some rights gone.
    #[inline(always)]
    fn turned<S: Side>(&self, forfeited: Bitboard) -> Self {
        let mut next = Self {
            key: self.key ^ key::BLACK_TO_MOVE,
            fullmoves: self.fullmoves.saturating_add(S::COLOR as u32),
            halfmoves: self.halfmoves.saturating_add(1),
            turn: S::Opponent::COLOR,
            ..*self
        };
        let mut rights = self.special & forfeited;
        next.special ^= rights;
        while let Some(square) = rights.pop() {
            next.key ^= key::special(square);
        }
        next
    }

    /// Takes the opponent's piece off a square, if there is one.
    #[inline(always)]
    fn capture<S: Side>(&mut self, square: Square, observer: &mut impl Observer) {
        let victim = square.bitboard() & self.color(S::Opponent::COLOR);
        let role = if victim.any() { Some(self.occupant(square)) } else { None };
        self.key ^= key::captured(S::Opponent::COLOR, role, square);
        self.board.colors[S::Opponent::COLOR as usize] ^= victim;
        self.board.pawns &= !victim;
        self.board.knights &= !victim;
        self.board.diagonals &= !victim;
        self.board.straights &= !victim;
        self.halfmoves = if victim.any() { 0 } else { self.halfmoves };
        if let Some(role) = role {
            observer.lifted(role.of(S::Opponent::COLOR), square);
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
    #[inline(always)]
    fn castle<S: Side>(&mut self, king: Square, rook: Square, observer: &mut impl Observer) {
        let (king_file, rook_file) = landing_files(king < rook);
        let rank = S::COLOR.back_rank();
        self.lift::<S>(Role::King, king, observer);
        self.lift::<S>(Role::Rook, rook, observer);
        self.land::<S>(Role::King, Square::at(king_file, rank), observer);
        self.land::<S>(Role::Rook, Square::at(rook_file, rank), observer);
    }

    /// Gives the player to move the right to capture en passant on `target`, if that is a legal move.
    #[cold]
    #[inline(never)]
    pub(super) fn offer_en_passant(&mut self, target: Square) {
        let pawns = self.en_passant_pawns(self.turn, target);
        if pawns.into_iter().any(|from| self.en_passant_is_safe(self.turn, from, target)) {
            self.special |= target.bitboard();
            self.key ^= key::special(target);
        }
    }
}

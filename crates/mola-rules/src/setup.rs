//! What somebody typed: a position that may or may not be legal.

use crate::{Board, Castling, Color, Square};

/// A position as it was described, before anyone checked whether it is possible.
///
/// Board editors, FEN and the 64-byte board fill in a `Setup`; [`Setup::position`] turns it into a
/// [`Position`](crate::Position) or says what is wrong.
///
/// ```
/// use mola_rules::{Color, Role, Setup, SetupError, Square};
/// let mut setup = Setup::EMPTY;
/// setup.board.put(Square::E1, Role::King.of(Color::White));
/// assert_eq!(setup.position().unwrap_err(), SetupError::NoKing(Color::Black));
/// setup.board.put(Square::E8, Role::King.of(Color::Black));
/// assert!(setup.position().is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// Who is to move.
    pub turn: Color,
    /// Which rooks may still castle.
    pub castling: Castling,
    /// The square that a pawn passed in its double step with the last move.
    pub en_passant: Option<Square>,
    /// Moves of either player since the last capture or pawn move.
    pub halfmoves: u16,
    /// The number of the move, which goes up after Black's.
    pub fullmoves: u32,
}

impl Setup {
    /// An empty board with White to move.
    ///
    /// ```
    /// assert_eq!(mola_rules::Setup::EMPTY.to_string(), "8/8/8/8/8/8/8/8 w - - 0 1");
    /// ```
    pub const EMPTY: Self = Self {
        board: Board::EMPTY,
        turn: Color::White,
        castling: Castling::NONE,
        en_passant: None,
        halfmoves: 0,
        fullmoves: 1,
    };
}

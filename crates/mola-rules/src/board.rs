//! Which piece stands where, and nothing else.

use core::fmt;

use crate::{Bitboard, Color, Piece, Role, Square, attacks};

/// The pieces on the board, as seven sets of squares.
///
/// Queens are in two sets, those that move like bishops and those that move like rooks, because that
/// is how move generation asks for them.
///
/// ```
/// use mola_rules::{Board, Color, Role, Square};
/// let mut board = Board::EMPTY;
/// board.put(Square::D8, Role::Queen.of(Color::Black));
/// assert_eq!(board.role_at(Square::D8), Some(Role::Queen));
/// assert_eq!(board.role_at(Square::D1), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    pub(crate) colors: [Bitboard; 2],
    pub(crate) pawns: Bitboard,
    pub(crate) knights: Bitboard,
    pub(crate) diagonals: Bitboard,
    pub(crate) straights: Bitboard,
    pub(crate) kings: Bitboard,
}

impl Board {
    /// No piece at all.
    ///
    /// ```
    /// assert!(mola_rules::Board::EMPTY.occupied().is_empty());
    /// ```
    pub const EMPTY: Self = Self {
        colors: [Bitboard::EMPTY; 2],
        pawns: Bitboard::EMPTY,
        knights: Bitboard::EMPTY,
        diagonals: Bitboard::EMPTY,
        straights: Bitboard::EMPTY,
        kings: Bitboard::EMPTY,
    };

    /// All squares with a piece on them.
    ///
    /// ```
    /// # use mola_rules::Position;
    /// assert_eq!(Position::start().occupied().count(), 32);
    /// ```
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// All pieces of one player.
    ///
    /// ```
    /// # use mola_rules::{Color, Position};
    /// assert_eq!(Position::start().color(Color::White).bits(), 0xFFFF);
    /// ```
    #[inline(always)]
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    /// All pieces of one role, of both players.
    ///
    /// ```
    /// # use mola_rules::{Position, Role};
    /// assert_eq!(Position::start().role(Role::Bishop).count(), 4);
    /// ```
    #[inline(always)]
    pub fn role(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn => self.pawns,
            Role::Knight => self.knights,
            Role::Bishop => self.diagonals & !self.straights,
            Role::Rook => self.straights & !self.diagonals,
            Role::Queen => self.diagonals & self.straights,
            Role::King => self.kings,
        }
    }

    /// Every piece and its square, from a1 to h8.
    ///
    /// ```
    /// # use mola_rules::{Position, Square};
    /// let start = Position::start();
    /// let (square, piece) = start.placed().next().unwrap();
    /// assert_eq!((square, piece.letter(), start.placed().count()), (Square::A1, 'R', 32));
    /// ```
    pub fn placed(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.occupied().into_iter().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Bishops and queens of both players.
    ///
    /// ```
    /// # use mola_rules::Position;
    /// assert_eq!(Position::start().diagonal_sliders().count(), 6);
    /// ```
    #[inline(always)]
    pub fn diagonal_sliders(&self) -> Bitboard {
        self.diagonals
    }

    /// Rooks and queens of both players.
    ///
    /// ```
    /// # use mola_rules::Position;
    /// assert_eq!(Position::start().straight_sliders().count(), 6);
    /// ```
    #[inline(always)]
    pub fn straight_sliders(&self) -> Bitboard {
        self.straights
    }

    /// All pieces of one role of one player.
    ///
    /// ```
    /// # use mola_rules::{Color, Position, Role, Square};
    /// assert_eq!(Position::start().pieces(Role::Queen.of(Color::White)), Square::D1.bitboard());
    /// ```
    #[inline(always)]
    pub fn pieces(&self, piece: Piece) -> Bitboard {
        self.color(piece.color) & self.role(piece.role)
    }

    /// The owner of what stands on a square.
    ///
    /// ```
    /// # use mola_rules::{Color, Position, Square};
    /// assert_eq!(Position::start().color_at(Square::E8), Some(Color::Black));
    /// ```
    #[inline]
    pub fn color_at(&self, square: Square) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.color(color).has(square))
    }

    /// The role of what stands on a square.
    ///
    /// ```
    /// # use mola_rules::{Position, Role, Square};
    /// assert_eq!(Position::start().role_at(Square::G1), Some(Role::Knight));
    /// ```
    #[inline]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        self.occupied().has(square).then(|| self.occupant(square))
    }

    /// What stands on a square.
    ///
    /// ```
    /// # use mola_rules::{Color, Position, Role, Square};
    /// assert_eq!(Position::start().piece_at(Square::E1), Some(Role::King.of(Color::White)));
    /// ```
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.color_at(square).map(|color| self.occupant(square).of(color))
    }

    /// The role of what stands on a square that is known to be taken; a pawn if it is not.
    #[inline(always)]
    pub(crate) fn occupant(&self, square: Square) -> Role {
        let here = |set: Bitboard| (set.bits() >> square as u8) as u8 & 1;
        let (diagonal, straight) = (here(self.diagonals), here(self.straights));
        // Bishops are 2, rooks 3, and queens, which are both, 4.
        let slider = 2 * diagonal + 3 * straight - (diagonal & straight);
        Role::numbered(here(self.knights) + slider + 5 * here(self.kings))
    }

    /// Puts a piece on a square, in place of what was there.
    ///
    /// ```
    /// # use mola_rules::{Board, Color, Role, Square};
    /// let mut board = Board::EMPTY;
    /// board.put(Square::E4, Role::Pawn.of(Color::White));
    /// board.put(Square::E4, Role::King.of(Color::Black));
    /// assert_eq!(board.piece_at(Square::E4), Some(Role::King.of(Color::Black)));
    /// ```
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.remove(square);
        self.toggle(square.bitboard(), piece.color, piece.role);
    }

    /// Takes away what stands on a square.
    ///
    /// ```
    /// # use mola_rules::{Board, Color, Role, Square};
    /// let mut board = Board::EMPTY;
    /// board.put(Square::E4, Role::Pawn.of(Color::White));
    /// assert_eq!(board.remove(Square::E4), Some(Role::Pawn.of(Color::White)));
    /// assert_eq!(board, Board::EMPTY);
    /// ```
    pub fn remove(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square)?;
        self.toggle(square.bitboard(), piece.color, piece.role);
        Some(piece)
    }

    /// Adds a piece where it is not and removes it where it is: on one square, or from one to another.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, squares: Bitboard, color: Color, role: Role) {
        self.colors[color as usize] ^= squares;
        match role {
            Role::Pawn => self.pawns ^= squares,
            Role::Knight => self.knights ^= squares,
            Role::Bishop => self.diagonals ^= squares,
            Role::Rook => self.straights ^= squares,
            Role::Queen => {
                self.diagonals ^= squares;
                self.straights ^= squares;
            }
            Role::King => self.kings ^= squares,
        }
    }

    /// The pieces of both players that attack `square` when the squares in `occupied` are taken.
    ///
    /// ```
    /// # use mola_rules::{Position, Square};
    /// let start = Position::start();
    /// let defenders = start.attackers(Square::F3, start.occupied());
    /// assert_eq!(defenders, Square::G1.bitboard() | Square::E2.bitboard() | Square::G2.bitboard());
    /// ```
    #[inline]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        (attacks::pawn(Color::White, square) & self.pawns & self.color(Color::Black))
            | (attacks::pawn(Color::Black, square) & self.pawns & self.color(Color::White))
            | (attacks::knight(square) & self.knights)
            | (attacks::king(square) & self.kings)
            | (attacks::bishop(square, occupied) & self.diagonals)
            | (attacks::rook(square, occupied) & self.straights)
    }
}

/// Drawn as in [`Board::ascii`].
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}", self.ascii())
    }
}

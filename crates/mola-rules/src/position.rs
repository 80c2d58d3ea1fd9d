//! A legal position, and everything that follows from it.

mod key;
mod movegen;
mod play;
pub(crate) mod side;
mod validate;

use core::fmt;
use core::ops::Deref;

pub use play::IllegalMove;
pub use validate::SetupError;

use crate::castling::landing_files;
use crate::{Bitboard, Board, Castling, Color, Move, MoveKind, Rank, Role, Setup, Square, attacks};

/// A legal chess position: the pieces, whose turn it is, castling and en passant rights, and clocks.
///
/// A `Position` can only be made from a [`Setup`] that passes every check, or by playing a legal
/// move, so code that holds one need not doubt it: both kings are there, the player who just moved
/// is not in check, rights match the pieces, and the key matches them all. It is a plain value of 80
/// bytes: to try a move, copy the position and play.
///
/// The board's questions can be asked of the position itself.
///
/// ```
/// use mola_rules::{Color, Position, Square};
/// let mut position = Position::start();
/// let m = position.parse_san("e4").unwrap();
/// position.play(m).unwrap();
/// assert_eq!(position.turn(), Color::Black);
/// assert!(position.piece_at(Square::E4).is_some());
/// assert_eq!(position.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    board: Board,
    /// The squares of rooks that may castle, on ranks 1 and 8, and the square on which a legal en
    /// passant capture can be made, on rank 3 or 6, together in one set.
    special: Bitboard,
    key: u64,
    fullmoves: u32,
    halfmoves: u16,
    turn: Color,
}

const _: () = assert!(size_of::<Position>() == 80, "a position is copied at every node");

/// Where the special squares of an en passant capture can be.
const EN_PASSANT_RANKS: Bitboard =
    Bitboard::new(Bitboard::rank(Rank::Third).bits() | Bitboard::rank(Rank::Sixth).bits());

/// Where the special squares of castling rooks can be.
const CASTLING_RANKS: Bitboard =
    Bitboard::new(Bitboard::rank(Rank::First).bits() | Bitboard::rank(Rank::Eighth).bits());

impl Position {
    /// The position in which games begin.
    ///
    /// ```
    /// use mola_rules::Position;
    /// assert_eq!(Position::start().legal_moves().len(), 20);
    /// ```
    pub fn start() -> Self {
        Self::chess960(518)
    }

    /// Whether castling here needs the rules of Chess960: a king or a rook that may castle does not
    /// stand where it does in ordinary chess.
    ///
    /// ```
    /// use mola_rules::Position;
    /// assert!(Position::chess960(0).is_chess960());
    /// assert!(!Position::start().is_chess960());
    /// ```
    pub fn is_chess960(&self) -> bool {
        let is_odd = |color: Color| {
            let rooks = self.castling().of(color);
            let corners = [Square::A1, Square::H1].map(|corner| corner.relative(color));
            rooks.any()
                && (self.king(color) != Square::E1.relative(color)
                    || rooks.into_iter().any(|rook| !corners.contains(&rook)))
        };
        Color::ALL.into_iter().any(is_odd)
    }

    /// One of the 960 starting positions of Chess960, by its number in the usual scheme; 518 is the
    /// ordinary one. Numbers from 960 on start over.
    ///
    /// ```
    /// use mola_rules::Position;
    /// assert_eq!(Position::chess960(518), Position::start());
    /// assert_eq!(Position::chess960(0).to_string(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    /// ```
    pub fn chess960(number: u16) -> Self {
        /// The files of two knights among five free ones, by number.
        const KNIGHTS: [(usize, usize); 10] =
            [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
        let number = usize::from(number % 960);
        let mut rank = [None; 8];
        let place = |rank: &mut [Option<Role>; 8], nth_free: usize, role| {
            let free = (0..8).filter(|&file| rank[file].is_none()).nth(nth_free);
            rank[free.unwrap_or(7)] = Some(role);
        };
        rank[2 * (number % 4) + 1] = Some(Role::Bishop);
        rank[2 * (number / 4 % 4)] = Some(Role::Bishop);
        place(&mut rank, number / 16 % 6, Role::Queen);
        // The higher file first, so that the lower keeps its count among the free ones.
        let (low, high) = KNIGHTS[number / 96];
        place(&mut rank, high, Role::Knight);
        place(&mut rank, low, Role::Knight);
        for role in [Role::Rook, Role::King, Role::Rook] {
            place(&mut rank, 0, role);
        }
        Self::with_back_ranks(rank.map(|role| role.unwrap_or(Role::Rook)))
    }

    /// Pawns on their ranks and these pieces behind them, both players alike.
    fn with_back_ranks(roles: [Role; 8]) -> Self {
        let mut board = Board::EMPTY;
        let mut special = Bitboard::EMPTY;
        for square in Bitboard::rank(Rank::First) {
            let role = roles[square.file() as usize];
            for color in Color::ALL {
                let home = square.relative(color);
                board.put(home, role.of(color));
                board.put(Square::at(square.file(), color.relative(Rank::Second)), Role::Pawn.of(color));
                if role == Role::Rook {
                    special = special.with(home);
                }
            }
        }
        let key = key::of(&board, Color::White, special);
        Self { board, special, key, fullmoves: 1, halfmoves: 0, turn: Color::White }
    }

    /// The pieces.
    ///
    /// ```
    /// use mola_rules::Position;
    /// println!("{}", Position::start().board().unicode());
    /// ```
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Who is to move.
    ///
    /// ```
    /// # use mola_rules::{Color, Position};
    /// assert_eq!(Position::start().turn(), Color::White);
    /// ```
    #[inline(always)]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The pieces of the player to move.
    ///
    /// ```
    /// # use mola_rules::Position;
    /// assert_eq!(Position::start().us().count(), 16);
    /// ```
    #[inline(always)]
    pub fn us(&self) -> Bitboard {
        self.color(self.turn)
    }

    /// The pieces of the player who just moved.
    ///
    /// ```
    /// # use mola_rules::Position;
    /// assert_eq!(Position::start().them().count(), 16);
    /// ```
    #[inline(always)]
    pub fn them(&self) -> Bitboard {
        self.color(!self.turn)
    }

    /// Where the king of `color` stands.
    ///
    /// ```
    /// # use mola_rules::{Color, Position, Square};
    /// assert_eq!(Position::start().king(Color::Black), Square::E8);
    /// ```
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        (self.color(color) & self.kings).lowest()
    }

    /// Who may still castle with which rook.
    ///
    /// ```
    /// # use mola_rules::{Color, Position, Square};
    /// let rooks = Position::start().castling().of(Color::White);
    /// assert_eq!(rooks, Square::A1.bitboard() | Square::H1.bitboard());
    /// ```
    #[inline]
    pub fn castling(&self) -> Castling {
        Castling::with_rooks(self.special & CASTLING_RANKS)
    }

    /// The square on which a pawn can be captured en passant. It is there only if such a capture is
    /// legal, so that two positions are equal exactly if the laws call them the same.
    ///
    /// ```
    /// use mola_rules::{Position, Square};
    /// let useless: Position = "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1".parse().unwrap();
    /// assert_eq!(useless.en_passant(), None);
    /// let useful: Position = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1".parse().unwrap();
    /// assert_eq!(useful.en_passant(), Some(Square::E3));
    /// ```
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        (self.special & EN_PASSANT_RANKS).first()
    }

    /// Moves of either player since the last capture or pawn move.
    ///
    /// ```
    /// # use mola_rules::Position;
    /// assert_eq!(Position::start().halfmoves(), 0);
    /// ```
    #[inline]
    pub fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// The number of the move, which goes up after Black's.
    ///
    /// ```
    /// # use mola_rules::Position;
    /// assert_eq!(Position::start().fullmoves(), 1);
    /// ```
    #[inline]
    pub fn fullmoves(&self) -> u32 {
        self.fullmoves
    }

    /// A number that equal positions share and different ones almost surely do not; clocks do not
    /// count. Repetition and hash tables go by it.
    ///
    /// ```
    /// use mola_rules::Position;
    /// let mut position = Position::start();
    /// for text in ["Nf3", "Nf6", "Ng1", "Ng8"] {
    ///     let m = position.parse_san(text).unwrap();
    ///     position.play(m).unwrap();
    /// }
    /// assert_eq!(position.key(), Position::start().key());
    /// ```
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The pieces that give check to the player to move.
    ///
    /// ```
    /// use mola_rules::{Position, Square};
    /// let position: Position = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1".parse().unwrap();
    /// assert_eq!(position.checkers(), Square::E2.bitboard());
    /// ```
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.attackers(self.king(self.turn), self.occupied()) & self.them()
    }

    /// Whether the player to move is in check.
    ///
    /// ```
    /// # use mola_rules::Position;
    /// assert!(!Position::start().is_check());
    /// ```
    #[inline]
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// Whether a legal move gives check, directly or by uncovering another piece.
    ///
    /// ```
    /// use mola_rules::Position;
    /// let position: Position = "4k3/8/8/8/8/8/4N3/4RK2 w - - 0 1".parse().unwrap();
    /// assert!(position.gives_check(position.parse_san("Nd4").unwrap()));
    /// assert!(!position.gives_check(position.parse_san("Kf2").unwrap()));
    /// ```
    pub fn gives_check(&self, m: Move) -> bool {
        let king = self.king(!self.turn);
        let (mut from, mut to, mut role) = (m.from(), m.landing(), m.promotion().unwrap_or(m.role()));
        let mut occupied = self.occupied().without(from);
        match m.kind() {
            MoveKind::EnPassant => occupied = occupied.without(Square::at(to.file(), from.rank())),
            MoveKind::Castle => {
                // The king itself never gives check; its rook may.
                occupied = occupied.without(m.to()).with(to);
                let (_, rook_file) = landing_files(m.castles_short());
                (from, to, role) = (m.to(), Square::at(rook_file, to.rank()), Role::Rook);
            }
            _ => {}
        }
        let occupied = occupied.with(to);
        let diagonal = attacks::bishop(king, occupied);
        let straight = attacks::rook(king, occupied);
        let direct = match role {
            Role::Pawn => attacks::pawn(!self.turn, king),
            Role::Knight => attacks::knight(king),
            Role::Bishop => diagonal,
            Role::Rook => straight,
            Role::Queen => diagonal | straight,
            Role::King => Bitboard::EMPTY,
        };
        let others = self.us().without(from);
        let uncovered = (diagonal & self.diagonals & others) | (straight & self.straights & others);
        direct.has(to) || uncovered.any()
    }

    /// What you would type to get this position.
    ///
    /// ```
    /// # use mola_rules::Position;
    /// assert_eq!(Position::start().setup().position(), Ok(Position::start()));
    /// ```
    pub fn setup(&self) -> Setup {
        Setup {
            board: self.board,
            turn: self.turn,
            castling: self.castling(),
            en_passant: self.en_passant(),
            halfmoves: self.halfmoves,
            fullmoves: self.fullmoves,
        }
    }

    /// Whether `color`'s king could be captured, if the squares in `occupied` were taken and the
    /// pieces in `gone` were not there.
    fn king_hangs(&self, color: Color, occupied: Bitboard, gone: Bitboard) -> bool {
        (self.attackers(self.king(color), occupied) & self.color(!color) & !gone).any()
    }

    /// Whether a pawn of `color` on `from` can capture en passant on `target` without leaving its
    /// king in check. Two pawns leave their squares at once, which no pin foresees, so this lifts
    /// both and looks at the king.
    fn en_passant_is_safe(&self, color: Color, from: Square, target: Square) -> bool {
        let captured = Square::at(target.file(), from.rank()).bitboard();
        let occupied = self.occupied() ^ from.bitboard() ^ captured ^ target.bitboard();
        !self.king_hangs(color, occupied, captured)
    }

    /// The pawns of `color` that stand ready to capture on `target`.
    fn en_passant_pawns(&self, color: Color, target: Square) -> Bitboard {
        attacks::pawn(!color, target) & self.pawns & self.color(color)
    }
}

/// A position answers all that its board can.
impl Deref for Position {
    type Target = Board;

    #[inline(always)]
    fn deref(&self) -> &Board {
        &self.board
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::start()
    }
}

impl core::hash::Hash for Position {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(position: &Position, depth: u32) {
        position.for_each_child(|m, child| {
            assert_eq!(position.gives_check(m), child.is_check(), "{m:?} in {position}");
            if depth > 1 {
                walk(child, depth - 1);
            }
        });
    }

    #[test]
    fn a_move_gives_check_if_the_next_player_is_in_check() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
            "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",
            "k7/8/8/3pP3/8/5B2/8/K7 w - d6 0 1",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        ];
        for fen in fens {
            walk(&fen.parse().unwrap(), 3);
        }
    }
}

//! Random games that come out the same every time.
#![allow(dead_code, reason = "each test takes what it needs")]

use mola_rules::{Bitboard, Castling, Color, Move, MoveKind, Position, Rank, Role, Setup, Square};

/// Marsaglia's xorshift: good enough to choose moves, and a seed is all there is to remember.
pub(crate) struct Dice(u64);

impl Dice {
    /// Seeds that lie next to each other are spread out first; zero would stay zero.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_add(1).wrapping_mul(0x9E3779B97F4A7C15) | 1)
    }

    pub(crate) fn roll(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below `limit`. The high bits are the better ones.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (((self.roll() >> 32) * limit as u64) >> 32) as usize
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() { None } else { Some(from[self.below(from.len())]) }
    }

    /// A legal move. Castling, en passant and promotions are rare, so they are preferred at times.
    pub(crate) fn choose(&mut self, moves: &[Move]) -> Option<Move> {
        if self.below(4) == 0 {
            let rare = |m: &Move| {
                m.promotion().is_some() || matches!(m.kind(), MoveKind::Castle | MoveKind::EnPassant)
            };
            let rare: Vec<_> = moves.iter().copied().filter(rare).collect();
            if let Some(m) = self.pick(&rare) {
                return Some(m);
            }
        }
        self.pick(moves)
    }

    /// The FEN of a start: the ordinary one, one of Chess960, or one of the two players' own.
    pub(crate) fn opening(&mut self) -> String {
        match self.below(4) {
            0 | 1 => Position::start().to_string(),
            2 => Position::chess960(self.below(960) as u16).to_string(),
            _ => {
                let mut setup = Position::chess960(self.below(960) as u16).setup();
                let other = Position::chess960(self.below(960) as u16);
                for square in Square::ALL.into_iter().skip(56) {
                    setup.board.remove(square);
                    if let Some(piece) = other.piece_at(square) {
                        setup.board.put(square, piece);
                    }
                }
                let castling = setup.castling.of(Color::White) | other.castling().of(Color::Black);
                setup.castling = Castling::with_rooks(castling);
                setup.to_string()
            }
        }
    }

    /// Two kings and up to ten other pieces anywhere, with rights where rooks allow them. It may well
    /// not be legal.
    pub(crate) fn scatter(&mut self) -> Setup {
        let mut setup = Setup::EMPTY;
        setup.turn = if self.below(2) == 0 { Color::White } else { Color::Black };
        let pieces = self.below(11);
        for _ in 0..pieces {
            let role = Role::ALL[self.below(5)];
            let color = Color::ALL[self.below(2)];
            let square = Square::ALL[self.below(64)];
            setup.board.put(square, role.of(color));
        }
        for color in Color::ALL {
            // At home more often than chance would have it, for the sake of castling.
            let square = if self.below(2) == 0 { self.below(8) } else { self.below(64) };
            setup.board.put(Square::ALL[square].relative(color), Role::King.of(color));
            if self.below(2) == 0 {
                let side = if self.below(2) == 0 { 0 } else { 7 };
                setup.board.put(Square::ALL[side].relative(color), Role::Rook.of(color));
            }
        }
        let mut rights = Bitboard::EMPTY;
        for color in Color::ALL {
            let rooks = setup.board.pieces(Role::Rook.of(color));
            let home = Bitboard::rank(color.back_rank());
            let king = setup.board.pieces(Role::King.of(color)) & home;
            if let Some(rook) = (rooks & home).first()
                && king.any()
                && self.below(3) > 0
            {
                rights = rights.with(rook);
            }
        }
        setup.castling = Castling::with_rooks(rights);
        // A passed square, where a pawn stands that may have passed it.
        let pawns = setup.board.pieces(Role::Pawn.of(!setup.turn));
        let rank = (!setup.turn).relative(Rank::Fourth);
        let passed = (pawns & Bitboard::rank(rank)).first();
        setup.en_passant = passed.map(|pawn| Square::at(pawn.file(), (!setup.turn).relative(Rank::Third)));
        setup.halfmoves = if setup.en_passant.is_some() { 0 } else { self.below(160) as u16 };
        setup
    }
}

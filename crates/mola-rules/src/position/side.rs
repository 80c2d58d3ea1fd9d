//! The side to move as a type, so that every direction and rank is known when the code is compiled.

use crate::{Bitboard, Color, Rank};

/// A player as seen by the player: forward is towards the opponent.
pub(crate) trait Side {
    const COLOR: Color;
    /// Where the king starts, and where rooks that may castle stand.
    const BACK_RANK: Bitboard = Bitboard::rank(Self::COLOR.back_rank());
    /// Where a pawn stands after a single step from its start.
    const THIRD_RANK: Bitboard = Bitboard::rank(Self::COLOR.relative(Rank::Third));
    /// From where the next step promotes.
    const SEVENTH_RANK: Bitboard = Bitboard::rank(Self::COLOR.relative(Rank::Seventh));
    /// How much a square's number grows with a step forward; to the west; to the east.
    const FORWARD: i8 = if Self::COLOR as u8 == Color::White as u8 { 8 } else { -8 };
    const FORWARD_WEST: i8 = Self::FORWARD - 1;
    const FORWARD_EAST: i8 = Self::FORWARD + 1;
    type Opponent: Side<Opponent = Self>;

    #[inline(always)]
    fn forward(set: Bitboard) -> Bitboard {
        match Self::COLOR {
            Color::White => set.north(),
            Color::Black => set.south(),
        }
    }
}

pub(crate) struct White;
pub(crate) struct Black;

impl Side for White {
    const COLOR: Color = Color::White;
    type Opponent = Black;
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    type Opponent = White;
}

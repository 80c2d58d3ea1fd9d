//! Which input a piece on a square is.
//!
//! Each player sees the board from their own side, with their own pieces first. A board is worth as much as
//! its mirror image, so it is always seen with the player's king on files a to d: that halves what the
//! network has to learn.

use mola_rules::{Color, Piece, Square};

/// How a player sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Perspective {
    color: Color,
    /// What a square is changed by: the rank for Black, and the file for a king on the right.
    turn: u8,
}

impl Perspective {
    pub(super) const fn new(color: Color, king: Square) -> Self {
        let ranks = if matches!(color, Color::White) { 0 } else { 56 };
        let files = if is_right(king) { 7 } else { 0 };
        Self { color, turn: ranks | files }
    }

    /// The input for a piece on a square.
    pub(super) const fn input(self, piece: Piece, square: Square) -> usize {
        let other = if piece.color as u8 == self.color as u8 { 0 } else { 6 };
        (other + piece.role as usize) * 64 + (square as u8 ^ self.turn) as usize
    }
}

/// Whether a king stands on files e to h.
pub(super) const fn is_right(king: Square) -> bool {
    king as u8 & 4 != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use mola_rules::Role;

    #[test]
    fn both_players_see_their_own_pieces_alike() {
        let white = Perspective::new(Color::White, Square::G1);
        let black = Perspective::new(Color::Black, Square::G8);
        let input = white.input(Role::Knight.of(Color::White), Square::F3);
        assert_eq!(input, black.input(Role::Knight.of(Color::Black), Square::F6));
    }

    #[test]
    fn the_mirror_image_is_the_same() {
        let right = Perspective::new(Color::White, Square::G1);
        let left = Perspective::new(Color::White, Square::B1);
        let rook = Role::Rook.of(Color::Black);
        assert_eq!(right.input(rook, Square::H7), left.input(rook, Square::A7));
    }

    #[test]
    fn no_two_pieces_share_an_input() {
        let eye = Perspective::new(Color::Black, Square::E8);
        let mut seen = std::collections::HashSet::new();
        for color in Color::ALL {
            for role in Role::ALL {
                for index in 0..64 {
                    seen.insert(eye.input(role.of(color), Square::from_index(index).unwrap()));
                }
            }
        }
        assert_eq!((seen.len(), seen.into_iter().max()), (768, Some(767)));
    }
}

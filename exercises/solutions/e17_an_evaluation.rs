//! A black pawn counts from the other side: its rank is `7 - square / 8`.

use mola_rules::{Color, Position, Role, Square};

use super::e01_knights_on_the_rim::knight_bonus;
use super::e16_counting_material::material;

/// What a position is worth to the player to move, in hundredths of a pawn.
pub fn evaluate(position: &Position) -> i32 {
    let squares = |color: Color| {
        let knights =
            position.pieces(Role::Knight.of(color)).into_iter().map(|square| knight_bonus(square as usize));
        let rank =
            |square: Square| if color == Color::White { square as i32 / 8 } else { 7 - square as i32 / 8 };
        let pawns = position.pieces(Role::Pawn.of(color)).into_iter().map(|square| 8 * (rank(square) - 1));
        knights.sum::<i32>() + pawns.sum::<i32>()
    };
    let us = position.turn();
    material(position) + squares(us) - squares(!us)
}

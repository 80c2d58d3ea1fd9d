//! A square is attacked by a rook if a rook on that square would attack a rook. For pawns: a black
//! pawn attacks downward, so look where a white pawn on the square would take.

use mola_rules::{Color, Position, Role, Square, attacks};

use super::e06_knight_jumps::knight_attacks;
use super::e08_sliding_rooks::rook_attacks;
use super::e09_bishops_and_queens::{bishop_attacks, queen_attacks};

/// Whether `by` attacks the square.
pub fn attacked(position: &Position, square: Square, by: Color) -> bool {
    let (index, occupied) = (square as usize, position.occupied().bits());
    let king = attacks::king(square).bits();
    let pawn = attacks::pawn(!by, square).bits();
    let looks = [
        (Role::Pawn, pawn),
        (Role::Knight, knight_attacks(index)),
        (Role::Bishop, bishop_attacks(index, occupied)),
        (Role::Rook, rook_attacks(index, occupied)),
        (Role::Queen, queen_attacks(index, occupied)),
        (Role::King, king),
    ];
    looks.into_iter().any(|(role, reach)| position.pieces(role.of(by)).bits() & reach != 0)
}

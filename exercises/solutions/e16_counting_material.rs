//! `position.pieces(Role::Pawn.of(color)).count()` is how many pawns a player has.

use mola_rules::{Color, Position, Role};

/// The material of the player to move, less the opponent's.
pub fn material(position: &Position) -> i32 {
    let count = |role: Role, color: Color| position.pieces(role.of(color)).count() as i32;
    let us = position.turn();
    Role::ALL.iter().map(|&role| value(role) * (count(role, us) - count(role, !us))).sum()
}

/// What a piece is worth anywhere.
pub fn value(role: Role) -> i32 {
    [100, 320, 330, 500, 900, 0][role as usize]
}

//! `sort_by_key` keeps the order of equals. Give each move a key such as `-(16 * victim - taker)`
//! for captures and a large number for others. `position.piece_at(m.to())` is the victim.

use mola_rules::{Move, Position, Role};

/// The legal moves, the most promising first.
pub fn ordered(position: &Position) -> Vec<Move> {
    let mut moves = position.legal_moves().to_vec();
    moves.sort_by_key(|m| match victim(position, *m) {
        Some(role) => m.role() as i32 - 16 * (role as i32 + 1),
        None => 1_000,
    });
    moves
}

/// What a move takes; en passant looks like a quiet move.
pub fn victim(position: &Position, m: Move) -> Option<Role> {
    position.role_at(m.to()).filter(|_| !m.is_castle())
}

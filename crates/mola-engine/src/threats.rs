//! Which squares a player attacks.

use mola_rules::{Bitboard, Color, Position, Role, attacks};

/// All squares that the opponent of the player to move attacks.
pub(crate) fn threats(position: &Position) -> Bitboard {
    let them = position.them();
    let occupied = position.occupied();
    let pawns = position.role(Role::Pawn) & them;
    let ahead = if position.turn() == Color::White { pawns.south() } else { pawns.north() };
    let mut attacked = ahead.east() | ahead.west() | attacks::king(position.king(!position.turn()));
    for from in position.role(Role::Knight) & them {
        attacked |= attacks::knight(from);
    }
    for from in position.diagonal_sliders() & them {
        attacked |= attacks::bishop(from, occupied);
    }
    for from in position.straight_sliders() & them {
        attacked |= attacks::rook(from, occupied);
    }
    attacked
}

#[cfg(test)]
mod tests {
    use super::*;
    use mola_rules::Square;

    #[test]
    fn a_square_is_attacked_if_it_has_attackers() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
        ];
        for fen in fens {
            let position: Position = fen.parse().unwrap();
            let attacked = threats(&position);
            for square in Square::ALL {
                let attackers = position.attackers(square, position.occupied()) & position.them();
                assert_eq!(attacked.has(square), attackers.any(), "{square:?} in {fen}");
            }
        }
    }
}

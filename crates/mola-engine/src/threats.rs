//! Which squares a player attacks.

use mola_rules::{Bitboard, Color, Position, Role, attacks};

/// The squares that the opponent of the player to move attacks.
#[derive(Clone, Copy, Default)]
pub(crate) struct Threats {
    pub(crate) all: Bitboard,
    /// With pawns.
    pawns: Bitboard,
    /// With pawns, knights and bishops.
    minors: Bitboard,
    /// With everything but queens and kings.
    rooks: Bitboard,
}

impl Threats {
    pub(crate) fn of(position: &Position) -> Self {
        let (them, occupied) = (position.them(), position.occupied());
        let pieces = |role: Role| position.role(role) & them;
        let pawns = pieces(Role::Pawn);
        let ahead = if position.turn() == Color::White { pawns.south() } else { pawns.north() };
        let pawns = ahead.east() | ahead.west();
        let mut minors = pawns;
        for from in pieces(Role::Knight) {
            minors |= attacks::knight(from);
        }
        for from in pieces(Role::Bishop) {
            minors |= attacks::bishop(from, occupied);
        }
        let mut rooks = minors;
        for from in pieces(Role::Rook) {
            rooks |= attacks::rook(from, occupied);
        }
        let mut all = rooks | attacks::king(position.king(!position.turn()));
        for from in pieces(Role::Queen) {
            all |= attacks::queen(from, occupied);
        }
        Self { all, pawns, minors, rooks }
    }

    /// The squares that are attacked by something that is worth less than a piece.
    pub(crate) const fn by_less_than(&self, role: Role) -> Bitboard {
        match role {
            Role::Knight | Role::Bishop => self.pawns,
            Role::Rook => self.minors,
            Role::Queen => self.rooks,
            Role::Pawn | Role::King => Bitboard::EMPTY,
        }
    }
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
            let attacked = Threats::of(&position).all;
            for square in Square::ALL {
                let attackers = position.attackers(square, position.occupied()) & position.them();
                assert_eq!(attacked.has(square), attackers.any(), "{square:?} in {fen}");
            }
        }
    }
}

//! Keys of parts of a position, kept up to date by the rules' observer: histories and corrections are remembered by
//! them.

use mola_rules::{Observer, Piece, Position, Role, Square};

/// The keys of parts of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PartKeys {
    pub(crate) pawns: u64,
    /// The knights, bishops and kings.
    pub(crate) minors: u64,
    /// Each player's pieces without pawns.
    pub(crate) pieces: [u64; 2],
}

/// A random number for a piece on a square: a mixing function rather than a table, since it costs less than a look
/// into memory.
const fn key(piece: Piece, square: Square) -> u64 {
    let number = 1 + square as u64 + 64 * (piece.role as u64 + 6 * piece.color as u64);
    let mixed = number.wrapping_mul(0x9E3779B97F4A7C15);
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xD6E8FEB86659FD93);
    mixed ^ mixed >> 32
}

impl PartKeys {
    /// The keys from scratch.
    pub(crate) fn of(position: &Position) -> Self {
        let mut keys = Self::default();
        position.placed().for_each(|(square, piece)| keys.toggle(piece, square));
        keys
    }

    fn toggle(&mut self, piece: Piece, square: Square) {
        let key = key(piece, square);
        if piece.role == Role::Pawn {
            self.pawns ^= key;
        } else {
            self.pieces[piece.color as usize] ^= key;
            if matches!(piece.role, Role::Knight | Role::Bishop | Role::King) {
                self.minors ^= key;
            }
        }
    }
}

impl Observer for PartKeys {
    fn lifted(&mut self, piece: Piece, from: Square) {
        self.toggle(piece, from);
    }

    fn landed(&mut self, piece: Piece, on: Square) {
        self.toggle(piece, on);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(position: &Position, keys: PartKeys, depth: u32) {
        assert_eq!(keys, PartKeys::of(position), "{position}");
        if depth > 0 {
            for m in position.legal_moves() {
                let (mut child, mut followed) = (*position, keys);
                child.play_observed(m, &mut followed);
                walk(&child, followed, depth - 1);
            }
        }
    }

    #[test]
    fn the_keys_follow_every_move() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        ];
        for fen in fens {
            let position: Position = fen.parse().unwrap();
            walk(&position, PartKeys::of(&position), 3);
        }
    }
}

//! What the evaluation sums up over the pieces, kept up to date by the rules' observer.

use mola_rules::{Observer, Piece, Position, Role, Square};

use crate::eval::terms::PIECE_SQUARE;
use crate::eval::weights::WEIGHTS;
use crate::history::Features;
use crate::pair::Pair;

/// Running sums over the pieces of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tracker {
    /// Piece-square values, White's less Black's.
    pub(crate) placement: Pair,
    /// How much of a middlegame it is: see [`phase`].
    pub(crate) phase: i32,
    /// The keys of parts of the position.
    pub(crate) features: Features,
}

/// What the pieces of the starting position add to the phase.
pub(crate) const FULL_PHASE: i32 = 24;

/// How much a piece makes a middlegame.
const fn phase(role: Role) -> i32 {
    match role {
        Role::Knight | Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen => 4,
        Role::Pawn | Role::King => 0,
    }
}

/// The value of a piece on a square, seen by White.
fn placement(piece: Piece, square: Square) -> Pair {
    let relative = square.relative(piece.color) as usize;
    let value = WEIGHTS[PIECE_SQUARE + piece.role as usize * 64 + relative];
    if piece.color as u8 == 0 { value } else { -value }
}

/// A random number for a piece on a square: a mixing function rather than a table, since it costs less than a look
/// into memory.
const fn key(piece: Piece, square: Square) -> u64 {
    let number = 1 + square as u64 + 64 * (piece.role as u64 + 6 * piece.color as u64);
    let mixed = number.wrapping_mul(0x9E3779B97F4A7C15);
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xD6E8FEB86659FD93);
    mixed ^ mixed >> 32
}

impl Tracker {
    /// The sums from scratch.
    pub(crate) fn of(position: &Position) -> Self {
        let mut tracker = Self::default();
        for square in position.occupied() {
            if let Some(piece) = position.piece_at(square) {
                tracker.landed(piece, square);
            }
        }
        tracker
    }

    fn toggle_keys(&mut self, piece: Piece, square: Square) {
        let key = key(piece, square);
        if piece.role == Role::Pawn {
            self.features.pawns ^= key;
        } else {
            self.features.pieces[piece.color as usize] ^= key;
            if matches!(piece.role, Role::Knight | Role::Bishop | Role::King) {
                self.features.minors ^= key;
            }
        }
    }
}

impl Observer for Tracker {
    fn lifted(&mut self, piece: Piece, from: Square) {
        self.placement -= placement(piece, from);
        self.phase -= phase(piece.role);
        self.toggle_keys(piece, from);
    }

    fn landed(&mut self, piece: Piece, on: Square) {
        self.placement += placement(piece, on);
        self.phase += phase(piece.role);
        self.toggle_keys(piece, on);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(position: &Position, tracker: &Tracker, depth: u32) {
        assert_eq!(*tracker, Tracker::of(position), "{position}");
        if depth > 0 {
            for m in position.legal_moves() {
                let (mut child, mut followed) = (*position, *tracker);
                child.play_observed(m, &mut followed);
                walk(&child, &followed, depth - 1);
            }
        }
    }

    #[test]
    fn the_sums_follow_every_move() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        ];
        for fen in fens {
            let position: Position = fen.parse().unwrap();
            walk(&position, &Tracker::of(&position), 3);
        }
    }

    #[test]
    fn the_starting_position_is_balanced_and_full() {
        let tracker = Tracker::of(&Position::start());
        assert_eq!((tracker.placement, tracker.phase), (Pair::ZERO, FULL_PHASE));
    }
}

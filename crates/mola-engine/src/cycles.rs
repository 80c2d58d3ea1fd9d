//! Repetitions that are one move away: a player who can force one has at least a draw, and the
//! search need not follow the cycle to see it.
//!
//! The keys of two positions that differ by one quiet move of a piece differ by a number that only
//! depends on that move. All such numbers fit in a small hash table.

use mola_rules::{Bitboard, Color, Piece, Position, Role, Square, attacks};

/// A piece's way between two squares, in either direction.
#[derive(Clone, Copy)]
struct Way {
    key: u64,
    ends: (Square, Square),
}

/// All ways of all pieces but pawns, by what they change in the key.
pub(crate) struct Cycles {
    slots: Box<[Option<Way>]>,
}

/// More than twice as many slots as there are ways, 3668, so that a search for one ends soon.
const SLOTS: usize = 8192;

impl Cycles {
    pub(crate) fn new() -> Self {
        let mut cycles = Self { slots: vec![None; SLOTS].into_boxed_slice() };
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
            for piece in Color::ALL.map(|color| role.of(color)) {
                for (from, to) in ways(piece) {
                    let key = Position::key_change(piece, from, to);
                    let slot = cycles.slot(key);
                    cycles.slots[slot] = Some(Way { key, ends: (from, to) });
                }
            }
        }
        cycles
    }

    /// The slot of a way, or the empty one where it would be.
    fn slot(&self, key: u64) -> usize {
        let mut slot = key as usize % SLOTS;
        while self.slots[slot].is_some_and(|way| way.key != key) {
            slot = (slot + 1) % SLOTS;
        }
        slot
    }

    /// Whether one move leads from a position to one that has this difference in the key. Either player
    /// may make it: what matters is that the way is free.
    pub(crate) fn is_one_move(&self, difference: u64, occupied: Bitboard) -> bool {
        self.slots[self.slot(difference)].is_some_and(|Way { ends: (a, b), .. }| {
            let way = attacks::between(a, b);
            (way & occupied).is_empty()
        })
    }
}

/// All pairs of squares between which a piece can move on an empty board.
fn ways(piece: Piece) -> impl Iterator<Item = (Square, Square)> {
    Square::ALL.into_iter().flat_map(move |from| {
        let targets = match piece.role {
            Role::Knight => attacks::knight(from),
            Role::Bishop => attacks::bishop(from, Bitboard::EMPTY),
            Role::Rook => attacks::rook(from, Bitboard::EMPTY),
            Role::Queen => attacks::queen(from, Bitboard::EMPTY),
            Role::King | Role::Pawn => attacks::king(from),
        };
        targets.into_iter().filter(move |&to| from < to).map(move |to| (from, to))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_is_kept_once() {
        assert_eq!(Cycles::new().slots.iter().flatten().count(), 3668);
    }

    #[test]
    fn a_way_back_is_seen_only_if_it_is_free() {
        let cycles = Cycles::new();
        let before: Position = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse().unwrap();
        let mut after = before;
        after.play(before.parse_san("Ra7").unwrap()).unwrap();
        let difference = before.key() ^ after.key();
        assert!(cycles.is_one_move(difference, after.occupied()));
        assert!(!cycles.is_one_move(difference, after.occupied().with(Square::A4)));
        assert!(!cycles.is_one_move(difference ^ 1, after.occupied()));
    }
}

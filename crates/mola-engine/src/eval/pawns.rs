//! Pawn structure, remembered from one position to the next: it changes seldom.

use mola_rules::{Bitboard, Color, Position, Rank, Role, Square};

use super::{Ledger, Sum, forward, pawn_attacks, sign, terms};
use crate::pair::Pair;

/// What pawns alone say about a position.
#[derive(Clone, Copy, Default)]
pub(crate) struct Structure {
    key: u64,
    /// The value of the structure for White.
    pub(super) value: Pair,
    /// The passed pawns of both players.
    pub(super) passed: Bitboard,
    /// The squares that each player's pawns attack or will attack when they advance.
    pub(super) pawn_reach: [Bitboard; 2],
}

/// A small table of structures that one thread has seen.
pub(crate) struct PawnTable {
    slots: Box<[Structure]>,
}

impl PawnTable {
    const LEN: usize = 8192;

    pub(crate) fn new() -> Self {
        // The key of no pawns is zero, and its structure is the empty one: nothing to mark as unused.
        Self { slots: vec![Structure::default(); Self::LEN].into_boxed_slice() }
    }

    pub(super) fn look_up(&mut self, position: &Position, key: u64) -> Structure {
        let slot = &mut self.slots[key as usize % Self::LEN];
        if slot.key != key {
            let mut sum = Sum(Pair::ZERO);
            let found = structure(position, &mut sum);
            *slot = Structure { key, value: sum.0, ..found };
        }
        *slot
    }
}

/// Adds the terms of both players' pawns; the value of the structure is left open.
pub(super) fn structure(position: &Position, ledger: &mut impl Ledger) -> Structure {
    let mut found = Structure::default();
    for color in Color::ALL {
        let ahead = fill_forward(position.pieces(Role::Pawn.of(color)), color);
        found.pawn_reach[color as usize] = ahead.east() | ahead.west();
    }
    for color in Color::ALL {
        found.passed |= one_side(position, color, &found.pawn_reach, ledger);
    }
    found
}

/// All squares ahead of a set.
fn fill_forward(set: Bitboard, color: Color) -> Bitboard {
    let mut filled = Bitboard::EMPTY;
    let mut edge = set;
    while edge.any() {
        edge = forward(edge, color);
        filled |= edge;
    }
    filled
}

/// Adds the terms of one player's pawns, and gives the passed ones.
fn one_side(position: &Position, color: Color, reach: &[Bitboard; 2], ledger: &mut impl Ledger) -> Bitboard {
    let sign = sign(color);
    let own = position.pieces(Role::Pawn.of(color));
    let theirs = position.pieces(Role::Pawn.of(!color));
    let defended = pawn_attacks(own, color);
    let mut passed = Bitboard::EMPTY;
    for pawn in own {
        let here = pawn.bitboard();
        let rank = color.relative(pawn.rank()) as usize;
        let file = Bitboard::file(pawn.file());
        let beside = file.east() | file.west();
        let ahead = fill_forward(here, color);
        let unopposed = usize::from((ahead & theirs).is_empty());
        if (ahead & own).any() {
            ledger.add(terms::DOUBLED_PAWN, sign);
        }
        if (own & beside).is_empty() {
            ledger.add(terms::ISOLATED_PAWN + unopposed, sign);
        } else if is_backward(pawn, color, own & beside, theirs) {
            ledger.add(terms::BACKWARD_PAWN + unopposed, sign);
        }
        if ((here.east() | here.west()) & own).any() {
            ledger.add(terms::PHALANX_PAWN + rank, sign);
        }
        if defended.has(pawn) {
            ledger.add(terms::DEFENDED_PAWN + rank, sign);
        }
        let is_free = (ahead & (theirs | own)).is_empty();
        if is_free && (ahead & reach[!color as usize]).is_empty() {
            passed |= here;
            ledger.add(terms::PASSED_PAWN + rank, sign);
        }
    }
    passed
}

/// All neighbors are ahead, and the square before it is guarded by an opposing pawn.
fn is_backward(pawn: Square, color: Color, neighbors: Bitboard, theirs: Bitboard) -> bool {
    let rank = color.relative(pawn.rank());
    let level_or_behind = |square: Square| color.relative(square.rank()) <= rank;
    rank < Rank::Sixth
        && !neighbors.into_iter().any(level_or_behind)
        && (forward(pawn.bitboard(), color) & pawn_attacks(theirs, !color)).any()
}

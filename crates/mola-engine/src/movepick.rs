//! Which move to try next: the move of the table first, then captures that win, then quiet moves by
//! their history, then captures that lose. Moves are generated only when their turn comes.

use mola_rules::{Move, MoveKind, MoveList, Position, Role};

use crate::history::{History, Scene};
use crate::see;
use crate::value::Value;

/// Where a picker is in its order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Stage {
    TableMove,
    GenerateCaptures,
    GoodCaptures,
    Killer,
    GenerateQuiets,
    Quiets,
    BadCaptures,
    Done,
}

/// What orders quiet moves, besides the board.
#[derive(Clone, Copy, Default)]
pub(crate) struct Hints {
    /// A quiet move that refuted a sibling of this node.
    pub(crate) killer: Option<Move>,
    pub(crate) scene: Scene,
}

/// Hands out the moves of one node, the most promising first.
pub(crate) struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    hints: Hints,
    /// Captures must win at least this much to count as good.
    threshold: Value,
    captures_only: bool,
    moves: MoveList,
    scores: [i32; 256],
    next: usize,
    bad: MoveList,
    next_bad: usize,
}

impl Picker {
    /// For the main search: all moves. The table's move must be legal.
    pub(crate) fn new(table_move: Option<Move>, hints: Hints) -> Self {
        Self::with(table_move, hints, 0, false)
    }

    /// For quiescence and probcut: captures and promotions that win at least `threshold`.
    pub(crate) fn captures(table_move: Option<Move>, threshold: Value) -> Self {
        Self::with(table_move, Hints::default(), threshold, true)
    }

    fn with(table_move: Option<Move>, hints: Hints, threshold: Value, captures_only: bool) -> Self {
        Self {
            stage: if table_move.is_some() { Stage::TableMove } else { Stage::GenerateCaptures },
            table_move,
            hints,
            threshold,
            captures_only,
            moves: MoveList::new(),
            scores: [0; 256],
            next: 0,
            bad: MoveList::new(),
            next_bad: 0,
        }
    }

    /// The stage of the move that was handed out last.
    pub(crate) const fn stage(&self) -> Stage {
        self.stage
    }

    /// No more quiet moves are wanted.
    pub(crate) fn skip_quiets(&mut self) {
        if self.stage < Stage::BadCaptures && self.stage > Stage::GoodCaptures {
            self.stage = Stage::BadCaptures;
        }
    }

    /// The next move.
    pub(crate) fn next(&mut self, position: &Position, history: &History) -> Option<Move> {
        if self.stage == Stage::TableMove {
            self.stage = Stage::GenerateCaptures;
            return self.table_move;
        }
        if self.stage == Stage::GenerateCaptures {
            self.moves = position.captures();
            for (m, score) in self.moves.iter().zip(&mut self.scores) {
                *score = score_capture(position, history, *m);
            }
            self.next = 0;
            self.stage = Stage::GoodCaptures;
        }
        if self.stage == Stage::GoodCaptures {
            while let Some(m) = self.pick_best() {
                if Some(m) == self.table_move {
                    continue;
                }
                if see::wins_at_least(position, m, self.threshold) {
                    return Some(m);
                }
                self.bad.push(m);
            }
            self.stage = if self.captures_only { Stage::Done } else { Stage::Killer };
        }
        if self.stage == Stage::Killer {
            self.stage = Stage::GenerateQuiets;
            let killer = self
                .hints
                .killer
                .filter(|&m| Some(m) != self.table_move && !is_tactical(position, m) && position.is_legal(m));
            if killer.is_some() {
                return killer;
            }
            self.hints.killer = None;
        }
        if self.stage == Stage::GenerateQuiets {
            self.moves = position.quiets();
            for (m, score) in self.moves.iter().zip(&mut self.scores) {
                *score = history.quiet(&self.hints.scene, position.turn(), *m);
            }
            self.next = 0;
            self.stage = Stage::Quiets;
        }
        if self.stage == Stage::Quiets {
            while let Some(m) = self.pick_best() {
                if Some(m) != self.table_move && Some(m) != self.hints.killer {
                    return Some(m);
                }
            }
            self.stage = Stage::BadCaptures;
        }
        if self.stage == Stage::BadCaptures {
            if let Some(&m) = self.bad.get(self.next_bad) {
                self.next_bad += 1;
                return Some(m);
            }
            self.stage = Stage::Done;
        }
        None
    }

    /// Finds the best of the moves that are left and takes it out. Most nodes end after a few moves,
    /// so sorting them all would be a waste.
    fn pick_best(&mut self) -> Option<Move> {
        let rest = &self.scores[self.next..self.moves.len()];
        let mut best = 0;
        for (index, score) in rest.iter().enumerate() {
            if *score > rest[best] {
                best = index;
            }
        }
        let first = self.next;
        if rest.is_empty() {
            return None;
        }
        self.scores.swap(first, first + best);
        self.moves.swap(first, first + best);
        self.next += 1;
        Some(self.moves[first])
    }
}

/// Whether a move changes the material.
pub(crate) fn is_tactical(position: &Position, m: Move) -> bool {
    position.is_capture(m) || m.promotion().is_some()
}

/// What a capture takes; a pawn in a promotion without capture, so that histories have a place for it.
pub(crate) fn victim(position: &Position, m: Move) -> Role {
    match m.kind() {
        MoveKind::EnPassant => Role::Pawn,
        _ => position.role_at(m.to()).unwrap_or(Role::Pawn),
    }
}

/// The most valuable victim first, then what was good before.
fn score_capture(position: &Position, history: &History, m: Move) -> i32 {
    let taken = if position.is_capture(m) { see::worth(victim(position, m)) } else { 0 };
    let promoted = m.promotion().map_or(0, see::worth);
    16 * (taken + promoted) + history.capture(m, position.turn(), victim(position, m))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_legal_move_is_handed_out_once() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ];
        let history = History::new();
        for fen in fens {
            let position: Position = fen.parse().unwrap();
            let legal = position.legal_moves();
            for &first in &legal {
                let hints = Hints { killer: legal.last().copied(), ..Hints::default() };
                let mut picker = Picker::new(Some(first), hints);
                let mut picked = Vec::new();
                while let Some(m) = picker.next(&position, &history) {
                    picked.push(m);
                }
                assert_eq!(picked[0], first);
                assert_eq!(picked.len(), legal.len(), "{fen}");
                assert!(legal.iter().all(|m| picked.contains(m)));
            }
        }
    }

    #[test]
    fn captures_that_win_come_before_quiet_moves_and_losing_ones_after() {
        let position: Position = "4k3/8/4p3/3p4/8/2N5/3Q4/4K3 w - - 0 1".parse().unwrap();
        let mut picker = Picker::new(None, Hints::default());
        let mut order = Vec::new();
        while let Some(m) = picker.next(&position, &History::new()) {
            order.push((picker.stage(), m));
        }
        let captures = order.iter().filter(|(_, m)| position.is_capture(*m)).count();
        assert_eq!(captures, 2);
        assert!(
            order
                .iter()
                .rev()
                .take(2)
                .all(|(stage, m)| *stage == Stage::BadCaptures && position.is_capture(*m))
        );
        let winning: Position = "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1".parse().unwrap();
        let first = Picker::new(None, Hints::default()).next(&winning, &History::new()).unwrap();
        assert!(winning.is_capture(first));
    }
}

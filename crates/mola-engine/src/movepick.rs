//! Which move to try next: the move of the table first, then captures that win, then the killer, then quiet
//! moves by their history, then captures that lose. Moves are generated only when their turn comes.

use mola_rules::{Bitboard, Move, MoveKind, Position, Role, attacks};

use crate::history::{History, Scene};
use crate::params::Knobs;
use crate::see;
use crate::threats::Threats;
use crate::transposition::Table;
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
    pub(crate) threats: Threats,
}

/// A move and how promising it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored {
    m: Move,
    score: i32,
}

/// Hands out the moves of one node, the most promising first.
///
/// The moves of all nodes of a line lie on one stack, so that a node costs no more memory than it has moves.
/// What lies above those of this node belongs to nodes that have been left.
pub(crate) struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    hints: Hints,
    /// Captures must win at least this much to count as good.
    threshold: Value,
    captures_only: bool,
    /// Where the moves of this node begin on the stack: captures that lose, and then what is left to try.
    start: usize,
    bad: usize,
    next: usize,
    end: usize,
}

impl Picker {
    /// For the main search: all moves. The table's move must be legal.
    pub(crate) fn new(stack: &[Scored], table_move: Option<Move>, hints: Hints) -> Self {
        Self::with(stack, table_move, hints, 0, false)
    }

    /// For quiescence and probcut: captures and promotions that win at least `threshold`.
    pub(crate) fn captures(stack: &[Scored], table_move: Option<Move>, threshold: Value) -> Self {
        Self::with(stack, table_move, Hints::default(), threshold, true)
    }

    const fn with(
        stack: &[Scored],
        table_move: Option<Move>,
        hints: Hints,
        threshold: Value,
        captures_only: bool,
    ) -> Self {
        let start = stack.len();
        Self {
            stage: if table_move.is_some() { Stage::TableMove } else { Stage::GenerateCaptures },
            table_move,
            hints,
            threshold,
            captures_only,
            start,
            bad: start,
            next: start,
            end: start,
        }
    }

    /// How far the order has come: past the table's move and the killer, and at the captures or quiet moves
    /// that are being handed out.
    pub(crate) const fn stage(&self) -> Stage {
        self.stage
    }

    /// No more quiet moves are wanted.
    pub(crate) fn skip_quiets(&mut self) {
        if self.stage < Stage::BadCaptures && self.stage > Stage::GoodCaptures {
            self.stage = Stage::BadCaptures;
            self.next = self.start;
        }
    }

    /// No quiet move that the history ranks below the last one is wanted. The killer is not ranked: it comes
    /// before quiet moves are generated.
    pub(crate) fn skip_worse_quiets(&mut self) {
        if self.stage == Stage::Quiets {
            self.skip_quiets();
        }
    }

    /// The next move. The `table` is asked for what follows it as early as can be: for captures before it is known
    /// what they win, and for quiet moves while the one before is searched.
    pub(crate) fn next(
        &mut self,
        stack: &mut Vec<Scored>,
        position: &Position,
        history: &History,
        knobs: &Knobs,
        table: &Table,
    ) -> Option<Move> {
        let prefetch = |m: Move| table.prefetch_after(position, m);
        if self.stage == Stage::TableMove {
            self.stage = Stage::GenerateCaptures;
            return self.table_move;
        }
        if self.stage == Stage::GenerateCaptures {
            self.put(stack, &position.captures(), |m| score_capture(position, history, knobs, m));
            self.stage = Stage::GoodCaptures;
        }
        if self.stage == Stage::GoodCaptures {
            while let Some(m) = self.pick_best(stack) {
                if Some(m) == self.table_move {
                    continue;
                }
                prefetch(m);
                // What was good before may look like a loss.
                let score = stack[self.next - 1].score;
                let trust = if self.captures_only { 0 } else { score / knobs.capture_trust() };
                if see::wins_at_least(position, m, self.threshold - trust) {
                    return Some(m);
                }
                // One place at least is free: that of this move.
                stack[self.bad].m = m;
                self.bad += 1;
            }
            self.stage = if self.captures_only { Stage::Done } else { Stage::Killer };
        }
        if self.stage == Stage::Killer {
            self.stage = Stage::GenerateQuiets;
            let killer = self
                .hints
                .killer
                .filter(|&m| Some(m) != self.table_move && !is_tactical(position, m) && position.is_legal(m));
            if let Some(m) = killer {
                prefetch(m);
                return killer;
            }
            self.hints.killer = None;
        }
        if self.stage == Stage::GenerateQuiets {
            let judge = history.judge(&self.hints.scene, position.turn());
            let threats = self.hints.threats;
            let dangers = Dangers::of(position, &threats);
            self.put(stack, &position.quiets(), |m| judge.quiet(m) + dangers.score(position, m, knobs));
            self.find_best(stack).into_iter().for_each(prefetch);
            self.stage = Stage::Quiets;
        }
        if self.stage == Stage::Quiets {
            while let Some(m) = self.take(stack) {
                self.find_best(stack).into_iter().for_each(prefetch);
                if Some(m) != self.table_move && Some(m) != self.hints.killer {
                    return Some(m);
                }
            }
            self.stage = Stage::BadCaptures;
            self.next = self.start;
        }
        if self.stage == Stage::BadCaptures {
            if self.next < self.bad {
                stack.truncate(self.bad);
                self.next += 1;
                let m = stack[self.next - 1].m;
                prefetch(m);
                return Some(m);
            }
            self.stage = Stage::Done;
        }
        None
    }

    /// Puts moves on the stack, above captures that lose.
    fn put(&mut self, stack: &mut Vec<Scored>, moves: &[Move], score: impl Fn(Move) -> i32) {
        stack.truncate(self.bad);
        stack.extend(moves.iter().map(|&m| Scored { m, score: score(m) }));
        (self.next, self.end) = (self.bad, stack.len());
    }

    /// Finds the best of the moves that are left and takes it out. Most nodes end after a few moves,
    /// so sorting them all would be a waste.
    fn pick_best(&mut self, stack: &mut Vec<Scored>) -> Option<Move> {
        stack.truncate(self.end);
        self.find_best(stack)?;
        self.take(stack)
    }

    /// Finds the best of the moves that are left and puts it in front of them.
    fn find_best(&self, stack: &mut [Scored]) -> Option<Move> {
        let rest = &mut stack[self.next..];
        let mut best = 0;
        let mut most = rest.first()?.score;
        for (index, one) in rest.iter().enumerate() {
            if one.score > most {
                (best, most) = (index, one.score);
            }
        }
        rest.swap(0, best);
        Some(rest[0].m)
    }

    /// Takes out the first of the moves that are left.
    fn take(&mut self, stack: &mut Vec<Scored>) -> Option<Move> {
        stack.truncate(self.end);
        let m = stack.get(self.next)?.m;
        self.next += 1;
        Some(m)
    }
}

/// What a quiet move attacks or escapes from at once, which histories do not know. With trust in captures and
/// three changes of the evaluation, it was worth 69 Elo at 5000 nodes.
struct Dangers<'a> {
    threats: &'a Threats,
    /// From where pieces of each role give check.
    checks: [Bitboard; 6],
}

impl<'a> Dangers<'a> {
    fn of(position: &Position, threats: &'a Threats) -> Self {
        let (king, occupied) = (position.king(!position.turn()), position.occupied());
        let (bishop, rook) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
        let checks = [Bitboard::EMPTY, attacks::knight(king), bishop, rook, bishop | rook, Bitboard::EMPTY];
        Self { threats, checks }
    }

    fn score(&self, position: &Position, m: Move, knobs: &Knobs) -> i32 {
        let (role, lesser) = (m.role(), self.threats.by_less_than(m.role()));
        let stake = see::worth(role) * knobs.escape();
        let mut score = stake * (i32::from(lesser.has(m.from())) - i32::from(lesser.has(m.to())));
        if self.checks[role as usize].has(m.to()) && see::wins_at_least(position, m, -knobs.check_loss()) {
            score += knobs.check_bonus();
        }
        score
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
fn score_capture(position: &Position, history: &History, knobs: &Knobs, m: Move) -> i32 {
    let taken = if position.is_capture(m) { see::worth(victim(position, m)) } else { 0 };
    let promoted = m.promotion().map_or(0, see::worth);
    knobs.capture_worth() * (taken + promoted) + history.capture(m, position.turn(), victim(position, m))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The next move, without any history.
    fn next(picker: &mut Picker, stack: &mut Vec<Scored>, position: &Position) -> Option<Move> {
        picker.next(stack, position, &History::new(), &Knobs::new(), &Table::least())
    }

    #[test]
    fn every_legal_move_is_handed_out_once() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ];
        for fen in fens {
            let position: Position = fen.parse().unwrap();
            let legal = position.legal_moves();
            for &first in &legal {
                let hints = Hints { killer: legal.last().copied(), ..Hints::default() };
                let mut stack = Vec::new();
                let mut picker = Picker::new(&stack, Some(first), hints);
                let mut picked = Vec::new();
                while let Some(m) = next(&mut picker, &mut stack, &position) {
                    picked.push(m);
                    assert!(stack.len() <= legal.len(), "nothing of other nodes is kept: {fen}");
                    // Other nodes leave moves behind.
                    stack.extend([Scored { m, score: i32::MAX }; 300]);
                }
                assert_eq!(picked[0], first);
                assert_eq!(picked.len(), legal.len(), "{fen}");
                assert!(legal.iter().all(|m| picked.contains(m)));
            }
        }
    }

    #[test]
    fn a_hopeless_killer_does_not_condemn_other_quiet_moves() {
        let position: Position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse().unwrap();
        let killer = position.parse_san("Kd1").ok();
        let mut stack = Vec::new();
        let mut picker = Picker::new(&stack, None, Hints { killer, ..Hints::default() });
        assert_eq!(next(&mut picker, &mut stack, &position), killer);
        picker.skip_worse_quiets();
        assert!(next(&mut picker, &mut stack, &position).is_some());
        picker.skip_worse_quiets();
        assert_eq!(next(&mut picker, &mut stack, &position), None);
    }

    #[test]
    fn captures_that_win_come_before_quiet_moves_and_losing_ones_after() {
        let position: Position = "4k3/8/4p3/3p4/8/2N5/3Q4/4K3 w - - 0 1".parse().unwrap();
        let mut stack = Vec::new();
        let mut picker = Picker::new(&stack, None, Hints::default());
        let mut order = Vec::new();
        while let Some(m) = next(&mut picker, &mut stack, &position) {
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
        let mut picker = Picker::new(&stack, None, Hints::default());
        let first = next(&mut picker, &mut stack, &winning).unwrap();
        assert!(winning.is_capture(first));
    }
}

//! Iterative deepening: the same search, deeper and deeper, each one ordered by what the last one
//! found.

use std::time::Duration;

use mola_rules::Move;

use super::{Root, Worker};
use crate::time::{Patience, TimeLimits};
use crate::value::{INFINITE, MATE, MAX_PLY, Value, is_mate};

/// A move at the root, with what is known about it.
#[derive(Clone)]
pub(crate) struct RootMove {
    pub(crate) m: Move,
    /// The value in the current depth, and in the last one in which it was searched in full.
    pub(crate) value: Value,
    pub(crate) previous: Value,
    pub(crate) line: Vec<Move>,
    pub(crate) deepest: usize,
    /// Nodes spent on it.
    nodes: u64,
}

impl RootMove {
    pub(crate) fn new(m: Move) -> Self {
        Self { m, value: -INFINITE, previous: -INFINITE, line: vec![m], deepest: 0, nodes: 0 }
    }
}

/// What one depth found.
pub(crate) struct Progress<'a> {
    pub(crate) depth: i32,
    /// The best lines, the best first.
    pub(crate) lines: &'a [RootMove],
    pub(crate) nodes: u64,
}

/// What ends a search, besides the host and the nodes.
pub(crate) struct Limits {
    pub(crate) depth: i32,
    pub(crate) mate: Option<u32>,
    pub(crate) lines: usize,
    /// No new depth begins after this many nodes.
    pub(crate) soft_nodes: Option<u64>,
    pub(crate) time: TimeLimits,
}

/// The result of one thread.
pub(crate) struct Found {
    pub(crate) best: RootMove,
    pub(crate) depth: i32,
    /// All lines that were asked for, from the last depth that was finished.
    pub(crate) lines: Vec<RootMove>,
}

impl Worker<'_> {
    /// Searches depth after depth. `None` if there is no move to search.
    pub(crate) fn deepen(
        &mut self,
        limits: &Limits,
        elapsed: &dyn Fn() -> Duration,
        tell: &mut dyn FnMut(&Progress<'_>),
    ) -> Option<Found> {
        let mut found = Found { best: self.roots.first()?.clone(), depth: 0, lines: Vec::new() };
        let lines = limits.lines.clamp(1, self.roots.len());
        let mut stable = 0;
        for depth in 1..=limits.depth.min(MAX_PLY as i32 - 1) {
            self.deepest = 0;
            for root in &mut self.roots {
                root.previous = root.value;
            }
            for first in 0..lines {
                self.first_root = first;
                if first > 0 || !limits.mate.is_some_and(|moves| self.hunt(moves, depth)) {
                    self.aspire(depth);
                }
                self.roots[first..].sort_by_key(|root| std::cmp::Reverse(root.value));
                if self.shared.stopped() {
                    break;
                }
                self.roots[..=first].sort_by_key(|root| std::cmp::Reverse(root.value));
            }
            self.first_root = 0;
            let stopped = self.shared.stopped();
            // An unfinished depth counts only if its first move was searched: then what leads is better.
            if stopped && depth > 1 {
                if lines == 1 && self.roots[0].value > -INFINITE {
                    found.best = self.roots[0].clone();
                }
                break;
            }
            let before = std::mem::replace(&mut found.best, self.roots[0].clone());
            found.depth = depth;
            // A search that is stopped at once leaves moves without a value.
            let valued = self.roots[..lines].iter().take_while(|root| root.value > -INFINITE).count();
            found.lines = self.roots[..valued].to_vec();
            let nodes = self.publish_nodes();
            tell(&Progress { depth, lines: &self.roots[..valued], nodes });
            // Small trees may be finished before the first poll.
            if stopped || self.is_called_off() {
                break;
            }
            stable = if before.m == found.best.m { stable + 1 } else { 0 };
            if self.is_answered(limits, &found) || self.time_is_up(limits, &before, &found, stable, elapsed())
            {
                break;
            }
        }
        Some(found)
    }

    /// Looks for a mate in `moves` and for nothing else: lines that cannot mate in time are cut at once.
    fn hunt(&mut self, moves: u32, depth: i32) -> bool {
        let mate = MATE - (2 * moves.clamp(1, MAX_PLY as u32 / 2) as Value - 1);
        self.forget_values();
        self.search_root(mate - 1, INFINITE, depth) >= mate || self.shared.stopped()
    }

    /// One pass over the moves at the root.
    fn search_root(&mut self, alpha: Value, beta: Value, depth: i32) -> Value {
        // Earlier passes may have left moves on the stack.
        self.moves.clear();
        self.search::<Root>(0, alpha, beta, depth, false)
    }

    fn forget_values(&mut self) {
        for root in &mut self.roots[self.first_root..] {
            root.value = -INFINITE;
        }
    }

    /// Searches with a narrow window around the last value, and widens it until the value lies inside.
    fn aspire(&mut self, depth: i32) {
        let guess = self.roots[self.first_root].previous;
        let knobs = self.shared.knobs;
        let uncertainty = (guess.abs() / knobs.aspiration_value()).min(knobs.aspiration_value_most());
        let mut delta = knobs.aspiration() + uncertainty;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= knobs.aspiration_depth() && guess.abs() < INFINITE {
            (alpha, beta) = ((guess - delta).max(-INFINITE), (guess + delta).min(INFINITE));
        }
        let mut reduced = 0;
        self.forget_values();
        loop {
            let value = self.search_root(alpha, beta, (depth - reduced).max(1));
            if self.shared.stopped() {
                return;
            }
            if value <= alpha && alpha > -INFINITE {
                beta = i32::midpoint(alpha, beta);
                alpha = (value - delta).max(-INFINITE);
                reduced = 0;
                self.forget_values();
            } else if value >= beta && beta < INFINITE {
                beta = (value + delta).min(INFINITE);
                reduced = (reduced + 1).min(knobs.aspiration_reduction());
                // The move that failed high is searched first.
                self.roots[self.first_root..].sort_by_key(|root| std::cmp::Reverse(root.value));
            } else {
                return;
            }
            delta += delta * knobs.aspiration_growth() / 100 + 2;
            if delta > knobs.aspiration_widest() {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Whether a move may be searched in the line that is being looked for.
    pub(super) fn is_root_candidate(&self, m: Move) -> bool {
        self.roots[self.first_root..].iter().any(|root| root.m == m)
    }

    /// Keeps what was found about a root move. The value of a move that did not raise alpha is only a
    /// bound and must not be taken for its worth.
    pub(super) fn note_root(&mut self, m: Move, value: Value, exact: bool, nodes: u64) {
        let deepest = self.deepest;
        if let Some(root) = self.roots.iter_mut().find(|root| root.m == m) {
            root.nodes += nodes;
            root.value = if exact { value } else { -INFINITE };
            if exact {
                root.deepest = deepest;
                root.line.clear();
                root.line.push(m);
                root.line.extend(self.lines[1].iter());
            }
        }
    }

    /// Whether deeper searches cannot change anything that was asked for.
    fn is_answered(&self, limits: &Limits, found: &Found) -> bool {
        let value = found.best.value;
        let mate_in = (MATE - value.abs() + 1) / 2;
        if limits.soft_nodes.is_some_and(|nodes| self.nodes >= nodes) {
            return true;
        }
        let asked = limits.mate.is_some_and(|moves| value > 0 && is_mate(value) && mate_in <= moves as i32);
        // A mate within the depth is proven; only a clock cares to save the time.
        let proven = is_mate(value) && found.depth > 2 * (MATE - value.abs()) + 4;
        asked || (proven && limits.time.soft.is_some())
    }

    fn time_is_up(
        &self,
        limits: &Limits,
        before: &RootMove,
        found: &Found,
        stable: u32,
        elapsed: Duration,
    ) -> bool {
        let Some(soft) = limits.time.soft else { return false };
        if self.roots.len() == 1 {
            return true;
        }
        let effort = found.best.nodes as f64 / self.nodes.max(1) as f64;
        let fallen = if before.value.abs() < INFINITE { before.value - found.best.value } else { 0 };
        elapsed >= soft.mul_f64(Patience { stable, effort, fallen }.factor(self.shared.knobs))
    }
}

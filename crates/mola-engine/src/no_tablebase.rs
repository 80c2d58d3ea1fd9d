//! The stand-in for endgame tables in a build without them.

use mola_rules::{Move, Position};

#[derive(Clone, Copy)]
#[allow(dead_code, reason = "without tables there are no verdicts")]
pub(crate) enum Verdict {
    Loss,
    Draw,
    Win,
}

/// No value of this type exists, since no tables can be opened.
pub(crate) enum Tablebase {}

#[allow(clippy::unused_self, reason = "the same as with tables")]
impl Tablebase {
    pub(crate) fn open(_folders: &str) -> Result<Self, &'static str> {
        Err("this build cannot read endgame tables")
    }

    pub(crate) fn set(&mut self, _fifty_moves: bool, _least_depth: i32) {}

    pub(crate) fn remark(&self, _say: &mut dyn FnMut(&str)) {}

    pub(crate) fn is_worth_probing(&self, _position: &Position, _depth: i32) -> bool {
        false
    }

    pub(crate) fn probe(&self, _position: &Position) -> Option<Verdict> {
        None
    }

    pub(crate) fn best_moves(&self, _: &Position, _: &[Move], _: &[u64]) -> Option<(Vec<Move>, Verdict)> {
        None
    }
}

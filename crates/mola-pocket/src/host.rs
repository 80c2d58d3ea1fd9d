//! What the engine and its host say to each other: limits and answers, a clock and a way to stop.

use crate::board::Move;
use crate::search::{MATE, MATE_BAND};
use core::time::Duration;

/// The engine's only window on the world. It has no clock and prints nothing. A host that says
/// nothing of its own is `()`, for searches that only depth or nodes limit.
pub trait Host {
    /// The time since the search began. Must not block.
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
    /// Whether to come back as soon as possible with the best move so far. Must not block.
    fn stop(&mut self) -> bool {
        false
    }
    /// Hears of every finished depth, once, with the expected moves. Each move is seen by its mover,
    /// the first by the player to move. The last depth may be unfinished if it found a better move.
    fn report(&mut self, _found: &Answer, _line: &[Move]) {}
}

impl Host for () {}

/// How long to think. The first limit that is reached ends the search; zero of anything still
/// yields a legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Plies to look ahead.
    pub depth: u8,
    /// Positions to visit.
    pub nodes: u64,
    /// No new depth begins after this time.
    pub soft: Duration,
    /// The search ends here even within a depth.
    pub hard: Duration,
}

impl Limits {
    /// No limit at all: only the host's stop, or the depth that memory allows, ends the search.
    pub const NONE: Self = Self { depth: u8::MAX, nodes: u64::MAX, soft: Duration::MAX, hard: Duration::MAX };

    /// A fixed number of plies.
    pub const fn depth(depth: u8) -> Self {
        Self { depth, ..Self::NONE }
    }

    /// A fixed number of positions.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes, ..Self::NONE }
    }

    /// A share of a chess clock: Sunfish's rule of a fortieth, 2.5 %, and the increment. A depth
    /// that has begun may run to four times that, but never beyond a third of what is left.
    pub fn clock(left: Duration, increment: Duration) -> Self {
        let share = (left / 40).saturating_add(increment);
        let hard = share.saturating_mul(4).min(left / 3);
        // Most depths take longer than all before them together: one that begins after half the
        // share would hardly end within it.
        Self { soft: (share / 2).min(hard), hard, ..Self::NONE }
    }
}

/// What a search has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The move to play; none if the game is over.
    pub best: Option<Move>,
    /// The score in hundredths of a pawn for the player to move, or a mate: see [`mate_in`].
    pub score: i32,
    /// The last depth that was reported; 0 if none was.
    pub depth: u8,
    /// Positions visited.
    pub nodes: u64,
}

/// Reads a score as a mate: `Some(3)` gives mate in three moves, `Some(-2)` is mated in two,
/// `Some(0)` is mated already, and `None` if it is not a mate.
pub fn mate_in(score: i32) -> Option<i32> {
    match score {
        MATE_BAND.. => Some((MATE - score + 1) / 2),
        _ if score <= -MATE_BAND => Some(-(MATE + score) / 2),
        _ => None,
    }
}

//! A game in XBoard beyond its moves: who plays, and how much time there is.

use std::time::Duration;

use mola_game::{Limits, Score, Time};
use mola_rules::{Color, Move};

use super::limits::left_after;
use crate::xboard::{Edit, Level};

/// What the engine does in the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Mode {
    /// It follows the moves of others.
    #[default]
    Force,
    /// It plays this color.
    Play(Color),
    /// It thinks about every position.
    Analyze,
}

/// A game of XBoard's, beyond the moves.
#[derive(Debug, Default)]
pub(crate) struct XBoardGame {
    pub(crate) mode: Mode,
    pub(crate) chess960: bool,
    /// Whether to think on the opponent's time.
    pub(crate) hard: bool,
    pub(crate) clocks: Clocks,
    /// Moves that the analysis leaves out.
    pub(crate) excluded: Vec<Move>,
    pub(crate) edit: Option<Edit>,
    /// The engine's latest judgment, by which it answers draw offers.
    pub(crate) score: Option<Score>,
    /// The move that the engine expects in the position on the board.
    pub(crate) expected: Option<Move>,
}

/// The engine's clock, and all that limits its thinking.
#[derive(Debug)]
pub(crate) struct Clocks {
    level: Level,
    /// Whether the GUI has said anything about time.
    told: bool,
    move_time: Option<Duration>,
    depth: Option<u32>,
    nps: Option<Nps>,
    own: Duration,
}

/// Nodes that stand for a second.
#[derive(Clone, Copy, Debug)]
struct Nps {
    nodes: u64,
    /// Whether the command before this one was `nps`.
    fresh: bool,
}

impl Default for Clocks {
    /// What XBoard itself begins with: forty moves in five minutes.
    fn default() -> Self {
        let level = Level { moves: 40, base: Duration::from_mins(5), increment: Duration::ZERO };
        Self { level, told: false, move_time: None, depth: None, nps: None, own: level.base }
    }
}

impl Clocks {
    /// A new game: the clocks at their start, and no limit of depth.
    pub(crate) fn reset(&mut self) {
        self.own = self.level.base;
        self.depth = None;
    }

    pub(crate) fn set_level(&mut self, level: Level) {
        self.level = level;
        self.own = level.base;
        self.told = true;
        self.move_time = None;
        self.nps = None;
    }

    pub(crate) fn set_move_time(&mut self, time: Duration) {
        // One client writes a limit of N nodes as `nps 1`, `st N`, and never takes it back: a second
        // of one node that does not come right before is a leftover.
        self.nps = self.nps.filter(|nps| nps.fresh || nps.nodes > 1);
        self.move_time = Some(time);
        self.told = true;
    }

    pub(crate) fn set_depth(&mut self, depth: u32) {
        self.depth = Some(depth.max(1));
    }

    pub(crate) fn set_nps(&mut self, nps: i64) {
        self.nps = (nps > 0).then_some(Nps { nodes: nps as u64, fresh: true });
    }

    /// Another command has come since `nps`.
    pub(crate) fn age(&mut self) {
        if let Some(nps) = &mut self.nps {
            nps.fresh = false;
        }
    }

    /// The GUI's word on the engine's clock, in hundredths of a second.
    pub(crate) fn set_own(&mut self, centiseconds: i64) {
        self.own = Duration::from_millis((centiseconds.max(0) as u64).saturating_mul(10));
        self.told = true;
    }

    /// Takes a move's time off the clock, for GUIs that do not tell it.
    pub(crate) fn spend(&mut self, spent: Duration, moves_made: usize) {
        self.own = self.own.saturating_sub(spent).saturating_add(self.level.increment);
        if self.level.moves > 0 && moves_made.is_multiple_of(self.level.moves as usize) {
            self.own = self.own.saturating_add(self.level.base);
        }
    }

    /// The limits of the engine's next move, of which it has made some before.
    pub(crate) fn limits(&self, moves_made: usize, overhead: Duration) -> Limits {
        let mut limits = Limits { depth: self.depth, ..Limits::NONE };
        let per_move = self.move_time.unwrap_or(self.own / 30 + self.level.increment);
        if let Some(nps) = self.nps {
            let nodes = u128::from(nps.nodes) * per_move.as_millis() / 1000;
            limits.nodes = Some(nodes.clamp(1, u64::MAX.into()) as u64);
            return limits;
        }
        limits.time = match self.move_time {
            Some(time) => Time::Move(time.max(super::limits::SHORTEST)),
            // Only a depth was asked for.
            None if !self.told && self.depth.is_some() => Time::Unlimited,
            None => Time::Clock {
                left: left_after(self.own, overhead),
                increment: self.level.increment,
                moves_to_go: match self.level.moves {
                    0 => None,
                    moves => Some(moves - (moves_made % moves as usize) as u32),
                },
            },
        };
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_OVERHEAD: Duration = Duration::ZERO;

    #[test]
    fn node_limits_are_understood_as_either_client_writes_them() {
        let mut python = Clocks::default();
        python.set_nps(1);
        python.set_move_time(Duration::from_secs(4000));
        assert_eq!(python.limits(0, NO_OVERHEAD).nodes, Some(4000));
        python.age();
        python.set_move_time(Duration::from_millis(500));
        let limits = python.limits(0, NO_OVERHEAD);
        assert_eq!((limits.nodes, limits.time), (None, Time::Move(Duration::from_millis(500))));
        let mut cutechess = Clocks::default();
        cutechess.set_move_time(Duration::from_secs(1));
        cutechess.age();
        cutechess.set_nps(5000);
        assert_eq!(cutechess.limits(0, NO_OVERHEAD).nodes, Some(5000));
    }

    #[test]
    fn depth_does_not_cancel_the_time_control() {
        let mut clocks = Clocks::default();
        clocks.set_move_time(Duration::from_secs(2));
        clocks.set_depth(4);
        let limits = clocks.limits(0, NO_OVERHEAD);
        assert_eq!((limits.depth, limits.time), (Some(4), Time::Move(Duration::from_secs(2))));
        clocks.reset();
        assert_eq!(clocks.limits(0, NO_OVERHEAD).depth, None, "a new game has no limit of depth");
    }

    #[test]
    fn the_clock_runs_by_itself_where_nobody_tells_it() {
        let mut clocks = Clocks::default();
        clocks.set_level(Level {
            moves: 2,
            base: Duration::from_secs(10),
            increment: Duration::from_secs(1),
        });
        clocks.spend(Duration::from_secs(3), 1);
        let left = |clocks: &Clocks, made| match clocks.limits(made, NO_OVERHEAD).time {
            Time::Clock { left, moves_to_go, .. } => (left.as_secs(), moves_to_go),
            other => panic!("{other:?}"),
        };
        assert_eq!(left(&clocks, 1), (8, Some(1)));
        clocks.spend(Duration::from_secs(4), 2);
        assert_eq!(left(&clocks, 2), (15, Some(2)));
        clocks.set_own(-50);
        assert_eq!(left(&clocks, 2), (0, Some(2)));
    }
}

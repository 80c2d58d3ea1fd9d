//! From a client's numbers to sensible limits.

use std::time::Duration;

use mola_game::{Limits, Time};
use mola_rules::{Color, Position};

use crate::uci::Go;

/// More time than this comes from numbers that overflowed; engines should not have to multiply it.
const LONGEST: u64 = 1 << 40;

/// The least time there is to think: a clock that has run out still wants a move, at once.
pub(crate) const SHORTEST: Duration = Duration::from_millis(1);

impl Go {
    /// What it means for the player to move, if talking to the client takes `overhead`. Zero and less of
    /// anything is the least there is, so that no number makes a search without end.
    pub fn limits(&self, root: &Position, overhead: Duration) -> Limits {
        let at_least_one = |value: i64| value.max(1) as u64;
        Limits {
            depth: self.depth.map(|depth| small(at_least_one(depth))),
            nodes: self.nodes.map(at_least_one),
            mate: self.mate.map(|moves| small(at_least_one(moves))),
            time: if self.infinite { Time::Unlimited } else { time_of(self, root.turn(), overhead) },
            ponder: self.ponder,
            ..Limits::NONE
        }
    }
}

fn small(value: u64) -> u32 {
    value.min(u32::MAX.into()) as u32
}

fn millis(value: i64) -> Duration {
    Duration::from_millis((value.max(0) as u64).min(LONGEST))
}

fn time_of(go: &Go, turn: Color, overhead: Duration) -> Time {
    if let Some(time) = go.move_time {
        return Time::Move(millis(time).max(SHORTEST));
    }
    if !go.has_clock() {
        return Time::Unlimited;
    }
    let (own, other, increment) = match turn {
        Color::White => (go.wtime, go.btime, go.winc),
        Color::Black => (go.btime, go.wtime, go.binc),
    };
    // A client that gives only the opponent's clock means that both have about as much.
    let left = millis(own.or(other).unwrap_or(0));
    Time::Clock {
        left: left_after(left, overhead),
        increment: millis(increment.unwrap_or(0)),
        moves_to_go: go.moves_to_go.filter(|&moves| moves > 0).map(|moves| small(moves as u64)),
    }
}

/// What is left after the overhead of talking to the client.
pub(crate) fn left_after(left: Duration, overhead: Duration) -> Duration {
    left.saturating_sub(overhead).max(SHORTEST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uci::Command;

    fn limits(line: &str) -> Limits {
        let Ok(Command::Go(go)) = line.parse() else { panic!("{line}") };
        go.limits(&Position::start(), Duration::from_millis(10))
    }

    #[test]
    fn zero_and_negative_limits_are_the_least_there_is() {
        for line in ["go depth 0", "go depth -3"] {
            assert_eq!(limits(line).depth, Some(1), "{line}");
        }
        assert_eq!(limits("go nodes 0").nodes, Some(1));
        assert_eq!(limits("go mate -1").mate, Some(1));
        assert_eq!(limits("go movetime 0").time, Time::Move(SHORTEST));
        assert_eq!(limits("go movetime -100").time, Time::Move(SHORTEST));
    }

    #[test]
    fn clocks_that_have_run_out_leave_a_millisecond() {
        for line in
            ["go wtime 0", "go wtime -5000", "go wtime 3", "go wtime abc", "go wtime 0 btime 0 winc 0 binc 0"]
        {
            let Time::Clock { left, increment, .. } = limits(line).time else { panic!("{line}") };
            assert_eq!((left, increment), (SHORTEST, Duration::ZERO), "{line}");
        }
    }

    #[test]
    fn moves_to_go_of_zero_means_the_rest_of_the_game() {
        for line in ["go wtime 1000 movestogo 0", "go wtime 1000 movestogo -4", "go wtime 1000"] {
            assert!(matches!(limits(line).time, Time::Clock { moves_to_go: None, .. }), "{line}");
        }
        assert!(matches!(limits("go wtime 1 movestogo 7").time, Time::Clock { moves_to_go: Some(7), .. }));
    }

    #[test]
    fn numbers_that_overflow_make_long_limits_and_nothing_else() {
        let huge = "99999999999999999999999";
        let line =
            format!("go wtime {huge} winc {huge} movestogo {huge} depth {huge} nodes {huge} mate {huge}");
        let limits = limits(&line);
        let Time::Clock { left, increment, moves_to_go } = limits.time else { panic!() };
        assert!(left <= Duration::from_millis(LONGEST) && increment <= Duration::from_millis(LONGEST));
        assert_eq!(
            (moves_to_go, limits.depth, limits.mate),
            (Some(u32::MAX), Some(u32::MAX), Some(u32::MAX))
        );
    }

    #[test]
    fn the_clock_of_the_player_to_move_counts_and_the_overhead_is_taken_off() {
        let Time::Clock { left, .. } = limits("go wtime 1000 btime 5000").time else { panic!() };
        assert_eq!(left, Duration::from_millis(990));
        let Time::Clock { left, .. } = limits("go btime 5000").time else { panic!() };
        assert_eq!(left, Duration::from_millis(4990), "only the other clock was told");
    }

    #[test]
    fn infinite_is_stronger_than_any_clock() {
        assert_eq!(limits("go infinite wtime 100").time, Time::Unlimited);
    }
}

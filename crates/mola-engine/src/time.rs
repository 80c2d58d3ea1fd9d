//! How long to think: a soft limit that bends with what the search sees, and a hard one.

use std::time::Duration;

use mola_game::Time;

/// When a search ends by the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeLimits {
    /// No new depth begins after this, bent by [`Patience`].
    pub(crate) soft: Option<Duration>,
    /// The search stops here, wherever it is.
    pub(crate) hard: Option<Duration>,
}

impl TimeLimits {
    /// What the clock allows. The host subtracts what is lost on the way to the client.
    pub(crate) fn new(time: Time) -> Self {
        match time {
            Time::Unlimited => Self { soft: None, hard: None },
            Time::Move(time) => {
                let time = time.max(Duration::from_millis(1));
                Self { soft: None, hard: Some(time) }
            }
            Time::Clock { left, increment, moves_to_go } => {
                let usable = left.max(Duration::from_millis(1));
                // A game lasts about that many more moves; most of the increment can be spent each time.
                let moves = moves_to_go.unwrap_or(24).clamp(1, 40);
                let share = usable / moves + increment * 3 / 4;
                let soft = share.mul_f64(0.75).min(usable.mul_f64(0.7));
                let hard = share.mul_f64(3.5).min(usable.mul_f64(if moves == 1 { 0.9 } else { 0.6 }));
                Self { soft: Some(soft), hard: Some(hard.max(soft)) }
            }
        }
    }
}

/// How the soft limit bends: less time for a move that is clearly best, more when the search changes
/// its mind or sees things go wrong.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// Depths for which the best move has been the same.
    pub(crate) stable: u32,
    /// The share of all nodes that went into the best move.
    pub(crate) effort: f64,
    /// By how much the value fell since the last depth, in hundredths of a pawn.
    pub(crate) fallen: i32,
}

impl Patience {
    /// The factor for the soft limit.
    pub(crate) fn factor(self) -> f64 {
        let stability = 1.35 - 0.08 * f64::from(self.stable.min(9));
        let effort = 1.65 - 1.05 * self.effort.clamp(0.0, 1.0);
        let trend = 1.0 + f64::from(self.fallen.clamp(-20, 60)) / 100.0;
        stability * effort * trend
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(left: u64, increment: u64, moves_to_go: Option<u32>) -> Time {
        let [left, increment] = [left, increment].map(Duration::from_millis);
        Time::Clock { left, increment, moves_to_go }
    }

    #[test]
    fn the_hard_limit_never_spends_the_whole_clock() {
        for left in [0, 1, 10, 100, 1_000, 60_000, 3_600_000] {
            for increment in [0, 10, 1_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40), Some(1000)] {
                    let limits = TimeLimits::new(clock(left, increment, moves_to_go));
                    let hard = limits.hard.unwrap();
                    assert!(limits.soft.unwrap() <= hard);
                    assert!(hard <= Duration::from_millis(left.max(1)), "{left} {limits:?}");
                }
            }
        }
    }

    #[test]
    fn a_changing_mind_takes_longer() {
        let calm = Patience { stable: 9, effort: 0.9, fallen: 0 };
        let torn = Patience { stable: 0, effort: 0.3, fallen: 30 };
        assert!(torn.factor() > 2.0 * calm.factor());
        // Each of the three counts by itself.
        assert!(Patience { stable: 0, ..calm }.factor() > calm.factor());
        assert!(Patience { effort: 0.3, ..calm }.factor() > calm.factor());
        assert!(Patience { fallen: 30, ..calm }.factor() > calm.factor());
        assert!(Patience { fallen: -30, ..calm }.factor() < calm.factor());
    }
}

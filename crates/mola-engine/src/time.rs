//! How long to think: a soft limit that bends with what the search sees, and a hard one.

use std::cell::Cell;
use std::time::Duration;

use mola_game::Time;

use crate::params::Knobs;

/// When a search ends by the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeLimits {
    /// No new depth begins after this, bent by [`Patience`].
    pub(crate) soft: Option<Duration>,
    /// The search stops here, wherever it is.
    pub(crate) hard: Option<Duration>,
}

/// A time control with more moves to go is played as if it had this many.
const MOST_MOVES: u32 = 40;

fn percent(time: Duration, percent: i32) -> Duration {
    time.mul_f64(f64::from(percent) / 100.0)
}

impl TimeLimits {
    /// What the clock allows. The host subtracts what is lost on the way to the client.
    pub(crate) fn new(time: Time, knobs: &Knobs, stalls: Stalls) -> Self {
        match time {
            Time::Unlimited => Self { soft: None, hard: None },
            Time::Move(time) => {
                let time = time.max(Duration::from_millis(1));
                Self { soft: None, hard: Some(time) }
            }
            Time::Clock { left, increment, moves_to_go } => {
                let reserve = stalls.reserve();
                let usable = left.saturating_sub(reserve).max(left / 16).max(Duration::from_millis(1));
                // A game lasts about that many more moves; most of the increment can be spent each time.
                let moves = moves_to_go.unwrap_or(knobs.time_moves() as u32).clamp(1, MOST_MOVES);
                // Less of it while the reserve is to be saved up.
                let saving = (left.as_secs_f64() / (2.0 * reserve.as_secs_f64())).min(1.0);
                let share = usable / moves + percent(increment, knobs.time_increment()).mul_f64(saving);
                let most = if moves == 1 { knobs.time_hard_last() } else { knobs.time_hard_most() };
                let soft = percent(share, knobs.time_soft()).min(percent(usable, knobs.time_soft_most()));
                let hard = percent(share, knobs.time_hard()).min(percent(usable, most));
                Self { soft: Some(soft), hard: Some(hard.max(soft)) }
            }
        }
    }
}

/// Time that the machine took away: a process that others push aside stands still, and no limit foresees
/// that. As much is held back as was lost before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stalls {
    worst: Duration,
}

impl Stalls {
    /// Shorter pauses are part of normal life on a busy machine.
    const NOTICED: Duration = Duration::from_millis(20);

    /// How fast old stalls are forgotten, with each search.
    const MEMORY: f64 = 0.98;

    /// What is held back, in stalls.
    const RESERVE: f64 = 1.5;

    /// Learns the longest time between two looks at the clock in a search.
    pub(crate) fn learn(&mut self, longest: Duration) {
        let faded = self.worst.mul_f64(Self::MEMORY);
        self.worst = if longest >= Self::NOTICED { faded.max(longest) } else { faded };
    }

    /// How much of the clock is not to be spent.
    fn reserve(self) -> Duration {
        self.worst.mul_f64(Self::RESERVE)
    }
}

/// The longest time between two looks at the clock.
#[derive(Debug, Default)]
pub(crate) struct Gaps {
    last: Cell<Duration>,
    pub(crate) longest: Cell<Duration>,
}

impl Gaps {
    /// Notes a look at the clock, and passes on what it showed.
    pub(crate) fn note(&self, now: Duration) -> Duration {
        let gap = now.saturating_sub(self.last.replace(now));
        self.longest.set(self.longest.get().max(gap));
        now
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
    pub(crate) fn factor(self, knobs: &Knobs) -> f64 {
        let stable = (self.stable as i32).min(knobs.time_stable_most());
        let stability = f64::from(knobs.time_changed() - knobs.time_stable() * stable);
        let effort =
            f64::from(knobs.time_torn()) - f64::from(knobs.time_effort()) * self.effort.clamp(0.0, 1.0);
        let trend = f64::from(100 + self.fallen.clamp(-knobs.time_risen(), knobs.time_fallen()));
        stability * effort * trend / 1e6
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
                    let clock = clock(left, increment, moves_to_go);
                    let limits = TimeLimits::new(clock, &Knobs::new(), Stalls::default());
                    let hard = limits.hard.unwrap();
                    assert!(limits.soft.unwrap() <= hard);
                    assert!(hard <= Duration::from_millis(left.max(1)), "{left} {limits:?}");
                }
            }
        }
    }

    #[test]
    fn what_was_lost_to_stalls_is_held_back() {
        let gaps = Gaps::default();
        for millis in [1, 2, 122, 123] {
            gaps.note(Duration::from_millis(millis));
        }
        assert_eq!(gaps.longest.get(), Duration::from_millis(120));
        let mut stalls = Stalls::default();
        stalls.learn(Duration::from_millis(5));
        assert_eq!(stalls, Stalls::default());
        stalls.learn(gaps.longest.get());
        // Little is spent of a clock that one more stall would empty.
        let hard = |left, stalls| TimeLimits::new(clock(left, 10, None), &Knobs::new(), stalls).hard.unwrap();
        assert!(hard(300, stalls) < hard(300, Stalls::default()));
        assert!(hard(200, stalls) + gaps.longest.get() <= Duration::from_millis(200));
        // With time enough it hardly matters, and quiet searches make it forgotten.
        assert!(hard(60_000, stalls) > hard(59_000, Stalls::default()));
        (0..150).for_each(|_| stalls.learn(Duration::ZERO));
        assert!(stalls.worst < Duration::from_millis(10));
    }

    #[test]
    fn a_changing_mind_takes_longer() {
        let knobs = Knobs::new();
        let calm = Patience { stable: 9, effort: 0.9, fallen: 0 };
        let torn = Patience { stable: 0, effort: 0.3, fallen: 30 };
        assert!(torn.factor(&knobs) > 2.0 * calm.factor(&knobs));
        // Each of the three counts by itself.
        assert!(Patience { stable: 0, ..calm }.factor(&knobs) > calm.factor(&knobs));
        assert!(Patience { effort: 0.3, ..calm }.factor(&knobs) > calm.factor(&knobs));
        assert!(Patience { fallen: 30, ..calm }.factor(&knobs) > calm.factor(&knobs));
        assert!(Patience { fallen: -30, ..calm }.factor(&knobs) < calm.factor(&knobs));
    }
}

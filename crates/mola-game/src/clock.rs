//! Chess clocks. They do not look at the time: the caller measures it and says how much was spent.

use core::num::NonZero;
use core::time::Duration;

use mola_rules::Color;

use crate::Time;

/// How much time the players have.
///
/// ```
/// use core::num::NonZero;
/// use core::time::Duration;
/// use mola_game::TimeControl;
/// let blitz = TimeControl::clock(Duration::from_secs(180), Duration::from_secs(2));
/// let tournament = TimeControl::Clock {
///     base: Duration::from_secs(5_400),
///     increment: Duration::ZERO,
///     period: NonZero::new(40),
/// };
/// assert_ne!(blitz, tournament);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TimeControl {
    /// As much as they like.
    #[default]
    Unlimited,
    /// This much for every move.
    Move(Duration),
    /// A clock that runs down.
    Clock {
        /// What it shows at first.
        base: Duration,
        /// What is added after every move.
        increment: Duration,
        /// After how many moves the base is added again; never in sudden death.
        period: Option<NonZero<u32>>,
    },
}

impl TimeControl {
    /// Sudden death, with an increment that may be zero.
    ///
    /// ```
    /// use core::time::Duration;
    /// use mola_game::TimeControl;
    /// let bullet = TimeControl::clock(Duration::from_secs(60), Duration::ZERO);
    /// assert!(matches!(bullet, TimeControl::Clock { period: None, .. }));
    /// ```
    pub const fn clock(base: Duration, increment: Duration) -> Self {
        Self::Clock { base, increment, period: None }
    }

    /// What a clock shows before the first move.
    const fn at_start(self) -> Duration {
        match self {
            Self::Unlimited => Duration::ZERO,
            Self::Move(time) => time,
            Self::Clock { base, .. } => base,
        }
    }
}

/// The two clocks of a game.
///
/// ```
/// use core::time::Duration;
/// use mola_game::{Clock, TimeControl};
/// use mola_rules::Color;
/// let mut clock = Clock::new(TimeControl::clock(Duration::from_secs(60), Duration::from_secs(1)));
/// assert!(clock.spend(Color::White, Duration::from_secs(10)));
/// assert_eq!(clock.left(Color::White), Some(Duration::from_secs(51)));
/// assert!(!clock.spend(Color::White, Duration::from_secs(52)), "the flag fell");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    left: [Duration; 2],
    moves: [u32; 2],
}

impl Clock {
    /// Both clocks at their start.
    pub const fn new(control: TimeControl) -> Self {
        Self { control, left: [control.at_start(); 2], moves: [0; 2] }
    }

    /// What was agreed.
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// What the clock of `color` shows; nothing if time is unlimited.
    pub fn left(&self, color: Color) -> Option<Duration> {
        (self.control != TimeControl::Unlimited).then_some(self.left[color as usize])
    }

    /// Takes the time of a move off the clock of `color`, and adds what the move earns. `false` if
    /// less than that was left.
    #[must_use]
    pub fn spend(&mut self, color: Color, spent: Duration) -> bool {
        let left = &mut self.left[color as usize];
        let moves = &mut self.moves[color as usize];
        *moves += 1;
        match self.control {
            TimeControl::Unlimited => true,
            TimeControl::Move(time) => spent <= time,
            TimeControl::Clock { base, increment, period } => {
                let Some(rest) = left.checked_sub(spent) else {
                    *left = Duration::ZERO;
                    return false;
                };
                *left = rest.saturating_add(increment);
                if period.is_some_and(|period| moves.is_multiple_of(period.get())) {
                    *left = left.saturating_add(base);
                }
                true
            }
        }
    }

    /// The time of `color` is up.
    pub(crate) fn run_out(&mut self, color: Color) {
        self.left[color as usize] = Duration::ZERO;
    }

    /// Puts the clock of `color` back to what it showed after an earlier move, or to the start.
    pub(crate) fn restore(&mut self, color: Color, moves: u32, left: Option<Duration>) {
        self.moves[color as usize] = moves;
        self.left[color as usize] = left.unwrap_or(self.control.at_start());
    }

    /// What an engine that plays `color` is told.
    pub fn time_for(&self, color: Color) -> Time {
        match self.control {
            TimeControl::Unlimited => Time::Unlimited,
            TimeControl::Move(time) => Time::Move(time),
            TimeControl::Clock { increment, period, .. } => {
                let moves = self.moves[color as usize];
                let moves_to_go = period.map(|period| period.get() - moves % period);
                Time::Clock { left: self.left[color as usize], increment, moves_to_go }
            }
        }
    }
}

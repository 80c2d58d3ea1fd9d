//! Time as XBoard writes it: minutes and seconds, seconds with fractions, hundredths.

use std::fmt;
use std::time::Duration;

use crate::words::Words;

/// No clock shows more than this; more comes from numbers that overflowed.
const LONGEST: Duration = Duration::from_hours(100 * 365 * 24);

/// The time control of a game.
///
/// ```
/// use std::time::Duration;
/// use mola_protocol::xboard::{Command, Level};
/// let Ok(Command::Level(level)) = "level 40 1:05 0.5".parse() else { panic!() };
/// assert_eq!(level.moves, 40);
/// assert_eq!(level.base, Duration::from_secs(65));
/// assert_eq!(level.increment, Duration::from_millis(500));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Moves until the base is added again; never if zero.
    pub moves: u32,
    /// What the clock shows at first.
    pub base: Duration,
    /// What each move adds.
    pub increment: Duration,
}

impl Level {
    /// Reads `MPS BASE INC`, the base in minutes or as `MIN:SEC`, the increment in seconds.
    pub(super) fn parse(mut words: Words<'_>) -> Option<Self> {
        let moves = words.number()?.clamp(0, u32::MAX.into()) as u32;
        let base = words.next()?;
        let base = match base.split_once(':') {
            Some((minutes, rest)) => minutes_of(minutes)?.saturating_add(seconds(rest)?),
            None => minutes_of(base)?,
        };
        // Some GUIs leave the increment out.
        let increment = words.next().map_or(Some(Duration::ZERO), seconds)?;
        Some(Self { moves, base: base.min(LONGEST), increment })
    }
}

fn minutes_of(text: &str) -> Option<Duration> {
    Some(seconds(text)?.saturating_mul(60).min(LONGEST))
}

/// Reads seconds with a fraction. Negative times are none at all: a clock that has run out.
pub(super) fn seconds(text: &str) -> Option<Duration> {
    // Only digits and a point: the usual reader also takes "nan", "inf" and "1e9".
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let value: f64 = digits.parse().ok().filter(|_| plain)?;
    if text.starts_with('-') {
        return Some(Duration::ZERO);
    }
    // Milliseconds are what clocks show; the rounding hides that 0.1 is not a binary fraction.
    Some(Duration::from_millis((value * 1000.0).round().min(LONGEST.as_millis() as f64) as u64))
}

/// Seconds, with as many digits as there are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seconds(pub(super) Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.as_secs())?;
        match self.0.subsec_millis() {
            0 => Ok(()),
            millis => write!(f, ".{}", format!("{millis:03}").trim_end_matches('0')),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (minutes, rest) = (self.base.as_secs() / 60, self.base.as_secs() % 60);
        write!(f, "level {} {minutes}", self.moves)?;
        if rest != 0 || self.base.subsec_millis() != 0 {
            let rest = Duration::new(rest, self.base.subsec_nanos());
            write!(f, ":{}{}", if rest.as_secs() < 10 { "0" } else { "" }, Seconds(rest))?;
        }
        write!(f, " {}", Seconds(self.increment))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(text: &str) -> Option<Level> {
        Level::parse(Words::new(text))
    }

    #[test]
    fn levels_have_fractions_and_minutes_with_seconds() {
        let level = |text| level(text).unwrap();
        assert_eq!(level("0 1:05 0.1").base, Duration::from_secs(65));
        assert_eq!(level("0 1:05 0.1").increment, Duration::from_millis(100));
        assert_eq!(level("40 5 0").base, Duration::from_mins(5));
        assert_eq!(level("0 0.5 0").base, Duration::from_secs(30));
        assert_eq!(level("0 0:00.2 0").base, Duration::from_millis(200));
        assert_eq!(level("0 5").increment, Duration::ZERO);
    }

    #[test]
    fn absurd_levels_are_clamped_or_refused() {
        assert!(level("0 99999999999999999999999999 0").unwrap().base <= LONGEST);
        assert_eq!(
            level("-3 -5 -1"),
            Some(Level { moves: 0, base: Duration::ZERO, increment: Duration::ZERO })
        );
        for noise in ["", "0", "0 x 0", "0 nan 0", "0 inf 0", "0 1e9 0", "x 5 0", "0 5 y", "0 . 0"] {
            assert_eq!(level(noise), None, "{noise:?}");
        }
    }
}

//! How fast the games are: time controls as people write them, and limits without a clock.

use std::fmt;
use std::num::NonZero;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use mola_game::TimeControl;

/// What one engine may spend on its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Pace {
    pub(crate) control: TimeControl,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
}

impl Pace {
    /// Whether anything ends the engine's thinking.
    pub(crate) fn is_limited(&self) -> bool {
        self.control != TimeControl::Unlimited || self.nodes.is_some() || self.depth.is_some()
    }
}

/// As it stands in PGN's tag `TimeControl`, with what is not about time after a comma.
impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.control {
            TimeControl::Unlimited if self.nodes.is_none() && self.depth.is_none() => write!(f, "-")?,
            TimeControl::Unlimited => {}
            TimeControl::Move(time) => write!(f, "{}/move", time.as_secs_f64())?,
            TimeControl::Clock { base, increment, period } => {
                if let Some(period) = period {
                    write!(f, "{period}/")?;
                }
                write!(f, "{}", base.as_secs_f64())?;
                if increment > Duration::ZERO {
                    write!(f, "+{}", increment.as_secs_f64())?;
                }
            }
        }
        let mut comma = if self.control == TimeControl::Unlimited { "" } else { ", " };
        if let Some(nodes) = self.nodes {
            write!(f, "{comma}{nodes} nodes")?;
            comma = ", ";
        }
        if let Some(depth) = self.depth {
            write!(f, "{comma}depth {depth}")?;
        }
        Ok(())
    }
}

/// Reads `2+0.02`, `40/60`, `40/1:30+0.5` or `inf`.
pub(crate) fn time_control(text: &str) -> anyhow::Result<TimeControl> {
    if text == "inf" {
        return Ok(TimeControl::Unlimited);
    }
    let usage = || format!("{text:?} is no time control; write seconds as 2+0.02, 40/60 or 1:30+1, or inf");
    let (period, rest) = match text.split_once('/') {
        Some((moves, rest)) => {
            let moves = moves.parse::<NonZero<u32>>().ok().with_context(usage)?;
            (Some(moves), rest)
        }
        None => (None, text),
    };
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let base = match base.split_once(':') {
        Some((minutes, seconds)) => {
            let minutes: u32 = minutes.parse().ok().with_context(usage)?;
            Duration::from_mins(1) * minutes + seconds_of(seconds).with_context(usage)?
        }
        None => seconds_of(base).with_context(usage)?,
    };
    let increment = seconds_of(increment).with_context(usage)?;
    ensure!(base + increment > Duration::ZERO, "{text:?} leaves no time at all");
    Ok(TimeControl::Clock { base, increment, period })
}

/// Reads seconds with a fraction; at most a week.
pub(crate) fn seconds_of(text: &str) -> anyhow::Result<Duration> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=604_800.0).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => bail!("{text:?} is no number of seconds"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pace(text: &str) -> String {
        Pace { control: time_control(text).unwrap(), ..Pace::default() }.to_string()
    }

    #[test]
    fn time_controls_are_read_and_written() {
        for text in ["2+0.02", "40/60", "0.1", "40/60+0.5"] {
            assert_eq!(pace(text), text);
        }
        assert_eq!(pace("1:30+1"), "90+1");
        assert_eq!(pace("inf"), "-");
        let nodes = Pace { nodes: Some(5_000), depth: Some(8), ..Pace::default() };
        assert_eq!(nodes.to_string(), "5000 nodes, depth 8");
    }

    #[test]
    fn what_is_no_time_control_is_named() {
        for text in ["", "fast", "0/60", "-1", "1e99", "nan", "2+", "0+0", "1:x"] {
            let error = format!("{:#}", time_control(text).unwrap_err());
            assert!(error.contains(&format!("{text:?}")), "{error}");
        }
    }
}

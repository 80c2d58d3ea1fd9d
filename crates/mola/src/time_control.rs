//! Time controls as people write them, and as PGN does. Players count in minutes, engines in seconds.

use std::time::Duration;

use anyhow::{Context, bail, ensure};
use mola_game::TimeControl;

/// Reads a control for players: `5+3` (minutes, and seconds for each move), `5`, `40/90+30` or `none`.
pub(crate) fn in_minutes(text: &str) -> anyhow::Result<TimeControl> {
    if matches!(text.trim().to_ascii_lowercase().as_str(), "" | "none" | "-" | "unlimited") {
        return Ok(TimeControl::Unlimited);
    }
    let control = clock(text, |minutes| number(minutes, 60.0).filter(|base| !base.is_zero()));
    control.with_context(|| {
        format!("{text:?} is not a time control; write minutes+seconds, as in 5+3 or 40/90+30, or none")
    })
}

/// Reads a control for engines: `2+0.02` (seconds, and seconds for each move), `40/60`, `1:30+0.5` or `inf`.
pub(crate) fn in_seconds(text: &str) -> anyhow::Result<TimeControl> {
    if text == "inf" {
        return Ok(TimeControl::Unlimited);
    }
    let control = clock(text, |base| match base.split_once(':') {
        Some((minutes, seconds)) => {
            Some(Duration::from_mins(minutes.parse::<u32>().ok()?.into()) + number(seconds, 1.0)?)
        }
        None => number(base, 1.0),
    });
    let control = control.with_context(|| {
        format!("{text:?} is not a time control; write seconds, as in 2+0.02, 40/60 or 1:30+1, or inf")
    })?;
    let has_time =
        !matches!(control, TimeControl::Clock { base, increment, .. } if (base + increment).is_zero());
    ensure!(has_time, "{text:?} leaves no time at all");
    Ok(control)
}

/// Reads seconds with a fraction; at most a week.
pub(crate) fn seconds(text: &str) -> anyhow::Result<Duration> {
    let Some(seconds) = number(text, 1.0) else { bail!("{text:?} is not a number of seconds") };
    ensure!(!seconds.is_zero(), "{text:?} leaves no time at all");
    Ok(seconds)
}

/// Reads PGN's tag `TimeControl`. What cannot be read is played without a clock.
pub(crate) fn from_tag(tag: &str) -> TimeControl {
    let base = |text: &str| number(text, 1.0).filter(|base| !base.is_zero());
    clock(tag, base).unwrap_or(TimeControl::Unlimited)
}

/// The value of PGN's tag `TimeControl`, which counts in seconds.
pub(crate) fn to_tag(control: TimeControl) -> String {
    match control {
        TimeControl::Unlimited | TimeControl::Move(_) => "-".to_owned(),
        TimeControl::Clock { base, increment, period } => {
            let moves = period.map(|moves| format!("{moves}/")).unwrap_or_default();
            let gain =
                if increment.is_zero() { String::new() } else { format!("+{}", increment.as_secs_f64()) };
            format!("{moves}{}{gain}", base.as_secs_f64())
        }
    }
}

/// Written as [`in_minutes`] reads it.
pub(crate) fn text(control: TimeControl) -> String {
    match control {
        TimeControl::Unlimited => "none".to_owned(),
        TimeControl::Move(time) => format!("{} s per move", time.as_secs_f64()),
        TimeControl::Clock { base, increment, period } => {
            let moves = period.map(|moves| format!("{moves}/")).unwrap_or_default();
            format!("{moves}{}+{}", base.as_secs_f64() / 60.0, increment.as_secs_f64())
        }
    }
}

/// `MOVES/BASE+INCREMENT`, of which only the base is needed.
fn clock(text: &str, base: impl Fn(&str) -> Option<Duration>) -> Option<TimeControl> {
    let (period, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.trim().parse().ok()?), rest),
        None => (None, text),
    };
    let (first, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    Some(TimeControl::Clock { base: base(first.trim())?, increment: number(increment, 1.0)?, period })
}

/// A number of units of some seconds; no time control needs more than a week.
fn number(text: &str, unit: f64) -> Option<Duration> {
    let seconds = text.trim().parse::<f64>().ok()? * unit;
    (0.0..=604_800.0).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_write_minutes() {
        let blitz = TimeControl::clock(Duration::from_mins(5), Duration::from_secs(3));
        assert_eq!(in_minutes("5+3").unwrap(), blitz);
        let half = TimeControl::clock(Duration::from_secs(30), Duration::ZERO);
        assert_eq!(in_minutes("0.5").unwrap(), half);
        assert_eq!(in_minutes("none").unwrap(), TimeControl::Unlimited);
        for nonsense in ["0", "x", "5+x", "-5", "0/5", "1e99", "5+3+2", "NaN"] {
            let error = in_minutes(nonsense).unwrap_err().to_string();
            assert!(error.contains(&format!("{nonsense:?}")), "{error}");
        }
    }

    #[test]
    fn engines_are_timed_in_seconds() {
        for text in ["2+0.02", "40/60", "0.1", "40/60+0.5"] {
            assert_eq!(to_tag(in_seconds(text).unwrap()), text);
        }
        assert_eq!(to_tag(in_seconds("1:30+1").unwrap()), "90+1");
        assert_eq!(to_tag(in_seconds("inf").unwrap()), "-");
        for nonsense in ["", "fast", "0/60", "-1", "1e99", "nan", "2+", "0+0", "1:x"] {
            let error = in_seconds(nonsense).unwrap_err().to_string();
            assert!(error.contains(&format!("{nonsense:?}")), "{error}");
        }
    }

    #[test]
    fn no_time_at_all_is_refused() {
        assert_eq!(seconds("0.5").unwrap(), Duration::from_millis(500));
        assert!(seconds("0").unwrap_err().to_string().contains("no time"));
        assert!(seconds("soon").is_err());
    }

    #[test]
    fn both_notations_are_read_as_they_are_written() {
        for control in ["none", "5+3", "40/90+30", "0.5+0"] {
            let control = in_minutes(control).unwrap();
            assert_eq!(in_minutes(&text(control)).unwrap(), control);
            assert_eq!(from_tag(&to_tag(control)), control);
        }
        assert_eq!(to_tag(in_minutes("40/90+30").unwrap()), "40/5400+30");
        assert_eq!(from_tag("?"), TimeControl::Unlimited);
    }
}

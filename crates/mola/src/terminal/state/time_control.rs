//! Time controls as people write them and as PGN does.

use std::num::NonZero;
use std::time::Duration;

use mola_game::TimeControl;

/// Reads `5+3` (minutes, and seconds a move), `5`, `40/90+30` or `none`.
pub(crate) fn parse(text: &str) -> Result<TimeControl, String> {
    let complaint =
        || format!("{text:?} is no time control; write minutes+seconds as 5+3, 40/90+30, or none");
    let text = text.trim();
    if matches!(text.to_ascii_lowercase().as_str(), "" | "none" | "-" | "unlimited") {
        return Ok(TimeControl::Unlimited);
    }
    let (period, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.trim().parse().map_err(|_| complaint())?), rest),
        None => (None, text),
    };
    let (minutes, seconds) = rest.split_once('+').unwrap_or((rest, "0"));
    let duration = |text: &str, unit: f64| {
        let number = text.trim().parse::<f64>().ok().filter(|number| (0.0..=10_000.0).contains(number));
        number.map(|number| Duration::from_millis((number * unit * 1000.0) as u64)).ok_or_else(complaint)
    };
    let (base, increment) = (duration(minutes, 60.0)?, duration(seconds, 1.0)?);
    if base.is_zero() {
        return Err(complaint());
    }
    Ok(TimeControl::Clock { base, increment, period })
}

/// Written as [`parse`] reads it.
pub(crate) fn text(control: TimeControl) -> String {
    match control {
        TimeControl::Unlimited => "none".to_owned(),
        TimeControl::Move(time) => format!("{} s a move", time.as_secs_f64()),
        TimeControl::Clock { base, increment, period } => {
            let moves = period.map(|moves| format!("{moves}/")).unwrap_or_default();
            format!("{moves}{}+{}", base.as_secs_f64() / 60.0, increment.as_secs_f64())
        }
    }
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

/// Reads PGN's tag; what is not understood is played without a clock.
pub(crate) fn from_tag(tag: &str) -> TimeControl {
    let (period, rest) = match tag.split_once('/') {
        Some((moves, rest)) => (moves.parse::<NonZero<u32>>().ok(), rest),
        None => (None, tag),
    };
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let seconds =
        |text: &str| text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    match (seconds(base), seconds(increment)) {
        (Some(base), Some(increment)) if !base.is_zero() => TimeControl::Clock { base, increment, period },
        _ => TimeControl::Unlimited,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_as_people_write_them() {
        let blitz = TimeControl::clock(Duration::from_mins(5), Duration::from_secs(3));
        assert_eq!(parse("5+3"), Ok(blitz));
        assert_eq!(parse("0.5"), Ok(TimeControl::clock(Duration::from_secs(30), Duration::ZERO)));
        assert_eq!(parse("none"), Ok(TimeControl::Unlimited));
        for nonsense in ["0", "x", "5+x", "-5", "0/5", "1e99", "5+3+2", "NaN"] {
            assert!(parse(nonsense).is_err(), "{nonsense}");
        }
    }

    #[test]
    fn both_notations_are_read_as_they_are_written() {
        for control in ["none", "5+3", "40/90+30", "0.5+0"] {
            let control = parse(control).unwrap();
            assert_eq!(parse(&text(control)), Ok(control));
            assert_eq!(from_tag(&to_tag(control)), control);
        }
        assert_eq!(to_tag(parse("40/90+30").unwrap()), "40/5400+30");
        assert_eq!(from_tag("?"), TimeControl::Unlimited);
    }
}

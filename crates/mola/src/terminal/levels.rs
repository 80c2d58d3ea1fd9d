//! How strong an engine plays, from 1 to 20.
//!
//! An engine that has a setting for its strength gets the level through it. One that has none gets
//! fewer nodes to look at.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use mola_game::{Engine, Limits, OptionKind, Time, TimeControl};

/// From 1, for beginners, to 20, the engine's best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Level(u8);

impl Level {
    pub(crate) const WEAKEST: Self = Self(1);
    /// What a casual player enjoys.
    pub(crate) const FRIENDLY: Self = Self(5);
    pub(crate) const BEST: Self = Self(20);

    pub(crate) const fn new(number: u8) -> Option<Self> {
        if Self::WEAKEST.0 <= number && number <= Self::BEST.0 { Some(Self(number)) } else { None }
    }

    pub(crate) fn weaker(self) -> Self {
        Self::new(self.0 - 1).unwrap_or(self)
    }

    pub(crate) fn stronger(self) -> Self {
        Self::new(self.0 + 1).unwrap_or(self)
    }

    /// What to expect of it, in a word.
    pub(crate) const fn word(self) -> &'static str {
        match self.0 {
            ..=3 => "beginner",
            4..=6 => "casual",
            7..=10 => "club",
            11..=14 => "strong club",
            15..=17 => "master",
            18..=19 => "grandmaster",
            _ => "full strength",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.trim().parse().ok();
        number.and_then(Self::new).ok_or_else(|| format!("{text:?} is no level; levels are 1 to 20"))
    }
}

/// How an engine was brought to a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Handicap {
    /// It plays at the level by itself.
    Own,
    /// It knows no levels: this many nodes a move.
    Nodes(u64),
}

/// Brings an engine to a level.
pub(crate) fn set(engine: &mut dyn Engine, level: Level) -> Handicap {
    let mut skill = None;
    let mut elo = None;
    engine.options(&mut |option| match option.kind {
        OptionKind::Number { min, max, .. } if option.name.eq_ignore_ascii_case("Skill Level") => {
            skill = Some((min, max));
        }
        OptionKind::Number { min, max, .. } if option.name.eq_ignore_ascii_case("UCI_Elo") => {
            elo = Some((min, max));
        }
        _ => {}
    });
    let limited = if level == Level::BEST { "false" } else { "true" };
    let told = match (skill, elo) {
        (Some(range), _) => engine.set_option("Skill Level", &scaled(level, range)),
        (None, Some(range)) => engine
            .set_option("UCI_LimitStrength", limited)
            .and_then(|()| engine.set_option("UCI_Elo", &scaled(level, range))),
        (None, None) if level == Level::BEST => Ok(()),
        (None, None) => return Handicap::Nodes(nodes(level)),
    };
    if told.is_ok() { Handicap::Own } else { Handicap::Nodes(nodes(level)) }
}

/// The place in a range that a level has.
fn scaled(level: Level, (min, max): (i64, i64)) -> String {
    let steps = i64::from(Level::BEST.0 - Level::WEAKEST.0);
    (min + (max - min) * i64::from(level.0 - Level::WEAKEST.0) / steps).to_string()
}

/// Nodes a move: 40 at first, and seven tenths more with every level.
fn nodes(level: Level) -> u64 {
    (40.0 * 1.7_f64.powi(i32::from(level.0 - 1))) as u64
}

/// How long an engine thinks where there is no clock: nobody likes to wait for a weak opponent.
pub(crate) fn limits(level: Level, handicap: Handicap, control: TimeControl) -> Limits {
    let time = match control {
        TimeControl::Unlimited => Time::Move(Duration::from_millis(300 + 120 * u64::from(level.0))),
        _ => Time::Unlimited,
    };
    let nodes = match handicap {
        Handicap::Own => None,
        Handicap::Nodes(nodes) => Some(nodes),
    };
    Limits { time, nodes, ..Limits::NONE }
}

#[cfg(test)]
mod tests {
    use mola_game::{Answer, EngineOption, Host, OptionError, Task};

    use super::*;

    /// Has the settings of strength that it is given, and remembers what was set.
    struct Skilled(Vec<EngineOption<'static>>, Vec<(String, String)>);

    impl Engine for Skilled {
        fn name(&self) -> &'static str {
            "Skilled"
        }
        fn options(&self, visit: &mut dyn FnMut(&EngineOption<'_>)) {
            self.0.iter().for_each(visit);
        }
        fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
            self.1.push((name.to_owned(), value.to_owned()));
            Ok(())
        }
        fn think(&mut self, _: Task<'_>, _: &mut dyn Host) -> Answer {
            Answer { best: None, ponder: None }
        }
    }

    fn number(name: &'static str, min: i64, max: i64) -> EngineOption<'static> {
        EngineOption { name, kind: OptionKind::Number { default: max, min, max } }
    }

    #[test]
    fn an_engine_with_levels_is_told_its_level() {
        let mut engine = Skilled(vec![number("Skill Level", 0, 20)], Vec::new());
        assert_eq!(set(&mut engine, Level::BEST), Handicap::Own);
        assert_eq!(set(&mut engine, Level::WEAKEST), Handicap::Own);
        let told: Vec<&str> = engine.1.iter().map(|(_, value)| value.as_str()).collect();
        assert_eq!(told, ["20", "0"]);
    }

    #[test]
    fn an_engine_with_ratings_is_told_a_rating() {
        let mut engine = Skilled(vec![number("UCI_Elo", 1000, 2900)], Vec::new());
        assert_eq!(set(&mut engine, Level(2)), Handicap::Own);
        assert_eq!(engine.1[1], ("UCI_Elo".to_owned(), "1100".to_owned()));
    }

    #[test]
    fn an_engine_without_either_gets_fewer_nodes() {
        let mut engine = Skilled(Vec::new(), Vec::new());
        let Handicap::Nodes(few) = set(&mut engine, Level(1)) else { panic!("no nodes") };
        let Handicap::Nodes(more) = set(&mut engine, Level(10)) else { panic!("no nodes") };
        assert!(few < more);
        assert_eq!(set(&mut engine, Level::BEST), Handicap::Own);
    }

    #[test]
    fn levels_end_at_one_and_twenty() {
        assert_eq!(Level::WEAKEST.weaker(), Level::WEAKEST);
        assert_eq!(Level::BEST.stronger(), Level::BEST);
        assert!(
            "0".parse::<Level>().is_err() && "21".parse::<Level>().is_err() && "x".parse::<Level>().is_err()
        );
    }
}

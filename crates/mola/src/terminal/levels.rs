//! Brings engines to a level.
//!
//! An engine that has a setting for its strength gets the level through it. One that has none gets
//! fewer nodes to look at.

use std::time::Duration;

use mola_game::coach::Level;
use mola_game::{Engine, Limits, OptionKind, Time, TimeControl};

/// Brings an engine to a level. One that has no levels plays at it with this many nodes per move.
pub(crate) fn set(engine: &mut dyn Engine, level: Level) -> Option<u64> {
    let options = engine.options();
    let range = |name: &str| match options.iter().find(|option| option.is(name))?.kind {
        OptionKind::Number { min, max, .. } => Some((min, max)),
        _ => None,
    };
    let (skill, elo) = (range("Skill Level"), range("UCI_Elo"));
    let limited = if level == Level::BEST { "false" } else { "true" };
    let told = match (skill, elo) {
        (Some(range), _) => engine.set_option("Skill Level", &scaled(level, range)),
        (None, Some(range)) => engine
            .set_option("UCI_LimitStrength", limited)
            .and_then(|()| engine.set_option("UCI_Elo", &scaled(level, range))),
        (None, None) if level == Level::BEST => Ok(()),
        (None, None) => return Some(nodes(level)),
    };
    if told.is_ok() { None } else { Some(nodes(level)) }
}

/// The place in a range that a level has.
fn scaled(level: Level, (min, max): (i64, i64)) -> String {
    let steps = i64::from(Level::BEST.number() - Level::WEAKEST.number());
    (min + (max - min) * i64::from(level.number() - Level::WEAKEST.number()) / steps).to_string()
}

/// Nodes per move: 40 at first, and seven tenths more with every level.
fn nodes(level: Level) -> u64 {
    (40.0 * 1.7_f64.powi(i32::from(level.number() - 1))) as u64
}

/// How long an engine thinks where there is no clock: nobody likes to wait for a weak opponent.
pub(crate) fn limits(level: Level, nodes: Option<u64>, control: TimeControl) -> Limits {
    let time = match control {
        TimeControl::Unlimited => Time::Move(Duration::from_millis(300 + 120 * u64::from(level.number()))),
        _ => Time::Unlimited,
    };
    Limits { time, nodes, ..Limits::NONE }
}

#[cfg(test)]
mod tests {
    use mola_game::{Answer, EngineOption, Host, OptionError, Task};

    use super::*;

    /// Has the settings of strength that it is given, and remembers what was set.
    struct Skilled(Vec<EngineOption>, Vec<(String, String)>);

    impl Engine for Skilled {
        fn name(&self) -> &'static str {
            "Skilled"
        }
        fn options(&self) -> Vec<EngineOption> {
            self.0.clone()
        }
        fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
            self.1.push((name.to_owned(), value.to_owned()));
            Ok(())
        }
        fn think(&mut self, _: Task<'_>, _: &mut dyn Host) -> Answer {
            Answer { best: None, ponder: None }
        }
    }

    fn number(name: &'static str, min: i64, max: i64) -> EngineOption {
        EngineOption::number(name, max, min, max)
    }

    fn level(number: u8) -> Level {
        Level::new(number).unwrap()
    }

    #[test]
    fn an_engine_with_levels_is_told_its_level() {
        let mut engine = Skilled(vec![number("Skill Level", 0, 20)], Vec::new());
        assert_eq!(set(&mut engine, Level::BEST), None);
        assert_eq!(set(&mut engine, Level::WEAKEST), None);
        let told: Vec<&str> = engine.1.iter().map(|(_, value)| value.as_str()).collect();
        assert_eq!(told, ["20", "0"]);
    }

    #[test]
    fn an_engine_with_ratings_is_told_a_rating() {
        let mut engine = Skilled(vec![number("UCI_Elo", 1000, 2900)], Vec::new());
        assert_eq!(set(&mut engine, level(2)), None);
        assert_eq!(engine.1[1], ("UCI_Elo".to_owned(), "1100".to_owned()));
    }

    #[test]
    fn an_engine_without_either_gets_fewer_nodes() {
        let mut engine = Skilled(Vec::new(), Vec::new());
        let Some(few) = set(&mut engine, level(1)) else { panic!("no nodes") };
        let Some(more) = set(&mut engine, level(10)) else { panic!("no nodes") };
        assert!(few < more);
        assert_eq!(set(&mut engine, Level::BEST), None);
    }
}

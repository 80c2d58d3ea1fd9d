//! What can be set on the engine.

use mola_game::{EngineOption, OptionKind, coach};

use crate::level::Level;
use crate::nnue::choice::Choice;

const fn number(name: &'static str, default: i64, min: i64, max: i64) -> EngineOption<'static> {
    EngineOption { name, kind: OptionKind::Number { default, min, max } }
}

const fn switch(name: &'static str, default: bool) -> EngineOption<'static> {
    EngineOption { name, kind: OptionKind::Switch(default) }
}

const fn text(name: &'static str) -> EngineOption<'static> {
    EngineOption { name, kind: OptionKind::Text("") }
}

const BEST: coach::Level = coach::Level::BEST;

/// All options, as clients see them.
pub(crate) static OPTIONS: [EngineOption<'static>; 12] = [
    number("Hash", 16, 1, 1 << 20),
    number("Threads", 1, 1, 512),
    EngineOption { name: "Clear Hash", kind: OptionKind::Action },
    Choice::OPTION,
    number("Skill Level", BEST.number() as i64, coach::Level::WEAKEST.number() as i64, BEST.number() as i64),
    switch("UCI_LimitStrength", false),
    number("UCI_Elo", 1500, coach::Level::LOWEST_RATING as i64, coach::Level::HIGHEST_RATING as i64),
    switch("OwnBook", false),
    text("BookFile"),
    text("SyzygyPath"),
    number("SyzygyProbeDepth", 1, 1, 100),
    switch("Syzygy50MoveRule", true),
];

/// The options that are only remembered; the others do something at once.
pub(crate) struct Settings {
    pub(crate) own_book: bool,
    pub(crate) fifty_moves: bool,
    pub(crate) probe_depth: i32,
    limit_strength: bool,
    elo: i32,
    level: coach::Level,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            own_book: false,
            fifty_moves: true,
            probe_depth: 1,
            limit_strength: false,
            elo: 1500,
            level: BEST,
        }
    }
}

impl Settings {
    /// Remembers the value of an option, which has been checked.
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        let number = value.parse::<i32>().unwrap_or_default();
        let on = value == "true";
        match name {
            "OwnBook" => self.own_book = on,
            "Syzygy50MoveRule" => self.fifty_moves = on,
            "SyzygyProbeDepth" => self.probe_depth = number,
            "UCI_LimitStrength" => self.limit_strength = on,
            "UCI_Elo" => self.elo = number,
            "Skill Level" => self.level = value.parse().unwrap_or(BEST),
            _ => debug_assert!(false, "{name} is in the list of options, but nobody remembers it"),
        }
    }

    /// Whom to play like; nobody if nothing is held back.
    pub(crate) fn level(&self) -> Option<Level> {
        let elo = if self.limit_strength { Some(self.elo) } else { self.level.rating() };
        elo.map(Level::of_elo)
    }
}

//! Everything that can be set: the protocol's own options and those of the engines.

use std::time::Duration;

use mola_game::{BadOption, Engine, OptionError};

use crate::setting::same_name;
use crate::{Setting, SettingKind};

/// What the engines can be told, kept here because the engines themselves may be busy.
#[derive(Debug)]
pub(crate) struct Shelf {
    engines: Vec<Shown>,
    selected: usize,
    own: Vec<Setting>,
    /// What the client set, for engines that are selected later.
    values: Vec<(String, String)>,
    pub(crate) chess960: bool,
    pub(crate) lines: usize,
    pub(crate) show_wdl: bool,
    overhead: Duration,
}

/// An engine as clients see it.
#[derive(Debug)]
struct Shown {
    name: String,
    settings: Vec<Setting>,
    /// What it has been told, so that it is told nothing twice.
    told: Vec<(String, String)>,
}

/// Something that an engine must be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Telling {
    pub(crate) engine: usize,
    pub(crate) name: String,
    pub(crate) value: String,
}

/// What came of setting an option.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Effects {
    pub(crate) tellings: Vec<Telling>,
    /// What the client should know, in words.
    pub(crate) note: Option<String>,
}

const DEFAULT_OVERHEAD: i64 = 10;

impl Shelf {
    pub(crate) fn new(engines: &[Box<dyn Engine + Send>], about: &str) -> Self {
        let engines: Vec<Shown> = engines.iter().map(|engine| Shown::of(engine.as_ref())).collect();
        let mut own = vec![
            Setting::switch("Ponder", false),
            Setting::number("MultiPV", 1, 1, 256),
            Setting::number("Move Overhead", DEFAULT_OVERHEAD, 0, 5000),
            Setting::switch("UCI_Chess960", false),
            Setting::switch("UCI_ShowWDL", false),
            Setting::switch("UCI_AnalyseMode", false),
            Setting::text("UCI_Opponent", ""),
            Setting::text("UCI_EngineAbout", about),
        ];
        if let [first, _, ..] = &engines[..] {
            let choices = engines.iter().map(|engine| engine.name.clone()).collect();
            let kind = SettingKind::Choice { default: first.name.clone(), choices };
            own.insert(0, Setting { name: "Engine".to_owned(), kind });
        }
        Self {
            engines,
            selected: 0,
            own,
            values: Vec::new(),
            chess960: false,
            lines: 1,
            show_wdl: false,
            overhead: Duration::from_millis(DEFAULT_OVERHEAD as u64),
        }
    }

    /// The number of the engine that is asked.
    pub(crate) fn selected(&self) -> usize {
        self.selected
    }

    /// What the way to the client costs. An engine that has this option itself takes care of it.
    pub(crate) fn overhead(&self) -> Duration {
        if self.engines[self.selected].has("Move Overhead") { Duration::ZERO } else { self.overhead }
    }

    /// Whether any engine has an option with this name.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.engines.iter().any(|engine| engine.has(name))
    }

    /// All options, each name once: the selected engine's in its own words, then the protocol's,
    /// then what only the other engines have.
    pub(crate) fn settings(&self) -> Vec<&Setting> {
        let mut all: Vec<&Setting> = Vec::new();
        let others = self.engines.iter().flat_map(|engine| &engine.settings);
        // Where both have an option, the protocol's bounds count: it is handled here.
        let selected = self.engines[self.selected].settings.iter();
        let selected = selected.filter(|setting| !self.own.iter().any(|own| own.is(&setting.name)));
        for setting in selected.chain(&self.own).chain(others) {
            if !all.iter().any(|known| known.is(&setting.name)) {
                all.push(setting);
            }
        }
        all
    }

    /// Sets an option, and says what the engines must be told.
    ///
    /// # Errors
    /// What is wrong, in words for the client.
    pub(crate) fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effects, String> {
        let Some(setting) = self.settings().into_iter().find(|setting| setting.is(name)).cloned() else {
            return Err(BadOption { name, error: OptionError::Unknown }.to_string());
        };
        let mut value = setting.canonical(value.unwrap_or_default());
        let mut note = None;
        match setting.check(&value) {
            Ok(()) => {}
            Err(OptionError::Number { min, max }) => {
                // Too much memory or too many threads: what can be had is better than nothing.
                let Some(number) = crate::words::integer(&value) else {
                    return Err(BadOption { name: &setting.name, error: OptionError::Number { min, max } }
                        .to_string());
                };
                value = number.clamp(min, max).to_string();
                note = Some(format!(
                    "{} takes a number from {min} to {max}; it is set to {value}",
                    setting.name
                ));
            }
            Err(error) => return Err(BadOption { name: &setting.name, error }.to_string()),
        }
        if self.own.iter().any(|own| own.is(&setting.name)) {
            self.set_own(&setting, &value);
        }
        if setting.kind == SettingKind::Action {
            let telling = Telling { engine: self.selected, name: setting.name, value };
            let known = self.engines[self.selected].has(&telling.name);
            return Ok(Effects { tellings: if known { vec![telling] } else { Vec::new() }, note });
        }
        self.values.retain(|(known, _)| !same_name(known, &setting.name));
        // Whoever says it again means it: a file may be there now that was missing.
        for engine in &mut self.engines {
            engine.told.retain(|(known, _)| !same_name(known, &setting.name));
        }
        self.values.push((setting.name, value));
        Ok(Effects { tellings: self.tellings(), note })
    }

    fn set_own(&mut self, setting: &Setting, value: &str) {
        let on = value == "true";
        match setting.name.as_str() {
            "UCI_Chess960" => self.chess960 = on,
            "UCI_ShowWDL" => self.show_wdl = on,
            "MultiPV" => self.lines = value.parse().unwrap_or(1),
            "Move Overhead" => self.overhead = Duration::from_millis(value.parse().unwrap_or_default()),
            "Engine" => {
                let found = self.engines.iter().position(|engine| same_name(&engine.name, value));
                self.selected = found.unwrap_or(self.selected);
            }
            // Whether to ponder is the client's decision at each `go`, and nothing here depends on
            // the opponent's name or on the mode of analysis; engines that care are told.
            _ => {}
        }
    }

    /// What the selected engine has not been told yet.
    fn tellings(&mut self) -> Vec<Telling> {
        let engine = self.selected;
        let shown = &mut self.engines[engine];
        let mut tellings = Vec::new();
        for (name, value) in &self.values {
            if !shown.has(name) || shown.told.iter().any(|(n, v)| same_name(n, name) && v == value) {
                continue;
            }
            shown.told.retain(|(known, _)| !same_name(known, name));
            shown.told.push((name.clone(), value.clone()));
            tellings.push(Telling { engine, name: name.clone(), value: value.clone() });
        }
        tellings
    }
}

impl Shown {
    fn of(engine: &dyn Engine) -> Self {
        let mut settings = Vec::new();
        engine.options(&mut |option| settings.push(Setting::from(option)));
        Self { name: engine.name().to_owned(), settings, told: Vec::new() }
    }

    fn has(&self, name: &str) -> bool {
        self.settings.iter().any(|setting| setting.is(name))
    }
}

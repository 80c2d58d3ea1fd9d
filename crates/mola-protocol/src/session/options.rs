//! Everything that can be set: the protocol's own options and those of the engines.

use std::time::Duration;

use mola_game::{BadOption, Engine, EngineOption, OptionError, OptionKind};

/// What can be set, kept here because the engines themselves may be busy.
#[derive(Debug)]
pub struct Options {
    own: Vec<OwnOption>,
    engines: Vec<EngineOptions>,
    pub(crate) selected: usize,
    /// What the client set, for engines that are selected later.
    values: Vec<(String, String)>,
    /// Whether castling is written as the king that takes its rook.
    pub chess960: bool,
    /// How many best lines are wanted.
    pub lines: usize,
    /// Whether wins, draws and losses are wanted.
    pub show_wdl: bool,
    overhead: Duration,
}

/// An option of the protocol itself: one row of [`own_options`].
#[derive(Clone, Debug)]
struct OwnOption {
    setting: EngineOption,
    audience: Audience,
    /// What a checked value changes here.
    set: fn(&mut Options, &str),
}

/// Whose clients see an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Audience {
    All,
    /// XBoard has a command for it or no use for it.
    Uci,
}

/// The rows: name and kind, who sees it, and what setting it does.
fn own_options(engines: &[EngineOptions], about: &str) -> Vec<OwnOption> {
    use Audience::{All, Uci};
    let row = |setting, audience, set| OwnOption { setting, audience, set };
    let overhead = EngineOption::number("Move Overhead", DEFAULT_OVERHEAD, 0, 5000);
    let about = OptionKind::Text(about.to_owned().into());
    let about = EngineOption { name: "UCI_EngineAbout".into(), kind: about };
    let mut rows = vec![
        // Whether to ponder is the client's decision at each `go`.
        row(EngineOption::switch("Ponder", false), Uci, |_, _| {}),
        row(EngineOption::number("MultiPV", 1, 1, 256), All, |options, value| {
            options.lines = value.parse().unwrap_or(1);
        }),
        row(overhead, All, |options, value| {
            options.overhead = Duration::from_millis(value.parse().unwrap_or_default());
        }),
        row(EngineOption::switch("UCI_Chess960", false), Uci, |options, value| {
            options.chess960 = value == "true";
        }),
        row(EngineOption::switch("UCI_ShowWDL", false), Uci, |options, value| {
            options.show_wdl = value == "true";
        }),
        // Nothing here depends on these; engines that have them are told.
        row(EngineOption::switch("UCI_AnalyseMode", false), Uci, |_, _| {}),
        row(EngineOption::text("UCI_Opponent", ""), Uci, |_, _| {}),
        row(about, Uci, |_, _| {}),
    ];
    if let [first, _, ..] = engines {
        let choices = engines.iter().map(|engine| engine.name.clone()).collect();
        let kind = OptionKind::Choice { default: first.name.clone(), choices };
        let setting = EngineOption { name: "Engine".into(), kind };
        rows.insert(
            0,
            row(setting, All, |options, value| {
                let found =
                    options.engines.iter().position(|engine| EngineOption::same_name(&engine.name, value));
                options.selected = found.unwrap_or(options.selected);
            }),
        );
    }
    rows
}

const DEFAULT_OVERHEAD: i64 = 10;

/// An engine's options as clients see them.
#[derive(Debug)]
struct EngineOptions {
    name: String,
    settings: Vec<EngineOption>,
    /// What it has been told, so that it is told nothing twice.
    told: Vec<(String, String)>,
}

/// An option that must be set on the selected engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What to set.
    pub name: String,
    /// To what.
    pub value: String,
}

/// What came of setting an option.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// What the engines must be told.
    pub changes: Vec<Change>,
    /// What the client should know, in words.
    pub note: Option<String>,
}

impl Options {
    /// The options of these engines, and the protocol's own.
    pub fn new(engines: &[Box<dyn Engine + Send>], about: &str) -> Self {
        let engines: Vec<_> = engines.iter().map(|engine| EngineOptions::of(engine.as_ref())).collect();
        Self {
            own: own_options(&engines, about),
            engines,
            selected: 0,
            values: Vec::new(),
            chess960: false,
            lines: 1,
            show_wdl: false,
            overhead: Duration::from_millis(DEFAULT_OVERHEAD as u64),
        }
    }

    /// What talking to the client costs. An engine that has this option itself takes care of it.
    pub fn overhead(&self) -> Duration {
        if self.engines[self.selected].has("Move Overhead") { Duration::ZERO } else { self.overhead }
    }

    /// Whether any engine has an option with this name.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.engines.iter().any(|engine| engine.has(name))
    }

    /// All options, each name once: the selected engine's, then the protocol's, then what only the
    /// other engines have.
    pub fn settings(&self) -> Vec<&EngineOption> {
        let mut all: Vec<&EngineOption> = Vec::new();
        let others = self.engines.iter().flat_map(|engine| &engine.settings);
        // Where both have an option, the protocol's bounds count: it is handled here.
        let selected = self.engines[self.selected].settings.iter();
        let selected = selected.filter(|setting| self.own(&setting.name).is_none());
        let own = self.own.iter().map(|own| &own.setting);
        for setting in selected.chain(own).chain(others) {
            if !all.iter().any(|known| known.is(&setting.name)) {
                all.push(setting);
            }
        }
        all
    }

    /// Those that XBoard's clients see. An engine's own are among them, whatever their names begin
    /// with: `UCI_Elo` is for everybody.
    pub(crate) fn settings_for_xboard(&self) -> Vec<&EngineOption> {
        let has_command = ["Hash", "Threads", "SyzygyPath"];
        let mut all = self.settings();
        all.retain(|setting| {
            !has_command.iter().any(|name| setting.is(name))
                && self.own(&setting.name).is_none_or(|own| own.audience == Audience::All)
        });
        all
    }

    /// Sets an option, and says what the engines must be told.
    ///
    /// # Errors
    /// What is wrong, in words for the client.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effects, String> {
        let Some(setting) = self.settings().into_iter().find(|setting| setting.is(name)).cloned() else {
            return Err(BadOption { name, error: OptionError::Unknown }.to_string());
        };
        let mut value = setting.canonical(value.unwrap_or_default());
        let mut note = None;
        if let Err(error) = setting.check(&value) {
            // Too much memory or too many threads: the nearest value is better than nothing.
            let (OptionError::Number { min, max }, Some(number)) = (error, crate::words::integer(&value))
            else {
                return Err(BadOption { name: &setting.name, error }.to_string());
            };
            value = number.clamp(min, max).to_string();
            let name = &setting.name;
            note = Some(format!("{name} takes a number from {min} to {max}; it is set to {value}"));
        }
        if let Some(set) = self.own(&setting.name).map(|own| own.set) {
            set(self, &value);
        }
        if setting.kind == OptionKind::Action {
            let change = Change { name: setting.name.into(), value };
            let known = self.engines[self.selected].has(&change.name);
            return Ok(Effects { changes: if known { vec![change] } else { Vec::new() }, note });
        }
        forget(&mut self.values, &setting.name);
        // A client that sets it again means it: a file that was missing may be there now.
        self.engines.iter_mut().for_each(|engine| forget(&mut engine.told, &setting.name));
        self.values.push((setting.name.into(), value));
        Ok(Effects { changes: self.changes(), note })
    }

    fn own(&self, name: &str) -> Option<&OwnOption> {
        self.own.iter().find(|own| own.setting.is(name))
    }

    /// What the selected engine has not been told yet.
    fn changes(&mut self) -> Vec<Change> {
        let known = &mut self.engines[self.selected];
        let mut changes = Vec::new();
        for (name, value) in &self.values {
            if !known.has(name)
                || known.told.iter().any(|(n, v)| EngineOption::same_name(n, name) && v == value)
            {
                continue;
            }
            forget(&mut known.told, name);
            known.told.push((name.clone(), value.clone()));
            changes.push(Change { name: name.clone(), value: value.clone() });
        }
        changes
    }
}

fn forget(values: &mut Vec<(String, String)>, name: &str) {
    values.retain(|(known, _)| !EngineOption::same_name(known, name));
}

impl EngineOptions {
    fn of(engine: &dyn Engine) -> Self {
        Self { name: engine.name().to_owned(), settings: engine.options(), told: Vec::new() }
    }

    fn has(&self, name: &str) -> bool {
        self.settings.iter().any(|setting| setting.is(name))
    }
}

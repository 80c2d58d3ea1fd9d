//! What an XBoard engine said it can do.

use std::collections::BTreeSet;

use mola_game::EngineOption;

use crate::xboard::{Command, Feature, Value, parse_option};

/// The features, at first as the protocol presumes them.
#[derive(Debug)]
pub(super) struct Features {
    pub(super) name: String,
    pub(super) settings: Vec<EngineOption>,
    /// The names of those that are on.
    on: BTreeSet<String>,
    variants: String,
    /// The engine asked for more time to introduce itself.
    pub(super) wait: bool,
    /// It has finished.
    pub(super) done: bool,
}

impl Default for Features {
    fn default() -> Self {
        Self {
            name: String::new(),
            settings: Vec::new(),
            on: ["time", "analyze"].map(str::to_owned).into(),
            variants: "normal".to_owned(),
            wait: false,
            done: false,
        }
    }
}

/// Options of the seam's names that XBoard has commands for.
const COMMANDS: [(&str, &str); 3] = [("Hash", "memory"), ("Threads", "cores"), ("SyzygyPath", "egtpath")];

impl Features {
    /// Remembers what the engine said, and returns what to answer.
    pub(super) fn hear(&mut self, features: &[Feature]) -> Vec<Command> {
        let mut answers = Vec::new();
        for feature in features {
            let on = feature.is_on();
            if on {
                self.on.insert(feature.name.clone());
            } else {
                self.on.remove(&feature.name);
            }
            match (feature.name.as_str(), &feature.value) {
                ("myname", Value::Text(name)) => name.clone_into(&mut self.name),
                ("variants", Value::Text(names)) => names.clone_into(&mut self.variants),
                ("memory", _) if on => self.settings.push(EngineOption::number("Hash", 16, 1, 1 << 25)),
                ("smp", _) if on => self.settings.push(EngineOption::number("Threads", 1, 1, 1024)),
                ("egt", Value::Text(kinds)) if kinds.split(',').any(|kind| kind.trim() == "syzygy") => {
                    self.settings.push(EngineOption::text("SyzygyPath", ""));
                }
                ("option", Value::Text(text)) => {
                    if let Some(setting) = parse_option(text) {
                        self.settings.push(setting);
                    }
                }
                // Moves are sent by their squares.
                ("san", _) if on => {
                    answers.push(Command::Rejected(feature.name.clone()));
                    continue;
                }
                ("done", _) => (self.wait, self.done) = (!on, on),
                _ => {}
            }
            answers.push(Command::Accepted(feature.name.clone()));
        }
        answers
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.on.contains(name)
    }

    pub(super) fn has_variant(&self, name: &str) -> bool {
        self.variants.split(',').any(|variant| variant.trim() == name)
    }
}

/// The command that sets an option of this name, if it has one of its own.
pub(super) fn command_for(name: &str) -> Option<&'static str> {
    COMMANDS.iter().find(|(option, _)| *option == name).map(|&(_, command)| command)
}

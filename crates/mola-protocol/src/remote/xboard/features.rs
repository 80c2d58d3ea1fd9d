//! What an XBoard engine said it can do.

use crate::Setting;
use crate::xboard::{Command, Feature, Value, parse_option};

/// The features, at first as the protocol presumes them.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is one of the protocol's own switches")]
pub(super) struct Features {
    pub(super) name: String,
    pub(super) settings: Vec<Setting>,
    pub(super) ping: bool,
    pub(super) setboard: bool,
    pub(super) usermove: bool,
    pub(super) time: bool,
    pub(super) analyze: bool,
    pub(super) nps: bool,
    pub(super) exclude: bool,
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
            ping: false,
            setboard: false,
            usermove: false,
            time: true,
            analyze: true,
            nps: false,
            exclude: false,
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
            match (feature.name.as_str(), &feature.value) {
                ("ping", _) => self.ping = on,
                ("setboard", _) => self.setboard = on,
                ("usermove", _) => self.usermove = on,
                ("time", _) => self.time = on,
                ("analyze", _) => self.analyze = on,
                ("nps", _) => self.nps = on,
                ("exclude", _) => self.exclude = on,
                ("myname", Value::Text(name)) => name.clone_into(&mut self.name),
                ("variants", Value::Text(names)) => names.clone_into(&mut self.variants),
                ("memory", _) if on => self.settings.push(Setting::number("Hash", 16, 1, 1 << 25)),
                ("smp", _) if on => self.settings.push(Setting::number("Threads", 1, 1, 1024)),
                ("egt", Value::Text(kinds)) if kinds.split(',').any(|kind| kind.trim() == "syzygy") => {
                    self.settings.push(Setting::text("SyzygyPath", ""));
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

    pub(super) fn has_variant(&self, name: &str) -> bool {
        self.variants.split(',').any(|variant| variant.trim() == name)
    }
}

/// The command that sets an option of this name, if it has one of its own.
pub(super) fn command_for(name: &str) -> Option<&'static str> {
    COMMANDS.iter().find(|(option, _)| *option == name).map(|&(_, command)| command)
}

//! What can be set on an engine, in a form that outlives the engine's own description.

use mola_game::{EngineOption, OptionError, OptionKind};

/// An [`EngineOption`] that owns its texts: read from another program, or remembered while the
/// engine is busy.
///
/// ```
/// use mola_protocol::{Setting, SettingKind};
/// let hash = Setting::number("Hash", 16, 1, 1024);
/// assert!(hash.check("64").is_ok());
/// assert!(hash.is("hash"));
/// assert_eq!(hash.kind, SettingKind::Number { default: 16, min: 1, max: 1024 });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// What it is called.
    pub name: String,
    /// The values it takes.
    pub kind: SettingKind,
}

/// The values that a [`Setting`] takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingKind {
    /// `true` or `false`; the default.
    Switch(bool),
    /// A whole number.
    Number {
        /// What it begins with.
        default: i64,
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// One of some words.
    Choice {
        /// What it begins with.
        default: String,
        /// All that can be chosen.
        choices: Vec<String>,
    },
    /// Any text; the default.
    Text(String),
    /// Something to do, without a value.
    Action,
}

impl Setting {
    /// A number within bounds.
    pub fn number(name: &str, default: i64, min: i64, max: i64) -> Self {
        Self { name: name.to_owned(), kind: SettingKind::Number { default, min, max } }
    }

    /// Something that is on or off.
    pub fn switch(name: &str, default: bool) -> Self {
        Self { name: name.to_owned(), kind: SettingKind::Switch(default) }
    }

    /// A text.
    pub fn text(name: &str, default: &str) -> Self {
        Self { name: name.to_owned(), kind: SettingKind::Text(default.to_owned()) }
    }

    /// Whether this is its name. Case does not matter, nor whether words are separated by spaces or
    /// underscores: XBoard's clients take names of one word only.
    pub fn is(&self, name: &str) -> bool {
        same_name(&self.name, name)
    }

    /// Whether the value is one that the setting takes.
    ///
    /// # Errors
    /// What it takes instead.
    pub fn check(&self, value: &str) -> Result<(), OptionError> {
        self.visit(&mut |option| option.check(value).map_err(|bad| bad.error))
    }

    /// Shows the setting in the words of the seam.
    pub fn visit<T>(&self, visit: &mut dyn FnMut(&EngineOption<'_>) -> T) -> T {
        let name = &self.name;
        match &self.kind {
            SettingKind::Switch(default) => visit(&EngineOption { name, kind: OptionKind::Switch(*default) }),
            SettingKind::Number { default, min, max } => visit(&EngineOption {
                name,
                kind: OptionKind::Number { default: *default, min: *min, max: *max },
            }),
            SettingKind::Choice { default, choices } => {
                let choices: Vec<&str> = choices.iter().map(String::as_str).collect();
                visit(&EngineOption { name, kind: OptionKind::Choice { default, choices: &choices } })
            }
            SettingKind::Text(default) => visit(&EngineOption { name, kind: OptionKind::Text(default) }),
            SettingKind::Action => visit(&EngineOption { name, kind: OptionKind::Action }),
        }
    }

    /// The value as the setting itself writes it: a choice in its own case and with its own spaces,
    /// the `1` and `0` of XBoard as `true` and `false`.
    pub fn canonical(&self, value: &str) -> String {
        let value = value.trim();
        match &self.kind {
            SettingKind::Choice { choices, .. } => {
                choices.iter().find(|choice| same_name(choice, value)).map_or(value, String::as_str)
            }
            SettingKind::Switch(_) => match value {
                "1" => "true",
                "0" => "false",
                _ if value.eq_ignore_ascii_case("true") => "true",
                _ if value.eq_ignore_ascii_case("false") => "false",
                _ => value,
            },
            // How UCI writes a text without letters.
            SettingKind::Text(_) if value == "<empty>" => "",
            _ => value,
        }
        .to_owned()
    }
}

impl From<&EngineOption<'_>> for Setting {
    fn from(option: &EngineOption<'_>) -> Self {
        let kind = match option.kind {
            OptionKind::Switch(default) => SettingKind::Switch(default),
            OptionKind::Number { default, min, max } => SettingKind::Number { default, min, max },
            OptionKind::Choice { default, choices } => SettingKind::Choice {
                default: default.to_owned(),
                choices: choices.iter().map(|&choice| choice.to_owned()).collect(),
            },
            OptionKind::Text(default) => SettingKind::Text(default.to_owned()),
            OptionKind::Action => SettingKind::Action,
        };
        Self { name: option.name.to_owned(), kind }
    }
}

/// Names are the same if only case, or spaces written as underscores, tell them apart.
pub(crate) fn same_name(a: &str, b: &str) -> bool {
    let plain = |letter: char| if letter == '_' { ' ' } else { letter.to_ascii_lowercase() };
    a.chars().map(plain).eq(b.chars().map(plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_as_clients_write_them() {
        let overhead = Setting::number("Move Overhead", 10, 0, 5000);
        assert!(overhead.is("move overhead") && overhead.is("Move_Overhead"));
        assert!(!overhead.is("MoveOverhead"));
    }

    #[test]
    fn what_goes_through_the_seam_comes_back() {
        let kinds = [
            SettingKind::Switch(true),
            SettingKind::Number { default: 1, min: 0, max: 3 },
            SettingKind::Choice { default: "a".into(), choices: vec!["a".into(), "b c".into()] },
            SettingKind::Text("x".into()),
            SettingKind::Action,
        ];
        for kind in kinds {
            let setting = Setting { name: "Name".into(), kind };
            assert_eq!(setting.visit(&mut |option| Setting::from(option)), setting);
        }
    }

    #[test]
    fn values_are_taken_in_either_protocols_spelling() {
        let style = SettingKind::Choice {
            default: "Solid".into(),
            choices: vec!["Solid".into(), "Very Wild".into()],
        };
        let style = Setting { name: "Style".into(), kind: style };
        assert_eq!(style.canonical("very_wild"), "Very Wild");
        assert_eq!(Setting::switch("Ponder", false).canonical("1"), "true");
        assert_eq!(Setting::text("BookFile", "").canonical("<empty>"), "");
    }
}

//! What can be set on an engine, in a form that any protocol and any settings page can use.

use std::borrow::Cow;

use crate::OptionError;

/// A setting of an engine: its name, what values it takes, and which it begins with.
///
/// ```
/// use mola_game::{EngineOption, OptionError};
/// let hash = EngineOption::number("Hash", 16, 1, 65536);
/// assert!(hash.is("hash") && hash.check("64").is_ok());
/// assert_eq!(hash.check("lots"), Err(OptionError::Number { min: 1, max: 65536 }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// What it is called.
    pub name: Cow<'static, str>,
    /// The values it takes.
    pub kind: OptionKind,
}

/// The values that an [`EngineOption`] takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
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
    /// Any text, a path for instance; the default.
    Text(Cow<'static, str>),
    /// Something to do, without a value.
    Action,
}

impl EngineOption {
    /// A number within bounds.
    pub const fn number(name: &'static str, default: i64, min: i64, max: i64) -> Self {
        Self { name: Cow::Borrowed(name), kind: OptionKind::Number { default, min, max } }
    }

    /// Something that is on or off.
    pub const fn switch(name: &'static str, default: bool) -> Self {
        Self { name: Cow::Borrowed(name), kind: OptionKind::Switch(default) }
    }

    /// A text.
    pub const fn text(name: &'static str, default: &'static str) -> Self {
        Self { name: Cow::Borrowed(name), kind: OptionKind::Text(Cow::Borrowed(default)) }
    }

    /// Something to do.
    pub const fn action(name: &'static str) -> Self {
        Self { name: Cow::Borrowed(name), kind: OptionKind::Action }
    }

    /// Whether this is its name. Case does not matter, nor whether words are separated by spaces or
    /// underscores: XBoard's clients take names of one word only.
    pub fn is(&self, name: &str) -> bool {
        Self::same_name(&self.name, name)
    }

    /// Whether two names differ only in case, or in spaces that are written as underscores.
    pub fn same_name(a: &str, b: &str) -> bool {
        let plain = |letter: char| if letter == '_' { ' ' } else { letter.to_ascii_lowercase() };
        a.chars().map(plain).eq(b.chars().map(plain))
    }

    /// Whether the option takes this value.
    ///
    /// # Errors
    /// What it takes instead.
    pub fn check(&self, value: &str) -> Result<(), OptionError> {
        let value = value.trim();
        let (fits, error) = match &self.kind {
            &OptionKind::Number { min, max, .. } => {
                let fits = value.parse().is_ok_and(|number| (min..=max).contains(&number));
                (fits, OptionError::Number { min, max })
            }
            OptionKind::Switch(_) => (matches!(value, "true" | "false"), OptionError::Switch),
            OptionKind::Choice { choices, .. } => {
                (choices.iter().any(|choice| choice.eq_ignore_ascii_case(value)), OptionError::Choice)
            }
            OptionKind::Text(_) | OptionKind::Action => return Ok(()),
        };
        if fits { Ok(()) } else { Err(error) }
    }

    /// The value as the option itself writes it: a choice in its own case and with its own spaces,
    /// the `1` and `0` of XBoard as `true` and `false`.
    pub fn canonical(&self, value: &str) -> String {
        let value = value.trim();
        match &self.kind {
            OptionKind::Choice { choices, .. } => {
                choices.iter().find(|choice| Self::same_name(choice, value)).map_or(value, String::as_str)
            }
            OptionKind::Switch(_) => match value {
                "1" => "true",
                "0" => "false",
                _ if value.eq_ignore_ascii_case("true") => "true",
                _ if value.eq_ignore_ascii_case("false") => "false",
                _ => value,
            },
            // How UCI writes a text without letters.
            OptionKind::Text(_) if value == "<empty>" => "",
            _ => value,
        }
        .to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_as_clients_write_them() {
        let overhead = EngineOption::number("Move Overhead", 10, 0, 5000);
        assert!(overhead.is("move overhead") && overhead.is("Move_Overhead"));
        assert!(!overhead.is("MoveOverhead"));
    }

    #[test]
    fn values_are_taken_in_either_protocols_spelling() {
        let kind =
            OptionKind::Choice { default: "Solid".into(), choices: vec!["Solid".into(), "Very Wild".into()] };
        let style = EngineOption { name: "Style".into(), kind };
        assert_eq!(style.canonical("very_wild"), "Very Wild");
        assert_eq!(EngineOption::switch("Ponder", false).canonical("1"), "true");
        assert_eq!(EngineOption::text("BookFile", "").canonical("<empty>"), "");
    }
}

//! What can be set on an engine, in a form that any protocol and any settings page can use.

use core::fmt;

/// A setting of an engine: its name, what values it takes, and which it begins with.
///
/// ```
/// use mola_game::{EngineOption, OptionKind};
/// let hash = EngineOption { name: "Hash", kind: OptionKind::Number { default: 16, min: 1, max: 65536 } };
/// assert!(hash.check("64").is_ok());
/// assert_eq!(hash.check("lots").unwrap_err().to_string(), "Hash takes a number from 1 to 65536");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineOption<'a> {
    /// What it is called. Upper and lower case do not matter when it is set.
    pub name: &'a str,
    /// The values it takes.
    pub kind: OptionKind<'a>,
}

/// The values that an [`EngineOption`] takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind<'a> {
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
        default: &'a str,
        /// All that can be chosen.
        choices: &'a [&'a str],
    },
    /// Any text, a path for instance; the default.
    Text(&'a str),
    /// Something to do, without a value.
    Action,
}

/// Why an option was not set. The engine is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionError {
    /// There is no option with this name.
    Unknown,
    /// The value is not a number within these bounds.
    Number {
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// The option is either on or off.
    Switch,
    /// The value is not among the choices.
    Choice,
    /// The value is valid, but something is missing: a file, or enough memory.
    Failed(&'static str),
}

/// An [`OptionError`] together with the name of its option, worded for whoever set it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadOption<'a> {
    /// The name of the option.
    pub name: &'a str,
    /// What was wrong.
    pub error: OptionError,
}

impl core::error::Error for BadOption<'_> {}

impl fmt::Display for BadOption<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name;
        match self.error {
            OptionError::Unknown => write!(f, "there is no option {name}"),
            OptionError::Number { min, max } => write!(f, "{name} takes a number from {min} to {max}"),
            OptionError::Switch => write!(f, "{name} takes true or false"),
            OptionError::Choice => write!(f, "{name} does not offer that choice"),
            OptionError::Failed(reason) => write!(f, "{name} was not set: {reason}"),
        }
    }
}

impl EngineOption<'_> {
    /// Whether the option takes this value.
    ///
    /// # Errors
    /// What it takes instead.
    pub fn check(&self, value: &str) -> Result<(), BadOption<'_>> {
        let error = match self.kind {
            OptionKind::Number { min, max, .. } => match value.trim().parse::<i64>() {
                Ok(number) if (min..=max).contains(&number) => return Ok(()),
                _ => OptionError::Number { min, max },
            },
            OptionKind::Switch(_) => match value.trim() {
                "true" | "false" => return Ok(()),
                _ => OptionError::Switch,
            },
            OptionKind::Choice { choices, .. } => {
                if choices.iter().any(|choice| choice.eq_ignore_ascii_case(value.trim())) {
                    return Ok(());
                }
                OptionError::Choice
            }
            OptionKind::Text(_) | OptionKind::Action => return Ok(()),
        };
        Err(BadOption { name: self.name, error })
    }
}

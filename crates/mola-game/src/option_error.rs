//! Why an option was not set.

use core::fmt;

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

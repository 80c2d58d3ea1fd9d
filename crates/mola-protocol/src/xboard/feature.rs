//! `feature` lines: what an XBoard engine can do.

use std::fmt;

use crate::words::integer;

/// One `name=value`.
///
/// ```
/// use mola_protocol::xboard::{Feature, Reply, Value};
/// let Ok(Reply::Features(features)) = "feature ping=1 myname=\"Mola 1\"".parse() else { panic!() };
/// assert_eq!(features[0], Feature::number("ping", 1));
/// assert_eq!(features[1].value, Value::Text("Mola 1".into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Value,
}

/// What a [`Feature`] is set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Mostly whether the feature is there.
    Number(i64),
    /// Names and lists, which are written in quotes.
    Text(String),
}

impl Feature {
    /// A feature with a number.
    pub fn number(name: &str, value: i64) -> Self {
        Self { name: name.to_owned(), value: Value::Number(value) }
    }

    /// A feature with a text. Quotes would end it early, so they become apostrophes.
    pub fn text(name: &str, value: &str) -> Self {
        Self { name: name.to_owned(), value: Value::Text(value.replace('"', "'")) }
    }

    /// Whether it is a number other than zero.
    pub fn is_on(&self) -> bool {
        matches!(self.value, Value::Number(value) if value != 0)
    }
}

/// Reads what follows `feature`. Parts without `=` are skipped.
pub(crate) fn parse(text: &str) -> Vec<Feature> {
    let mut features = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let end = rest.find(|letter: char| letter.is_whitespace() || letter == '=').unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let Some(after) = after.strip_prefix('=') else {
            rest = after.trim_start();
            continue;
        };
        let (value, after) = if let Some(quoted) = after.strip_prefix('"') {
            let (text, after) = quoted.split_once('"').unwrap_or((quoted, ""));
            (Value::Text(text.to_owned()), after)
        } else {
            let end = after.find(char::is_whitespace).unwrap_or(after.len());
            let (text, after) = after.split_at(end);
            (integer(text).map_or_else(|| Value::Text(text.to_owned()), Value::Number), after)
        };
        if !name.is_empty() {
            features.push(Feature { name: name.to_owned(), value });
        }
        rest = after.trim_start();
    }
    features
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            Value::Number(value) => write!(f, "{}={value}", self.name),
            Value::Text(text) => write!(f, "{}=\"{text}\"", self.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_of_real_engines_are_read() {
        let features =
            parse("done=0 variants=\"normal,nocastle\"  option=\"Hash -spin 1 2 3\" sigint=0 junk x=");
        assert_eq!(features.len(), 5);
        assert_eq!(features[2], Feature::text("option", "Hash -spin 1 2 3"));
        assert!(!features[3].is_on());
        assert_eq!(features[4], Feature::text("x", ""));
    }

    #[test]
    fn a_quote_that_never_ends_takes_the_rest() {
        assert_eq!(parse("a=\"b c"), [Feature::text("a", "b c")]);
    }
}

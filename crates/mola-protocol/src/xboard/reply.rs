//! What an XBoard engine says to its GUI.

use std::fmt;
use std::str::FromStr;

use super::{Feature, Thinking, feature};
use crate::words::Words;

/// One line from an engine.
///
/// ```
/// use mola_protocol::xboard::{Claim, Reply};
/// assert_eq!("move e2e4".parse(), Ok(Reply::Move("e2e4".into())));
/// let claim = Claim { score: "1-0".into(), reason: "White mates".into() };
/// assert_eq!("1-0 {White mates}".parse(), Ok(Reply::Claim(claim)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// What it can do.
    Features(Vec<Feature>),
    /// All commands before this ping have been carried out.
    Pong(String),
    /// Its move.
    Move(String),
    /// What it thinks.
    Thinking(Thinking),
    /// It gives up.
    Resign,
    /// It offers a draw, or accepts one.
    OfferDraw,
    /// It says that the game is over.
    Claim(Claim),
    /// It suggests a move, or expects one.
    Hint(String),
    /// It refuses a move.
    IllegalMove {
        /// Why.
        reason: String,
        /// The move.
        text: String,
    },
    /// It does not understand.
    Error {
        /// Why.
        reason: String,
        /// The line.
        text: String,
    },
    /// It wants the user to know that something is wrong.
    UserError(String),
    /// How the analysis is going: hundredths of seconds, nodes, ply, moves left and in all, a move.
    Status(String),
    /// For readers of the log.
    Comment(String),
    /// Anything else.
    Other(String),
}

/// A result and its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// As PGN writes it.
    pub score: String,
    /// Why.
    pub reason: String,
}

impl FromStr for Reply {
    type Err = std::convert::Infallible;

    /// Reads a line. Every line is something, if only [`Reply::Other`].
    fn from_str(line: &str) -> Result<Self, Self::Err> {
        let mut words = Words::new(line);
        let rest = |words: &Words<'_>| words.rest.to_owned();
        let other = || Self::Other(line.trim().to_owned());
        Ok(match words.next() {
            Some("feature") => Self::Features(feature::parse(words.rest)),
            Some("pong") => Self::Pong(rest(&words)),
            Some("move") => words.next().map_or_else(other, |text| Self::Move(text.to_owned())),
            // How engines of the first version write it.
            Some("My") if words.rest.starts_with("move is") => {
                let text = words.rest["move is".len()..].trim_start_matches([':', ' ']);
                Self::Move(text.to_owned())
            }
            Some("resign" | "tellics") if line.contains("resign") => Self::Resign,
            Some("offer") if words.peek() == Some("draw") => Self::OfferDraw,
            Some(score @ ("1-0" | "0-1" | "1/2-1/2")) => {
                let reason = words.rest.trim_matches(['{', '}']).trim().to_owned();
                Self::Claim(Claim { score: score.to_owned(), reason })
            }
            Some("Hint:") => Self::Hint(rest(&words)),
            Some("Illegal") if words.peek().is_some_and(|word| word.starts_with("move")) => {
                let (reason, text) = parse_complaint(&words.rest["move".len()..]);
                Self::IllegalMove { reason, text }
            }
            Some(word) if word == "Error" || word == "Error:" => {
                let (reason, text) = parse_complaint(&line.trim()["Error".len()..]);
                Self::Error { reason, text }
            }
            Some("tellusererror" | "tellerror") => Self::UserError(rest(&words)),
            Some("stat01:") => Self::Status(rest(&words)),
            Some(word) if word.starts_with('#') => {
                Self::Comment(line.trim().trim_start_matches('#').trim_start().to_owned())
            }
            Some(_) => Thinking::parse(line).map_or_else(other, Self::Thinking),
            None => other(),
        })
    }
}

/// Reads ` (reason): text`, where the reason may be missing.
fn parse_complaint(text: &str) -> (String, String) {
    let text = text.trim_start();
    let (reason, rest) = match text.strip_prefix('(').and_then(|inner| inner.split_once(')')) {
        Some((reason, rest)) => (reason, rest),
        None => ("", text),
    };
    (reason.trim().to_owned(), rest.trim_start_matches(':').trim().to_owned())
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let complain = |f: &mut fmt::Formatter<'_>, what: &str, reason: &str, text: &str| {
            if reason.is_empty() {
                write!(f, "{what}: {text}")
            } else {
                write!(f, "{what} ({reason}): {text}")
            }
        };
        match self {
            Self::Features(features) => {
                f.write_str("feature")?;
                features.iter().try_for_each(|feature| write!(f, " {feature}"))
            }
            Self::Pong(text) => write!(f, "pong {text}"),
            Self::Move(text) => write!(f, "move {text}"),
            Self::Thinking(thinking) => thinking.fmt(f),
            Self::Resign => f.write_str("resign"),
            Self::OfferDraw => f.write_str("offer draw"),
            Self::Claim(Claim { score, reason }) => write!(f, "{score} {{{reason}}}"),
            Self::Hint(text) => write!(f, "Hint: {text}"),
            Self::IllegalMove { reason, text } => complain(f, "Illegal move", reason, text),
            Self::Error { reason, text } => complain(f, "Error", reason, text),
            Self::UserError(text) => write!(f, "tellusererror {text}"),
            Self::Status(text) => write!(f, "stat01: {text}"),
            Self::Comment(text) => write!(f, "# {text}"),
            Self::Other(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_of_real_engines_are_read() {
        assert_eq!("My move is: e2e4".parse(), Ok(Reply::Move("e2e4".into())));
        assert_eq!("My move is : e7e5".parse(), Ok(Reply::Move("e7e5".into())));
        assert_eq!("tellics resign".parse(), Ok(Reply::Resign));
        let illegal = Reply::IllegalMove { reason: String::new(), text: "e2e5".into() };
        assert_eq!("Illegal move: e2e5".parse(), Ok(illegal));
        let error = Reply::Error { reason: "unknown command".into(), text: "xyz".into() };
        assert_eq!("Error (unknown command): xyz".parse(), Ok(error));
        assert!(matches!("  12 30 100 4000\te2e4".parse(), Ok(Reply::Thinking(_))));
        assert_eq!("1. e2e4".parse(), Ok(Reply::Other("1. e2e4".into())));
        assert_eq!("".parse(), Ok(Reply::Other(String::new())));
    }
}

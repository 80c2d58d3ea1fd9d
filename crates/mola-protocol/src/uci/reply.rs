//! What a UCI engine says to its client.

use std::fmt;
use std::str::FromStr;

use mola_game::EngineOption;

use super::{Info, option};
use crate::words::Words;

/// One line from an engine.
///
/// ```
/// use mola_protocol::uci::Reply;
/// let reply: Reply = "bestmove e2e4 ponder e7e5".parse().unwrap();
/// assert_eq!(reply, Reply::BestMove { best: Some("e2e4".into()), ponder: Some("e7e5".into()) });
/// assert_eq!("bestmove (none)".parse(), Ok(Reply::BestMove { best: None, ponder: None }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The name of the engine.
    Name(String),
    /// Who wrote it.
    Author(String),
    /// What can be set.
    Option(EngineOption),
    /// That is all about the engine.
    UciOk,
    /// All commands before have been carried out.
    ReadyOk,
    /// What it thinks.
    Info(Info),
    /// What it plays; nothing where there is no legal move.
    BestMove {
        /// The move by its squares.
        best: Option<String>,
        /// The reply it expects.
        ponder: Option<String>,
    },
    /// Anything else: boards, node counts, greetings, copy protections.
    Other(String),
}

impl FromStr for Reply {
    type Err = std::convert::Infallible;

    /// Reads a line. Every line is something, if only [`Reply::Other`].
    fn from_str(line: &str) -> Result<Self, Self::Err> {
        let mut words = Words::new(line);
        let other = || Self::Other(line.trim().to_owned());
        Ok(match words.next() {
            Some("id") => match words.next() {
                Some("name") => Self::Name(words.rest.to_owned()),
                Some("author") => Self::Author(words.rest.to_owned()),
                _ => other(),
            },
            Some("option") => option::parse(words).map_or_else(other, Self::Option),
            Some("uciok") => Self::UciOk,
            Some("readyok") => Self::ReadyOk,
            Some("info") => Self::Info(Info::parse(words)),
            Some("bestmove") => {
                let is_move = |word: &&str| !matches!(*word, "(none)" | "0000" | "NULL" | "a1a1");
                let best = words.next().filter(is_move).map(str::to_owned);
                let ponder = match words.next() {
                    Some("ponder") => words.next().filter(is_move).map(str::to_owned),
                    _ => None,
                };
                Self::BestMove { best, ponder }
            }
            _ => other(),
        })
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "id name {name}"),
            Self::Author(name) => write!(f, "id author {name}"),
            Self::Option(setting) => option::write(setting, f),
            Self::UciOk => f.write_str("uciok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Info(info) => info.fmt(f),
            Self::BestMove { best, ponder } => {
                write!(f, "bestmove {}", best.as_deref().unwrap_or("(none)"))?;
                ponder.as_ref().map_or(Ok(()), |ponder| write!(f, " ponder {ponder}"))
            }
            Self::Other(text) => f.write_str(text),
        }
    }
}

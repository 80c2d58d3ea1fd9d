//! Who plays: a person, one of our engines, or any program that speaks UCI or XBoard's protocol.

use std::fmt;
use std::str::FromStr;

use mola_protocol::Protocol;

/// One of the two players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    Human,
    Engine(Choice),
}

/// Which engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    Mola,
    Pocket,
    Program { command: String, protocol: Protocol },
}

impl Player {
    pub(crate) const MOLA: Self = Self::Engine(Choice::Mola);

    pub(crate) const fn is_human(&self) -> bool {
        matches!(self, Self::Human)
    }

    /// What to call the player in lists and records.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Human => "Human".to_owned(),
            Self::Engine(choice) => choice.name(),
        }
    }
}

impl Choice {
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Mola => "Mola".to_owned(),
            Self::Pocket => "Pocket".to_owned(),
            Self::Program { command, .. } => {
                let program = command.split_whitespace().next().unwrap_or("engine");
                program.rsplit(['/', '\\']).next().unwrap_or(program).to_owned()
            }
        }
    }
}

/// Written so that it can be read again: `human`, `mola`, `pocket`, `uci:COMMAND`, `xboard:COMMAND`.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Engine(Choice::Mola) => f.write_str("mola"),
            Self::Engine(Choice::Pocket) => f.write_str("pocket"),
            Self::Engine(Choice::Program { command, protocol: Protocol::Uci }) => write!(f, "uci:{command}"),
            Self::Engine(Choice::Program { command, protocol: Protocol::XBoard }) => {
                write!(f, "xboard:{command}")
            }
        }
    }
}

/// Reads a player. What is no name that we know is the command of a UCI engine.
impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let program = |command: &str, protocol| {
            if command.trim().is_empty() {
                return Err("which program? Write uci:COMMAND or xboard:COMMAND".to_owned());
            }
            Ok(Self::Engine(Choice::Program { command: command.trim().to_owned(), protocol }))
        };
        match text.to_ascii_lowercase().as_str() {
            "" => Err("a player is human, mola, pocket, uci:COMMAND or xboard:COMMAND".to_owned()),
            "human" | "me" | "person" => Ok(Self::Human),
            "mola" => Ok(Self::MOLA),
            "pocket" => Ok(Self::Engine(Choice::Pocket)),
            _ => match text.split_once(':') {
                Some((word, command)) if word.eq_ignore_ascii_case("uci") => program(command, Protocol::Uci),
                Some((word, command)) if word.eq_ignore_ascii_case("xboard") => {
                    program(command, Protocol::XBoard)
                }
                _ => program(text, Protocol::Uci),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_as_they_are_written() {
        for text in ["human", "mola", "pocket", "uci:stockfish -x", "xboard:/usr/games/gnuchess --xboard"] {
            assert_eq!(text.parse::<Player>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_bare_command_is_a_uci_engine() {
        assert_eq!("stockfish".parse::<Player>().unwrap().to_string(), "uci:stockfish");
        assert!("uci: ".parse::<Player>().is_err());
    }

    #[test]
    fn programs_are_called_by_their_names() {
        assert_eq!("/usr/games/gnuchess -u".parse::<Player>().unwrap().name(), "gnuchess");
    }
}

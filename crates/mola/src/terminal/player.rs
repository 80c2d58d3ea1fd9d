//! Who plays: a person, or an engine.

use std::fmt;
use std::str::FromStr;

use crate::engines::spec::EngineSpec;

/// One of the two players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a game has two of them, and boxes would be in every match")]
pub(crate) enum Player {
    #[default]
    Human,
    Engine(EngineSpec),
}

impl Player {
    pub(crate) const MOLA: Self = Self::Engine(EngineSpec::MOLA);

    pub(crate) const fn is_human(&self) -> bool {
        matches!(self, Self::Human)
    }

    /// Whether it starts no other program and opens no file: a person, or a built-in engine as it is.
    pub(crate) fn is_harmless(&self) -> bool {
        match self {
            Self::Human => true,
            Self::Engine(engine) => [EngineSpec::MOLA, EngineSpec::POCKET].contains(engine),
        }
    }

    /// What to call the player in lists and records.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Human => "Human".to_owned(),
            Self::Engine(engine) => engine.title(),
        }
    }
}

/// Written so that it can be read again.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Engine(engine) => engine.fmt(f),
        }
    }
}

/// Reads `human`, or an engine.
impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if ["human", "me", "person"].iter().any(|word| text.trim().eq_ignore_ascii_case(word)) {
            return Ok(Self::Human);
        }
        let engine = EngineSpec::parse(text).map_err(|error| format!("{error:#}"))?;
        if !engine.has_program() {
            return Err("a player is human, mola, pocket, or the command of an engine".to_owned());
        }
        if engine.pace.is_limited() {
            return Err(format!("in {text:?}: the level and the clock say how long an engine thinks"));
        }
        Ok(Self::Engine(engine))
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
        assert_eq!("me".parse(), Ok(Player::Human));
    }

    #[test]
    fn only_people_and_built_in_engines_as_they_are_are_harmless() {
        let is_harmless = |text: &str| text.parse::<Player>().unwrap().is_harmless();
        assert!(["human", "mola", "pocket"].into_iter().all(is_harmless));
        for text in ["uci:mola", "sh -c ls", "cmd=ls", "mola option.BookFile=b", "pocket values=v"] {
            assert!(!is_harmless(text), "{text}");
        }
    }

    #[test]
    fn what_is_not_a_player_is_explained() {
        for (text, words) in [("", "human, mola"), ("uci: ", "which program"), ("mola nodes=5", "the level")]
        {
            let error = text.parse::<Player>().unwrap_err();
            assert!(error.contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn programs_are_called_by_their_names() {
        assert_eq!("/usr/games/gnuchess -u".parse::<Player>().unwrap().name(), "gnuchess");
    }
}

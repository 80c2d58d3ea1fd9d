//! What a client says to a UCI engine.

use std::fmt;
use std::str::FromStr;

use mola_rules::Excerpt;

use super::Go;
use crate::words::{Words, integer};

/// One line from a client.
///
/// ```
/// use mola_protocol::uci::Command;
/// let command: Command = "position startpos moves e2e4".parse().unwrap();
/// assert_eq!(command, Command::Position { fen: None, moves: vec!["e2e4".into()] });
/// assert_eq!(command.to_string(), "position startpos moves e2e4");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Speak UCI: say who you are and what can be set.
    Uci,
    /// Say more, or less, about what happens.
    Debug(bool),
    /// Answer when all of this is done.
    IsReady,
    /// Set something.
    SetOption {
        /// The name, its words separated by single spaces.
        name: String,
        /// The value; none for actions.
        value: Option<String>,
    },
    /// A registration, which nobody needs.
    Register(String),
    /// What comes next is from another game.
    NewGame,
    /// Look at this position.
    Position {
        /// Where the moves start from; the usual start if it is not given.
        fen: Option<String>,
        /// The moves by their squares.
        moves: Vec<String>,
    },
    /// Think.
    Go(Go),
    /// Answer now.
    Stop,
    /// The move that is being pondered was played.
    PonderHit,
    /// Go away.
    Quit,
    /// Show the position; people type it.
    Show,
    /// Explain the evaluation of the position.
    Eval,
    /// Swap the players' pieces.
    Flip,
    /// Tell what can be typed.
    Help,
    /// Count the nodes of a fixed set of searches.
    Bench(String),
    /// Print random openings.
    GenFens(GenFens),
}

/// How many random openings to print, and from which dice. `OpenBench` asks for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenFens {
    /// How many.
    pub count: u32,
    /// What the dice start from: the same seed gives the same openings.
    pub seed: u64,
    /// A file with a position in each line to start from.
    pub book: Option<String>,
}

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// The line is blank.
    Empty,
    /// No word of the line is a command.
    Unknown(Excerpt),
    /// `setoption` does not name an option.
    NoOptionName(Excerpt),
    /// `position` gives neither `startpos` nor `fen`.
    NoPosition(Excerpt),
    /// `genfens` wants two numbers and a book.
    GenFens(Excerpt),
}

impl std::error::Error for CommandError {}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the line is blank"),
            Self::Unknown(line) => write!(f, "unknown command {line:?}; type help to see them all"),
            Self::NoOptionName(line) => {
                write!(f, "{line:?} does not name an option; write setoption name Hash value 64")
            }
            Self::NoPosition(line) => {
                write!(
                    f,
                    "{line:?} does not give a position; write position startpos or position fen and a FEN"
                )
            }
            Self::GenFens(line) => {
                write!(f, "{line:?} is not understood; write genfens 100 seed 1 book None")
            }
        }
    }
}

impl FromStr for Command {
    type Err = CommandError;

    /// Reads a line. Words before the first command are skipped, as the protocol demands.
    fn from_str(line: &str) -> Result<Self, CommandError> {
        let mut words = Words::new(line);
        if words.peek().is_none() {
            return Err(CommandError::Empty);
        }
        if let Some(command) = parse_extra(words.clone(), line)? {
            return Ok(command);
        }
        while let Some(word) = words.next() {
            return Ok(match word {
                "uci" => Self::Uci,
                "debug" => Self::Debug(words.next() != Some("off")),
                "isready" => Self::IsReady,
                "setoption" => return parse_option(words, line),
                "register" => Self::Register(words.rest.to_owned()),
                "ucinewgame" => Self::NewGame,
                "position" => return parse_position(words, line),
                "go" => Self::Go(Go::parse(words)),
                "stop" => Self::Stop,
                "ponderhit" => Self::PonderHit,
                "quit" => Self::Quit,
                _ => continue,
            });
        }
        Err(CommandError::Unknown(Excerpt::new(line.trim())))
    }
}

/// Commands outside of the standard. They are read only at the beginning of a line, so that stray
/// words do not set them off.
fn parse_extra(mut words: Words<'_>, line: &str) -> Result<Option<Command>, CommandError> {
    Ok(Some(match words.next() {
        Some("d") => Command::Show,
        Some("eval") => Command::Eval,
        Some("flip") => Command::Flip,
        Some("help" | "--help" | "-h") => Command::Help,
        Some("bench") => Command::Bench(words.rest.to_owned()),
        Some("exit") => Command::Quit,
        Some("genfens") => {
            let parsed = parse_genfens(words);
            Command::GenFens(parsed.ok_or_else(|| CommandError::GenFens(Excerpt::new(line.trim())))?)
        }
        _ => return Ok(None),
    }))
}

fn parse_option(mut words: Words<'_>, line: &str) -> Result<Command, CommandError> {
    let no_name = || CommandError::NoOptionName(Excerpt::new(line.trim()));
    if !words.next().is_some_and(|word| word.eq_ignore_ascii_case("name")) {
        return Err(no_name());
    }
    let (name, value) = words.split_at_word(|word| word.eq_ignore_ascii_case("value"));
    let name = Words::new(name).collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        return Err(no_name());
    }
    Ok(Command::SetOption { name, value: value.map(str::to_owned) })
}

fn parse_position(mut words: Words<'_>, line: &str) -> Result<Command, CommandError> {
    let (setup, moves) = words.split_at_word(|word| word == "moves");
    let fen = match words.next() {
        Some("startpos") => None,
        Some("fen") => {
            let mut setup = Words::new(setup);
            setup.next();
            Some(setup.collect::<Vec<_>>().join(" "))
        }
        _ => return Err(CommandError::NoPosition(Excerpt::new(line.trim()))),
    };
    let moves = Words::new(moves.unwrap_or_default()).map(str::to_owned).collect();
    Ok(Command::Position { fen, moves })
}

fn parse_genfens(mut words: Words<'_>) -> Option<GenFens> {
    let count = u32::try_from(words.number()?).ok()?;
    let (mut seed, mut book) = (0, None);
    while let Some(word) = words.next() {
        match word {
            // Seeds are used to their last bit; they need not be small.
            "seed" => {
                let text = words.next()?;
                seed = text.parse().ok().or_else(|| integer(text).map(|value| value as u64))?;
            }
            "book" => {
                book = words.next().filter(|name| !name.eq_ignore_ascii_case("none")).map(str::to_owned);
            }
            _ => {}
        }
    }
    Some(GenFens { count, seed, book })
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uci => f.write_str("uci"),
            Self::Debug(on) => write!(f, "debug {}", if *on { "on" } else { "off" }),
            Self::IsReady => f.write_str("isready"),
            Self::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Self::SetOption { name, value: Some(value) } => write!(f, "setoption name {name} value {value}"),
            Self::Register(rest) => write!(f, "register {rest}"),
            Self::NewGame => f.write_str("ucinewgame"),
            Self::Position { fen, moves } => {
                match fen {
                    Some(fen) => write!(f, "position fen {fen}")?,
                    None => f.write_str("position startpos")?,
                }
                write_list(f, "moves", moves)
            }
            Self::Go(go) => go.fmt(f),
            Self::Stop => f.write_str("stop"),
            Self::PonderHit => f.write_str("ponderhit"),
            Self::Quit => f.write_str("quit"),
            Self::Show => f.write_str("d"),
            Self::Eval => f.write_str("eval"),
            Self::Flip => f.write_str("flip"),
            Self::Help => f.write_str("help"),
            Self::Bench(rest) if rest.is_empty() => f.write_str("bench"),
            Self::Bench(rest) => write!(f, "bench {rest}"),
            Self::GenFens(GenFens { count, seed, book }) => {
                write!(f, "genfens {count} seed {seed} book {}", book.as_deref().unwrap_or("None"))
            }
        }
    }
}

/// Writes a keyword and its words, or nothing if there are no words.
pub(super) fn write_list(f: &mut fmt::Formatter<'_>, keyword: &str, words: &[String]) -> fmt::Result {
    if !words.is_empty() {
        write!(f, " {keyword}")?;
        for word in words {
            write!(f, " {word}")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_on_the_list_is_accepted() {
        let lines = "uci/debug on/debug off/isready/setoption name Hash value 1/register later\
            /register name Stefan code 435/ucinewgame/position startpos/position fen 8 w - -/go/go searchmoves e2e4\
            /go ponder/go wtime 1 btime 1 winc 1 binc 1 movestogo 1/go depth 1/go nodes 1/go mate 1/go movetime 1\
            /go infinite/go perft 1/stop/ponderhit/quit/bench/bench 5/d/eval/flip/help\
            /genfens 1 seed 1 book None";
        for line in lines.split('/') {
            assert!(line.parse::<Command>().is_ok(), "{line}");
        }
    }

    #[test]
    fn words_before_a_command_are_skipped_as_the_protocol_demands() {
        assert_eq!("joho debug on".parse(), Ok(Command::Debug(true)));
        assert!(matches!("please d".parse::<Command>(), Err(CommandError::Unknown(_))));
    }

    #[test]
    fn option_names_contain_spaces_and_values_keep_theirs() {
        let parsed: Command = "setoption  name Move\tOverhead   value  a  b ".parse().unwrap();
        assert_eq!(parsed, Command::SetOption { name: "Move Overhead".into(), value: Some("a  b".into()) });
        let parsed: Command = "setoption name Clear Hash".parse().unwrap();
        assert_eq!(parsed, Command::SetOption { name: "Clear Hash".into(), value: None });
        assert!("setoption Hash 3".parse::<Command>().is_err());
        assert!("setoption name value 3".parse::<Command>().is_err());
    }

    #[test]
    fn errors_hold_the_offending_text() {
        let error = "xyzzy\u{7}".parse::<Command>().unwrap_err();
        assert_eq!(error.to_string(), "unknown command \"xyzzy\\u{7}\"; type help to see them all");
        let error = "position here".parse::<Command>().unwrap_err();
        assert!(error.to_string().starts_with("\"position here\" does not give a position"), "{error}");
    }

    #[test]
    fn genfens_is_read_as_openbench_writes_it() {
        let parsed = "genfens 12 seed 18446744073709551615 book None".parse();
        assert_eq!(parsed, Ok(Command::GenFens(GenFens { count: 12, seed: u64::MAX, book: None })));
        assert!("genfens many seed 1 book None".parse::<Command>().is_err());
    }
}

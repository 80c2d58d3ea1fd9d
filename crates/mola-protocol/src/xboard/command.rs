//! What a GUI says to an XBoard engine.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use mola_rules::Excerpt;

use super::Level;
use super::time::{Seconds, seconds};
use crate::words::Words;

/// One line from a GUI, outside of `edit`.
///
/// ```
/// use mola_protocol::xboard::Command;
/// assert_eq!("usermove e2e4".parse(), Ok(Command::Move("e2e4".into())));
/// assert_eq!("e7e8q".parse(), Ok(Command::Move("e7e8q".into())));
/// assert_eq!("ping 7".parse::<Command>().unwrap().to_string(), "ping 7");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Speak this protocol.
    XBoard,
    /// The version that the GUI speaks.
    Protover(u32),
    /// A feature was accepted.
    Accepted(String),
    /// A feature was rejected.
    Rejected(String),
    /// A new game: the engine plays Black.
    New,
    /// The game is of this variant.
    Variant(String),
    /// Go away.
    Quit,
    /// Play neither color; only follow the moves.
    Force,
    /// Play the color that is to move.
    Go,
    /// Play the color that is not to move.
    PlayOther,
    /// White is to move, the engine plays Black.
    White,
    /// Black is to move, the engine plays White.
    Black,
    /// The time control.
    Level(Level),
    /// Exactly this long for each move.
    MoveTime(Duration),
    /// No deeper than this.
    Depth(u32),
    /// Count this many nodes as a second; clocks again if negative.
    Nps(i64),
    /// The engine's clock in hundredths of a second.
    Time(i64),
    /// The opponent's clock in hundredths of a second.
    OpponentTime(i64),
    /// A move of the opponent, or of anybody in force mode.
    Move(String),
    /// Move now.
    MoveNow,
    /// Answer with the same when all of this is done.
    Ping(String),
    /// The opponent offers a draw.
    Draw,
    /// The game is over.
    Result(String),
    /// Set up a position.
    SetBoard(String),
    /// Set up a position piece by piece.
    Edit,
    /// Suggest a move.
    Hint,
    /// Show the book.
    Book,
    /// Take back one move.
    Undo,
    /// Take back a move of each.
    Remove,
    /// Think on the opponent's time.
    Hard,
    /// Do not think on the opponent's time.
    Easy,
    /// Show what you think.
    Post,
    /// Do not show what you think.
    NoPost,
    /// Think about every position until told otherwise.
    Analyze,
    /// Leave the analysis.
    Exit,
    /// How is the analysis going?
    Status,
    /// Use no more megabytes than this.
    Memory(i64),
    /// Use no more processors than this.
    Cores(i64),
    /// Where endgame tables of a kind are.
    EgtPath {
        /// The kind of tables.
        kind: String,
        /// The folder.
        path: String,
    },
    /// Set an option.
    Option {
        /// Its name.
        name: String,
        /// The value; none for actions.
        value: Option<String>,
    },
    /// Do not consider this move, or any.
    Exclude(String),
    /// Consider this move again, or all.
    Include(String),
    /// A line that asks nothing of the engine, such as the opponent's name or rating.
    Ignored(String),
}

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// The line is blank.
    Empty,
    /// The line is neither a command nor a move.
    Unknown(Excerpt),
    /// The command is known, but what follows it is not understood.
    Argument(Excerpt),
}

impl std::error::Error for CommandError {}

impl fmt::Display for CommandError {
    /// In the form that the protocol has for it, with the reason in parentheses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "Error (blank line):"),
            Self::Unknown(line) => write!(f, "Error (unknown command): {line}"),
            Self::Argument(line) => write!(f, "Error (argument not understood): {line}"),
        }
    }
}

impl FromStr for Command {
    type Err = CommandError;

    fn from_str(line: &str) -> Result<Self, CommandError> {
        let mut words = Words::new(line);
        let Some(word) = words.next() else { return Err(CommandError::Empty) };
        if let Some(command) = plain(word) {
            return Ok(command);
        }
        let rest = || words.rest.to_owned();
        let number = || Words::new(words.rest).number();
        let small = || number().map(|value| value.clamp(0, u32::MAX.into()) as u32);
        let parsed = match word {
            "protover" => small().map(Self::Protover),
            "accepted" => Some(Self::Accepted(rest())),
            "rejected" => Some(Self::Rejected(rest())),
            "variant" => Some(Self::Variant(rest())),
            "level" => Level::parse(words).map(Self::Level),
            "st" => words.peek().and_then(seconds).map(Self::MoveTime),
            "sd" => small().map(Self::Depth),
            "nps" => number().map(Self::Nps),
            "time" => number().map(Self::Time),
            "otim" => number().map(Self::OpponentTime),
            "usermove" => words.peek().map(|text| Self::Move(text.to_owned())),
            "ping" => Some(Self::Ping(rest())),
            "result" => Some(Self::Result(rest())),
            "setboard" => Some(Self::SetBoard(rest())),
            "memory" => number().map(Self::Memory),
            "cores" => number().map(Self::Cores),
            "egtpath" => {
                words.next().map(|kind| Self::EgtPath { kind: kind.to_owned(), path: words.rest.to_owned() })
            }
            "option" => parse_option(words.rest),
            "exclude" => words.peek().map(|text| Self::Exclude(text.to_owned())),
            "include" => words.peek().map(|text| Self::Include(text.to_owned())),
            "computer" | "ics" | "name" | "pause" | "random" | "rating" | "resume" | "setscore" => {
                Some(Self::Ignored(line.trim().to_owned()))
            }
            _ if looks_like_a_move(word) => Some(Self::Move(word.to_owned())),
            _ => return Err(CommandError::Unknown(Excerpt::new(line.trim()))),
        };
        parsed.ok_or_else(|| CommandError::Argument(Excerpt::new(line.trim())))
    }
}

/// The commands without arguments, with their words.
const PLAIN: [(&str, Command); 23] = [
    ("xboard", Command::XBoard),
    ("new", Command::New),
    ("quit", Command::Quit),
    ("force", Command::Force),
    ("go", Command::Go),
    ("playother", Command::PlayOther),
    ("white", Command::White),
    ("black", Command::Black),
    ("?", Command::MoveNow),
    ("draw", Command::Draw),
    ("edit", Command::Edit),
    ("hint", Command::Hint),
    ("bk", Command::Book),
    ("undo", Command::Undo),
    ("remove", Command::Remove),
    ("hard", Command::Hard),
    ("easy", Command::Easy),
    ("post", Command::Post),
    ("nopost", Command::NoPost),
    ("analyze", Command::Analyze),
    ("exit", Command::Exit),
    (".", Command::Status),
    ("analyse", Command::Analyze),
];

fn plain(word: &str) -> Option<Command> {
    PLAIN.iter().find(|(name, _)| *name == word).map(|(_, command)| command.clone())
}

fn parse_option(rest: &str) -> Option<Command> {
    let (name, value) = match rest.split_once('=') {
        Some((name, value)) => (name.trim(), Some(value.trim().to_owned())),
        None => (rest, None),
    };
    (!name.is_empty()).then(|| Command::Option { name: name.to_owned(), value })
}

/// Whether a word can be a move in any notation. Without `usermove=1`, GUIs send moves bare.
fn looks_like_a_move(word: &str) -> bool {
    let castles = word.chars().all(|letter| matches!(letter, 'O' | 'o' | '0' | '-')) && word.len() >= 3;
    let squares = word.chars().all(|letter| "abcdefgh12345678KQRBNPkqrnpxX-=+#@".contains(letter));
    castles || (squares && (2..=8).contains(&word.len()) && word.bytes().any(|byte| byte.is_ascii_digit()))
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Protover(version) => write!(f, "protover {version}"),
            Self::Accepted(feature) => write!(f, "accepted {feature}"),
            Self::Rejected(feature) => write!(f, "rejected {feature}"),
            Self::Variant(name) => write!(f, "variant {name}"),
            Self::Level(level) => level.fmt(f),
            Self::MoveTime(time) => write!(f, "st {}", Seconds(*time)),
            Self::Depth(depth) => write!(f, "sd {depth}"),
            Self::Nps(nps) => write!(f, "nps {nps}"),
            Self::Time(time) => write!(f, "time {time}"),
            Self::OpponentTime(time) => write!(f, "otim {time}"),
            Self::Move(text) => write!(f, "usermove {text}"),
            Self::Ping(text) => write!(f, "ping {text}"),
            Self::Result(text) => write!(f, "result {text}"),
            Self::SetBoard(fen) => write!(f, "setboard {fen}"),
            Self::Memory(megabytes) => write!(f, "memory {megabytes}"),
            Self::Cores(cores) => write!(f, "cores {cores}"),
            Self::EgtPath { kind, path } => write!(f, "egtpath {kind} {path}"),
            Self::Option { name, value: None } => write!(f, "option {name}"),
            Self::Option { name, value: Some(value) } => write!(f, "option {name}={value}"),
            Self::Exclude(text) => write!(f, "exclude {text}"),
            Self::Include(text) => write!(f, "include {text}"),
            Self::Ignored(line) => f.write_str(line),
            plain => {
                f.write_str(PLAIN.iter().find(|(_, command)| command == plain).map_or("", |(name, _)| name))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_on_the_list_is_accepted() {
        let lines = "xboard/protover 2/accepted ping/rejected san/new/variant fischerandom/quit/random/force/go\
            /playother/white/black/level 40 5 0/st 30/sd 8/nps 1000/time 100/otim 200/usermove e2e4/e2e4/?/ping 1\
            /draw/result 1-0 {White mates}/setboard 8~8 w/edit/hint/bk/undo/remove/hard/easy/post/nopost/analyze\
            /exit/./name Somebody/rating 2000 2100/ics freechess.org/computer/pause/resume/memory 64/cores 2\
            /egtpath syzygy ~tb/option Style=Wild/option Clear Hash/exclude e2e4/include all/setscore 30 12";
        for line in lines.split('/') {
            assert!(line.parse::<Command>().is_ok(), "{line}");
        }
    }

    #[test]
    fn bare_moves_are_told_from_noise() {
        for text in ["e2e4", "e7e8q", "O-O", "o-o-o", "Nf3", "exd5", "e8=Q+", "e4"] {
            assert_eq!(text.parse(), Ok(Command::Move(text.into())), "{text}");
        }
        for text in ["hello", "uci", "Mola", "12", "e", "be", "OO-O-O-Ox"] {
            let parsed = text.parse::<Command>();
            assert!(matches!(parsed, Err(CommandError::Unknown(_))) || text == "12", "{text} {parsed:?}");
        }
    }

    #[test]
    fn errors_hold_the_offending_text() {
        assert_eq!("xyzzy".parse::<Command>().unwrap_err().to_string(), "Error (unknown command): xyzzy");
        let error = "level lots".parse::<Command>().unwrap_err();
        assert_eq!(error.to_string(), "Error (argument not understood): level lots");
    }
}

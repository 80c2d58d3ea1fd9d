//! Engines of others that tests play with, where they are installed.
#![allow(dead_code, missing_docs, unreachable_pub)]

use std::path::PathBuf;
use std::time::Duration;

use mola_protocol::{Launch, Protocol};

/// The engines, how they are started, and which protocol they speak.
pub const ENGINES: [(&str, &str, Protocol); 8] = [
    ("stockfish", "", Protocol::Uci),
    ("ethereal-chess", "", Protocol::Uci),
    ("toga2", "", Protocol::Uci),
    ("gnuchess", "--uci", Protocol::Uci),
    ("gnuchess", "--xboard", Protocol::XBoard),
    ("fairymax", "", Protocol::XBoard),
    ("phalanx", "", Protocol::XBoard),
    ("crafty", "", Protocol::XBoard),
];

/// A program on the search path, or where Debian keeps its games.
pub fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let games = ["/usr/games", "/usr/local/games"].map(PathBuf::from);
    std::env::split_paths(&path).chain(games).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// A program that is given time: on a busy machine all may stand still for a while.
pub fn patient(program: impl Into<PathBuf>) -> Launch {
    let patience = Duration::from_mins(1);
    Launch { handshake: patience, grace: patience, ..Launch::new(program) }
}

/// How to start an engine that is installed.
pub fn launch(name: &str, arguments: &str, protocol: Protocol) -> Option<Launch> {
    let launch = Launch { protocol, ..patient(find(name)?) };
    Some(arguments.split_whitespace().fold(launch, Launch::argument))
}

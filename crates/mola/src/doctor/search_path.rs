//! Chess programs that are installed here.

use std::fmt::{self, Display};
use std::path::PathBuf;

use serde::Serialize;

/// A chess program.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Found {
    path: PathBuf,
    /// How `mola match` is told to use it.
    engine: &'static str,
}

/// Programs that people have, and how each is written in a match.
const KNOWN: [&str; 18] = [
    "stockfish",
    "lc0",
    "ethereal-chess",
    "berserk",
    "obsidian",
    "viridithas",
    "reckless",
    "fairy-stockfish",
    "toga2",
    "fruit",
    "glaurung",
    "crafty proto=xboard",
    "gnuchess --xboard proto=xboard",
    "phalanx proto=xboard",
    "fairymax proto=xboard",
    "hoichess proto=xboard",
    "sjeng proto=xboard",
    "sunfish",
];

/// The known programs in the search path, and where Debian keeps its games.
pub(super) fn engines() -> Vec<Found> {
    let mut folders: Vec<PathBuf> = std::env::var_os("PATH")
        .iter()
        .flat_map(|paths| std::env::split_paths(paths).collect::<Vec<_>>())
        .collect();
    folders.push(PathBuf::from("/usr/games"));
    let mut found = Vec::new();
    for engine in KNOWN {
        let program = engine.split(' ').next().unwrap_or(engine);
        let name = format!("{program}{}", std::env::consts::EXE_SUFFIX);
        let path = folders.iter().map(|folder| folder.join(&name)).find(|path| path.is_file());
        found.extend(path.map(|path| Found { path, engine }));
    }
    found
}

impl Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arguments = self.engine.split_once(' ').map_or("", |(_, rest)| rest);
        write!(f, "mola match mola '{}", self.path.display())?;
        if arguments.is_empty() { write!(f, "'") } else { write!(f, " {arguments}'") }
    }
}

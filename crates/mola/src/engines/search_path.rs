//! Chess programs that are installed here.

use std::path::{Path, PathBuf};

use serde::Serialize;

/// A chess program that was found.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Installed {
    pub(crate) path: PathBuf,
    /// Its name for every command.
    pub(crate) engine: &'static str,
}

/// Programs that people have, and how each is named.
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

/// Where Debian keeps its games, which is often not on the search path.
const GAMES: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// The known programs that are installed.
pub(crate) fn installed() -> Vec<Installed> {
    let found = |engine: &'static str| {
        let program = engine.split(' ').next().unwrap_or(engine);
        find(program).map(|path| Installed { path, engine })
    };
    KNOWN.into_iter().filter_map(found).collect()
}

/// The file of a program: where its path says, or on the search path, or among the games.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    if Path::new(program).components().count() > 1 {
        return Path::new(program).exists().then(|| PathBuf::from(program));
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let name = match Path::new(program).extension() {
        None => format!("{program}{}", std::env::consts::EXE_SUFFIX),
        Some(_) => program.to_owned(),
    };
    let folders = std::env::split_paths(&path).chain(GAMES.map(PathBuf::from));
    folders.map(|folder| folder.join(&name)).find(|path| path.is_file())
}

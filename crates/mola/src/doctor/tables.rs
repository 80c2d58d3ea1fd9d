//! Endgame tables in folders.

use std::fmt::{self, Display};
use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;

/// The Syzygy tables of one folder.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Tables {
    folder: PathBuf,
    /// Files with results (win, draw, loss).
    wdl: usize,
    /// Files with distances to zeroing.
    dtz: usize,
    /// The most pieces of any table.
    pieces: usize,
}

/// Where people keep tables.
const USUAL: [&str; 4] =
    ["/usr/share/syzygy", "/usr/local/share/syzygy", "/usr/share/games/syzygy", "/var/lib/syzygy"];

/// All folders with tables: those given, those of the environment, and the usual ones.
pub(super) fn find(given: &[PathBuf]) -> Vec<Tables> {
    let mut folders = given.to_vec();
    if let Some(paths) = std::env::var_os("SYZYGY_PATH") {
        folders.extend(std::env::split_paths(&paths));
    }
    if let Some(home) = std::env::home_dir() {
        folders.extend(["syzygy", ".local/share/syzygy"].map(|name| home.join(name)));
    }
    folders.push(PathBuf::from("syzygy"));
    folders.extend(USUAL.map(PathBuf::from));
    let mut found: Vec<Tables> = Vec::new();
    for folder in folders {
        let is_new = found.iter().all(|tables| tables.folder != folder);
        found.extend(count(&folder).filter(|_| is_new));
    }
    found
}

fn count(folder: &Path) -> Option<Tables> {
    let mut tables = Tables { folder: folder.to_owned(), wdl: 0, dtz: 0, pieces: 0 };
    for entry in fs::read_dir(folder).ok()?.flatten() {
        let path = entry.path();
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("rtbw") => tables.wdl += 1,
            Some("rtbz") => tables.dtz += 1,
            _ => continue,
        }
        // One letter for each piece, and a v between the players.
        tables.pieces = tables.pieces.max(name.len().saturating_sub(1));
    }
    (tables.wdl + tables.dtz > 0).then_some(tables)
}

impl Display for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { folder, wdl, dtz, pieces } = self;
        write!(f, "{}: {wdl} WDL and {dtz} DTZ files, up to {pieces} pieces", folder.display())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_counted_by_kind_and_size() {
        let folder = std::env::temp_dir().join(format!("mola-doctor-tables-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for name in ["KQvK.rtbw", "KQvK.rtbz", "KRPvKR.rtbw", "notes.txt"] {
            fs::write(folder.join(name), "").unwrap();
        }
        assert_eq!(count(&folder), Some(Tables { folder: folder.clone(), wdl: 2, dtz: 1, pieces: 5 }));
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(count(&folder), None);
    }
}

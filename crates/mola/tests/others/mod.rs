//! Where the programs are: ours, and those of others that `cargo xtask clients` installs.
#![allow(dead_code, missing_docs, unreachable_pub)]

use std::path::{Path, PathBuf};

/// Why tests with programs of others do not run by themselves.
pub const WHY: &str = "`cargo xtask clients` installs what this test needs and runs it";

/// The program under test: the one that `MOLA_PROGRAM` names, or the one that was built along.
pub fn mola() -> PathBuf {
    std::env::var_os("MOLA_PROGRAM").map_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_mola")), PathBuf::from)
}

/// A program on the search path, or where Debian keeps its games.
pub fn installed(name: &str) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let games = ["/usr/games", "/usr/local/games"].map(PathBuf::from);
    let mut places = std::env::split_paths(&path).chain(games).map(|folder| folder.join(name));
    places.find(|path| path.is_file()).unwrap_or_else(|| panic!("{name} is not installed: {WHY}"))
}

/// An empty folder for one test, which programs may fill with their logs and settings.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // It is not there the first time.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the target folder can be written to");
    folder
}

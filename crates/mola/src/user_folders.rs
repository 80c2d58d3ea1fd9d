//! Where the system keeps a user's files. On a machine without a home there are none, and Mola plays on
//! without them.

use std::path::{Path, PathBuf};

/// A folder that a variable of the environment names. Relative paths mean nothing here.
fn folder(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute())
}

fn home() -> Option<PathBuf> {
    folder("HOME").or_else(|| folder("USERPROFILE"))
}

/// For what a program remembers, such as games.
pub(crate) fn state() -> Option<PathBuf> {
    let state = folder("XDG_STATE_HOME")
        .or_else(|| folder("LOCALAPPDATA"))
        .or_else(|| Some(home()?.join(".local/state")))?;
    Some(state.join("mola"))
}

/// For what a user configures.
pub(crate) fn configuration() -> Option<PathBuf> {
    let usual = if cfg!(target_os = "macos") { "Library/Application Support" } else { ".config" };
    let configuration =
        folder("XDG_CONFIG_HOME").or_else(|| folder("APPDATA")).or_else(|| Some(home()?.join(usual)))?;
    Some(configuration.join("mola"))
}

/// A path as people type it, with `~` for their home.
pub(crate) fn at_home(path: &str) -> PathBuf {
    match (path.strip_prefix("~/"), home()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => Path::new(path).to_owned(),
    }
}

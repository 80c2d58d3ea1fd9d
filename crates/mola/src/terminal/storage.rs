//! Games on disk: every game has its own file, rewritten after every move.
//!
//! A file is written under another name, brought to the disk, and renamed, so that at any moment the
//! folder holds either the game before the move or the game after it, whole.

pub(crate) mod saved_game;

pub(crate) use saved_game::SavedGame;
use std::fs::{self, File, OpenOptions};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use mola_game::coach::Level;
use mola_game::open_regular_file;

use crate::files::{self, write_whole};
use crate::terminal::player::Player;
use crate::user_folders;

/// The folder with the games.
#[derive(Debug)]
pub(crate) struct Store {
    folder: PathBuf,
    /// Held while this program plays, so that another one does not offer to resume the same game.
    lock: Option<File>,
}

impl Store {
    /// The user's games, in `$XDG_STATE_HOME/mola/games` or where the system keeps such things. None if
    /// the system does not say.
    pub(crate) fn of_user() -> Option<Self> {
        Some(Self::in_folder(user_folders::state()?.join("games")))
    }

    pub(crate) const fn in_folder(folder: PathBuf) -> Self {
        Self { folder, lock: None }
    }

    /// Whether no other program plays here; if so, this one does from now on.
    pub(crate) fn claim(&mut self) -> bool {
        let open = || {
            fs::create_dir_all(&self.folder)?;
            OpenOptions::new().create(true).append(true).open(self.folder.join("playing.lock"))
        };
        match open() {
            Ok(file) => {
                let ours = file.try_lock().is_ok();
                if ours {
                    self.lock = Some(file);
                    self.remove_drafts();
                }
                ours
            }
            // Where nothing can be written, there is nothing to fight over.
            Err(_) => true,
        }
    }

    /// Removes what programs left behind that ended in the middle of writing. Nobody else plays here now.
    fn remove_drafts(&self) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        for entry in entries.flatten() {
            let path = entry.path();
            let is_draft = path.extension().is_some_and(|end| end == "tmp")
                && entry.file_name().as_encoded_bytes().starts_with(b".");
            if is_draft {
                // One that cannot be removed does no harm.
                let _ = fs::remove_file(path);
            }
        }
    }

    /// Writes a game, in place of what was there under this name.
    pub(crate) fn save(&self, name: &str, text: &str) -> anyhow::Result<()> {
        fs::create_dir_all(&self.folder)?;
        write_whole(&self.folder.join(name), |file| Ok(file.write_all(text.as_bytes())?))
    }

    /// The names of all games, the latest first.
    pub(crate) fn names(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return Vec::new() };
        let mut names: Vec<String> = entries
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| Path::new(name).extension().is_some_and(|extension| extension == "pgn"))
            .collect();
        names.sort();
        names.reverse();
        names
    }

    /// A game, if it can be read. Where it does not say who plays, `usual` does.
    pub(crate) fn read(&self, name: &str, usual: &[Player; 2]) -> Option<SavedGame> {
        let file = open_regular_file(&self.folder.join(name)).ok()?;
        SavedGame::from_text(file, 1, usual, Level::FRIENDLY).ok()
    }

    /// The game that was saved last, if it was not finished, and its name.
    pub(crate) fn unfinished(&self) -> Option<(SavedGame, String)> {
        self.open_unfinished(self.names().into_iter().next()?)
    }

    /// The last game that was not finished, even if others were finished since.
    pub(crate) fn latest_unfinished(&self) -> Option<(SavedGame, String)> {
        self.names().into_iter().find_map(|name| self.open_unfinished(name))
    }

    fn open_unfinished(&self, name: String) -> Option<(SavedGame, String)> {
        let game = self.read(&name, &[Player::Human, Player::MOLA])?;
        game.game.outcome().is_none().then_some((game, name))
    }
}

/// Adds a game to a PGN file, which may have others.
pub(crate) fn append_game(path: &Path, game: &str) -> anyhow::Result<()> {
    let mut text = match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        _ => files::read(path)?,
    };
    if !text.is_empty() {
        text.extend_from_slice(if text.ends_with(b"\n") { b"\n" } else { b"\n\n" });
    }
    text.extend_from_slice(game.as_bytes());
    write_whole(path, |file| Ok(file.write_all(&text)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_unfinished_game_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::in_folder(folder.path().join("games"));
        assert!(store.unfinished().is_none());
        store.save("20260101-000000-1.pgn", "[Result \"*\"]\n\n1. e4 *\n").unwrap();
        store.save("20260102-000000-1.pgn", "[Result \"*\"]\n\n1. d4 *\n").unwrap();
        assert_eq!(store.unfinished().unwrap().1, "20260102-000000-1.pgn");
        store.save("20260102-000000-1.pgn", "[Result \"1-0\"]\n\n1. d4 1-0\n").unwrap();
        assert!(store.unfinished().is_none());
        assert_eq!(store.latest_unfinished().unwrap().1, "20260101-000000-1.pgn");
        assert_eq!(store.names().len(), 2);
    }

    #[test]
    fn no_drafts_are_left_behind() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::in_folder(folder.path().to_owned());
        for _ in 0..3 {
            store.save("a.pgn", "text").unwrap();
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn drafts_of_programs_that_were_killed_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(".a.pgn.4711.tmp"), "[Event").unwrap();
        fs::write(folder.path().join("a.pgn"), "text").unwrap();
        let mut store = Store::in_folder(folder.path().to_owned());
        assert!(store.claim());
        assert!(!folder.path().join(".a.pgn.4711.tmp").exists());
        assert_eq!(store.names(), ["a.pgn"]);
    }

    #[test]
    fn two_programs_do_not_play_the_same_game() {
        let folder = tempfile::tempdir().unwrap();
        let mut first = Store::in_folder(folder.path().to_owned());
        let mut second = Store::in_folder(folder.path().to_owned());
        assert!(first.claim());
        assert!(!second.claim());
        drop(first);
        assert!(second.claim());
    }

    #[test]
    fn games_are_added_to_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        append_game(&path, "1. e4 *\n").unwrap();
        append_game(&path, "1. d4 *\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "1. e4 *\n\n1. d4 *\n");
        assert!(append_game(&folder.path().join("missing/games.pgn"), "").is_err());
        assert!(append_game(folder.path(), "").is_err());
    }
}

//! The table between two devices: one game, which either of them may replace by a newer version of it.

use std::sync::{Mutex, PoisonError};

use serde::Deserialize;

/// A game with all its moves is much shorter.
pub(super) const LARGEST: usize = 256 * 1024;

/// What lies on the table: nothing at first.
#[derive(Debug, Default)]
pub(super) struct Table(Mutex<Option<Vec<u8>>>);

/// What the table has to know of a game. The rest is for the pages.
#[derive(Deserialize)]
struct Game {
    id: String,
    revision: u64,
}

/// What became of a game that was put on the table.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Put {
    Done,
    /// A version that is as new lies there already.
    Stale,
    /// It is not a game.
    Malformed,
}

impl Table {
    /// The game as it was put here; `null` if there is none.
    pub(super) fn get(&self) -> Vec<u8> {
        let game = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        game.clone().unwrap_or_else(|| b"null".to_vec())
    }

    /// Puts a game on the table.
    pub(super) fn put(&self, body: Vec<u8>) -> Put {
        let Ok(new) = serde_json::from_slice::<Game>(&body) else { return Put::Malformed };
        let mut game = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let old = game.as_deref().and_then(|text| serde_json::from_slice::<Game>(text).ok());
        if old.is_some_and(|old| old.id == new.id && old.revision >= new.revision) {
            return Put::Stale;
        }
        *game = Some(body);
        Put::Done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_newer_versions_replace_a_game() {
        let table = Table::default();
        assert_eq!(table.get(), b"null");
        let game = |id: &str, revision: u64| {
            format!("{{\"id\":\"{id}\",\"revision\":{revision},\"x\":1}}").into_bytes()
        };
        assert_eq!(table.put(game("a", 2)), Put::Done);
        assert_eq!(table.put(game("a", 2)), Put::Stale);
        assert_eq!(table.put(game("a", 1)), Put::Stale);
        assert_eq!(table.put(game("a", 3)), Put::Done);
        assert_eq!(table.put(game("b", 0)), Put::Done);
        assert_eq!(table.put(b"hello".to_vec()), Put::Malformed);
        assert_eq!(table.get(), game("b", 0));
    }
}

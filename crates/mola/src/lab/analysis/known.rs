//! What an earlier run found, read from its journal as games ask for it: the journal may be larger than
//! the memory.

use std::collections::HashMap;

use super::Row;
use super::desk::WINDOW;
use super::verdict::Opinion;
use crate::lab::journal::Rows;

/// Rows in the order in which games were finished, which is nearly the order of the games.
pub(super) struct Known {
    rows: Option<Rows<Row>>,
    ahead: HashMap<u64, Vec<Opinion>>,
    latest: u64,
    /// No game is finished while one this far before it is not.
    reach: u64,
}

impl Known {
    pub(super) fn new(rows: Option<Rows<Row>>, stride: u64) -> Self {
        Self { rows, ahead: HashMap::new(), latest: 0, reach: stride.saturating_mul(WINDOW as u64) }
    }

    /// What was found in a game. Games are asked for in their order.
    pub(super) fn take(&mut self, game: u64) -> anyhow::Result<Option<Vec<Opinion>>> {
        loop {
            if let Some(opinions) = self.ahead.remove(&game) {
                return Ok(Some(opinions));
            }
            if self.latest >= game.saturating_add(self.reach) {
                return Ok(None);
            }
            let Some(row) = self.rows.as_mut().and_then(Iterator::next) else {
                self.rows = None;
                return Ok(None);
            };
            let row = row?;
            self.latest = self.latest.max(row.game);
            // A game that was passed is not asked for again.
            if row.game >= game {
                self.ahead.insert(row.game, row.opinions);
            }
        }
    }
}

//! 24. Remembering positions
//!
//! The same position comes up by many ways. A table remembers what was found: a slot for each
//! remainder of the key, and the whole key in it, since many keys share a slot. A new entry
//! replaces an old one unless the old one is of the same position and deeper.

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The key of the position.
    pub key: u64,
    /// How far was looked ahead.
    pub depth: u32,
    /// What came of it.
    pub score: i32,
}

/// A transposition table.
pub struct Table {
    /// One entry, or none, for each remainder.
    pub slots: Vec<Option<Known>>,
}

impl Table {
    /// Remembers what was found.
    pub fn put(&mut self, _known: Known) {}

    /// What is known about a position, if its depth is enough.
    pub fn get(&self, _key: u64, _depth: u32) -> Option<Known> {
        None
    }
}

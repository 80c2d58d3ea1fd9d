//! The slot is `key as usize % self.slots.len()`. A table of no slots must not divide by zero.

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
    pub fn put(&mut self, known: Known) {
        let index = known.key as usize % self.slots.len().max(1);
        let Some(slot) = self.slots.get_mut(index) else { return };
        if slot.is_none_or(|old| old.key != known.key || old.depth <= known.depth) {
            *slot = Some(known);
        }
    }

    /// What is known about a position, if its depth is enough.
    pub fn get(&self, key: u64, depth: u32) -> Option<Known> {
        let slot = *self.slots.get(key as usize % self.slots.len().max(1))?;
        slot.filter(|known| known.key == key && known.depth >= depth)
    }
}

//! The transposition table: what earlier searches proved about positions, in memory that the caller
//! lends. A search works with any length, none included; it only gets slower.

use crate::board::Move;
use crate::search::MATE_BAND;

/// Beyond every score: bounds that say nothing.
pub(crate) const INFINITY: i16 = 32_500;

/// One slot of the transposition table, for the caller to make room for: `[Entry::EMPTY; 1000]`.
/// It knows that `lower <= score <= upper` at this depth, and a good move.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The half of the key that didn't choose the slot.
    check: u32,
    pub(crate) best: Option<Move>,
    pub(crate) lower: i16,
    pub(crate) upper: i16,
    pub(crate) depth: u8,
    /// The number of the search that wrote it.
    age: u8,
}

// A microcontroller counts in bytes: 8 KiB of table are 682 entries.
const _: () = assert!(size_of::<Entry>() == 12);

impl Entry {
    /// A slot that knows nothing.
    pub const EMPTY: Self =
        Self { check: 0, best: None, lower: -INFINITY, upper: INFINITY, depth: 0, age: 0 };
}

pub(crate) struct Table<T> {
    pub(crate) slots: T,
    /// Counts searches: the results of one may push out those of earlier ones.
    pub(crate) age: u8,
}

impl<T: AsMut<[Entry]>> Table<T> {
    fn slot(&mut self, key: u64) -> Option<&mut Entry> {
        // The low half of the key, read as a fraction of 1, points into a table of any length.
        let slots = self.slots.as_mut();
        let index = (u64::from(key as u32) * slots.len() as u64) >> 32;
        slots.get_mut(index as usize)
    }

    /// What is known about a position `ply` plies from the root.
    pub(crate) fn get(&mut self, key: u64, ply: usize) -> Option<Entry> {
        let entry = *self.slot(key)?;
        let (lower, upper) = (shifted(entry.lower, -(ply as i16)), shifted(entry.upper, -(ply as i16)));
        (entry.check == (key >> 32) as u32).then_some(Entry { lower, upper, ..entry })
    }

    /// Stores a bound: a lower one if `score >= gamma`, an upper one otherwise.
    pub(crate) fn put(
        &mut self,
        key: u64,
        ply: usize,
        depth: i32,
        gamma: i32,
        score: i32,
        best: Option<Move>,
    ) {
        let (age, check, depth) = (self.age, (key >> 32) as u32, depth as u8);
        let Some(entry) = self.slot(key) else { return };
        // A deep result of this search is worth more than a leaf that would take its place.
        if entry.check != check && entry.age == age && entry.depth > depth + 3 {
            return;
        }
        let known = if entry.check == check { *entry } else { Entry::EMPTY };
        let (lower, upper) =
            if known.depth == depth { (known.lower, known.upper) } else { (-INFINITY, INFINITY) };
        let bound = shifted(score as i16, ply as i16);
        let (lower, upper) =
            if score >= gamma { (bound, upper.max(bound)) } else { (lower.min(bound), bound) };
        *entry = Entry { check, best: best.or(known.best), lower, upper, depth, age };
    }
}

/// A mate is stored by its distance from the position, and read by its distance from the root.
fn shifted(score: i16, plies: i16) -> i16 {
    let mate = i16::from(i32::from(score) >= MATE_BAND) - i16::from(i32::from(score) <= -MATE_BAND);
    score + plies * mate
}

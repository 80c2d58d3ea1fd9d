//! The transposition table: what earlier searches proved about positions, in memory that the caller
//! lends. A search works with any length, none included; it only gets slower.

use crate::board::Move;

/// Beyond every score: bounds that say nothing.
pub(crate) const INFINITY: i32 = 32_500;

/// One slot of the transposition table, for the caller to make room for: `[Entry::EMPTY; 1000]`.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The half of the key that didn't choose the slot.
    check: u32,
    best: Option<Move>,
    lower: i16,
    upper: i16,
    depth: u8,
    age: u8,
}

// A microcontroller counts in bytes: 8 KiB of table are 682 entries.
const _: () = assert!(size_of::<Entry>() == 12);

impl Entry {
    /// A slot that knows nothing.
    pub const EMPTY: Self =
        Self { check: 0, best: None, lower: -INFINITY as i16, upper: INFINITY as i16, depth: 0, age: 0 };
}

/// What the table knows about a position: `lower <= score <= upper` at this depth, and a good move.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    pub(crate) best: Option<Move>,
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    pub(crate) depth: i32,
}

pub(crate) struct Table<T> {
    slots: T,
    age: u8,
}

impl<T: AsMut<[Entry]>> Table<T> {
    pub(crate) fn new(slots: T) -> Self {
        Self { slots, age: 0 }
    }

    pub(crate) fn clear(&mut self) {
        self.slots.as_mut().fill(Entry::EMPTY);
    }

    /// Begins a new search, whose results may push out those of earlier ones.
    pub(crate) fn grow_old(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    fn slot(&mut self, key: u64) -> Option<&mut Entry> {
        // The low half of the key, read as a fraction of 1, points into a table of any length.
        let slots = self.slots.as_mut();
        let index = (u64::from(key as u32) * slots.len() as u64) >> 32;
        slots.get_mut(index as usize)
    }

    pub(crate) fn get(&mut self, key: u64, ply: usize) -> Option<Known> {
        let entry = *self.slot(key)?;
        (entry.check == (key >> 32) as u32).then(|| Known {
            best: entry.best,
            lower: from_here(i32::from(entry.lower), ply),
            upper: from_here(i32::from(entry.upper), ply),
            depth: i32::from(entry.depth),
        })
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
        let age = self.age;
        let Some(entry) = self.slot(key) else { return };
        let check = (key >> 32) as u32;
        let (depth, bound) = (depth as u8, from_root(score, ply) as i16);
        if entry.check != check {
            // A deep result of this search is worth more than a leaf that would take its place.
            if entry.age == age && entry.depth > depth + KEEP_DEEPER {
                return;
            }
            *entry = Entry { check, ..Entry::EMPTY };
        } else if entry.depth != depth {
            (entry.lower, entry.upper) = (-INFINITY as i16, INFINITY as i16);
        }
        (entry.depth, entry.age) = (depth, age);
        if score >= gamma {
            entry.lower = bound;
            entry.upper = entry.upper.max(bound);
        } else {
            entry.upper = bound;
            entry.lower = entry.lower.min(bound);
        }
        entry.best = best.or(entry.best);
    }
}

/// A result more than this much shallower than one of the same search doesn't replace it.
const KEEP_DEEPER: u8 = 3;

/// A mate is stored by its distance from the position, and read by its distance from the root.
fn from_root(score: i32, ply: usize) -> i32 {
    score + ply as i32 * mate_sign(score)
}

fn from_here(score: i32, ply: usize) -> i32 {
    score - ply as i32 * mate_sign(score)
}

fn mate_sign(score: i32) -> i32 {
    i32::from(score >= crate::search::MATE_BAND) - i32::from(score <= -crate::search::MATE_BAND)
}

//! The transposition table: what earlier searches found out about a position, shared by all threads
//! without locks.
//!
//! A cluster is half a cache line of four atomic words: three entries, and one word with sixteen
//! bits of a key for each. Threads may write at the same time, and then an entry may carry the key of
//! another; so a move from the table is played only if it is legal. Sixteen bits of a key, besides those that
//! choose the cluster, let about one probe in twenty thousand find another position's entry: searches are built to
//! shrug off a wrong value now and then. No word is ever torn.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use mola_rules::{Move, Position};

use crate::free_memory::free_mebibytes;
use crate::prefetch::prefetch;
use crate::value::{Value, from_table, to_table};

/// Entries in a cluster.
const WAYS: usize = 3;
/// Clusters that a thread clears at a time.
const PART: usize = 1 << 15;
/// Searches after which an entry's age starts over.
const AGES: u8 = 32;

/// What a value in the table says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// Nothing: no entry says so, but a word that was never stored may.
    None = 0,
    /// The truth is at most the value.
    Upper = 1,
    /// The truth is at least the value.
    Lower = 2,
    /// The value is the truth.
    Exact = 3,
}

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The best move, legal or not.
    pub(crate) m: Option<Move>,
    pub(crate) value: Value,
    /// The static evaluation.
    pub(crate) eval: Value,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// Whether the position was ever in a principal variation.
    pub(crate) pv: bool,
}

impl Entry {
    /// Whether the value proves that the truth is at least `threshold`, or that it is less.
    pub(crate) fn decides(&self, threshold: Value) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= threshold,
            Bound::Upper => self.value < threshold,
            Bound::None => false,
        }
    }
}

/// An entry in one word: move 16, value 16, evaluation 16, depth 8, bound 2, pv 1, age 5.
fn pack(entry: &Entry, age: u8) -> u64 {
    let tail = entry.bound as u64 | u64::from(entry.pv) << 2 | u64::from(age) << 3;
    u64::from(entry.m.map_or(0, Move::bits))
        | u64::from(entry.value as i16 as u16) << 16
        | u64::from(entry.eval as i16 as u16) << 32
        | (entry.depth.clamp(0, 255) as u64) << 48
        | tail << 56
}

fn unpack(word: u64) -> Entry {
    Entry {
        m: Move::from_bits(word as u16),
        value: Value::from((word >> 16) as i16),
        eval: Value::from((word >> 32) as i16),
        depth: (word >> 48) as i32 & 0xFF,
        bound: match word >> 56 & 3 {
            0 => Bound::None,
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
        pv: word >> 58 & 1 != 0,
    }
}

fn age_of(word: u64) -> u8 {
    (word >> 59) as u8
}

fn depth_of(word: u64) -> i32 {
    (word >> 48) as i32 & 0xFF
}

#[derive(Default)]
#[repr(align(32))]
struct Cluster {
    entries: [AtomicU64; WAYS],
    keys: AtomicU64,
}

const _: () = assert!(size_of::<Cluster>() == 32, "two clusters share a cache line");

impl Cluster {
    fn clear(&self) {
        self.entries.iter().chain([&self.keys]).for_each(|word| word.store(0, Relaxed));
    }

    fn key(&self, way: usize) -> u16 {
        (self.keys.load(Relaxed) >> (16 * way)) as u16
    }

    fn set_key(&self, way: usize, key: u16) {
        let others = self.keys.load(Relaxed) & !(0xFFFF << (16 * way));
        self.keys.store(others | u64::from(key) << (16 * way), Relaxed);
    }
}

/// The shared table.
pub(crate) struct Table {
    clusters: Box<[Cluster]>,
    age: AtomicU8,
}

impl Table {
    /// A table of this many mebibytes, cleared by `threads`; `None` if there is not enough memory.
    pub(crate) fn new(mebibytes: usize, threads: usize) -> Option<Self> {
        if mebibytes > free_mebibytes() { None } else { Self::allocate(mebibytes, threads) }
    }

    /// The same, however much memory the system says is free.
    #[allow(unsafe_code, reason = "a large vector is filled by several threads")]
    fn allocate(mebibytes: usize, threads: usize) -> Option<Self> {
        let len = mebibytes.checked_mul(1024 * 1024 / size_of::<Cluster>())?.max(1);
        let mut clusters: Vec<Cluster> = Vec::new();
        clusters.try_reserve_exact(len).ok()?;
        ask_for_huge_pages(&mut clusters);
        let spare = &mut clusters.spare_capacity_mut()[..len];
        in_threads(threads, spare.chunks_mut(PART), |part| {
            for place in part {
                place.write(Cluster::default());
            }
        });
        // SAFETY: the parts cover all of the first `len` places, and each was written by a thread that has
        // ended.
        unsafe { clusters.set_len(len) };
        Some(Self { clusters: clusters.into_boxed_slice(), age: AtomicU8::new(0) })
    }

    /// The smallest table.
    pub(crate) fn least() -> Self {
        Self::allocate(1, 1).expect("a mebibyte of memory")
    }

    pub(crate) const fn mebibytes(&self) -> usize {
        self.clusters.len() * size_of::<Cluster>() / (1024 * 1024)
    }

    /// Forgets everything, with this many threads.
    pub(crate) fn clear(&self, threads: usize) {
        in_threads(threads, self.clusters.chunks(PART), |part| part.iter().for_each(Cluster::clear));
        self.age.store(0, Relaxed);
    }

    /// A new search begins: what older ones wrote is worth less.
    pub(crate) fn grow_older(&self) {
        let age = self.age.load(Relaxed);
        self.age.store((age + 1) % AGES, Relaxed);
    }

    /// Multiplying spreads keys over any number of clusters, not only over powers of two. The index
    /// comes from the high bits of the key, and the part that is compared from the low ones.
    fn cluster(&self, key: u64) -> &Cluster {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// Asks the memory for what is known after a move. It answers more slowly than a move is played, so whoever
    /// expects to play one asks at once.
    #[inline]
    pub(crate) fn prefetch_after(&self, position: &Position, m: Move) {
        prefetch(self.cluster(position.likely_key_after(m)));
    }

    /// What is known about a position, with mates counted from the root.
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        let cluster = self.cluster(key);
        for way in 0..WAYS {
            let word = cluster.entries[way].load(Relaxed);
            if word != 0 && cluster.key(way) == key as u16 {
                let entry = unpack(word);
                return Some(Entry { value: from_table(entry.value, ply), ..entry });
            }
        }
        None
    }

    /// Keeps what was found out: in place of what was known of the same position, or else of what is
    /// shallowest and oldest.
    pub(crate) fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        /// How many plies of depth an entry loses with each search, when one has to make room.
        const AGING: i32 = 4;
        /// How much shallower a new result may be and still replace the old one; in a principal variation, more.
        const SHALLOWER: i32 = 4;
        const SHALLOWER_PV: i32 = 6;
        let cluster = self.cluster(key);
        let age = self.age.load(Relaxed);
        let staleness = |word: u64| i32::from((age + AGES - age_of(word)) % AGES);
        let mut victim = 0;
        let mut least = i32::MAX;
        for way in 0..WAYS {
            let word = cluster.entries[way].load(Relaxed);
            if word == 0 || cluster.key(way) == key as u16 {
                victim = way;
                break;
            }
            let worth = depth_of(word) - AGING * staleness(word);
            if worth < least {
                (victim, least) = (way, worth);
            }
        }
        let old = cluster.entries[victim].load(Relaxed);
        let same = old != 0 && cluster.key(victim) == key as u16;
        if same {
            // A search that found no best move leaves the one that was known.
            entry.m = entry.m.or(unpack(old).m);
            // A deeper result of this search stays, unless the new one is exact or not much shallower. Its move is
            // the newer one.
            let margin = if entry.pv { SHALLOWER_PV } else { SHALLOWER };
            let keep =
                entry.bound != Bound::Exact && entry.depth + margin < depth_of(old) && staleness(old) == 0;
            if keep {
                let merged = Entry { m: entry.m, ..unpack(old) };
                cluster.entries[victim].store(pack(&merged, age_of(old)), Relaxed);
                return;
            }
        }
        entry.value = to_table(entry.value, ply);
        cluster.set_key(victim, key as u16);
        cluster.entries[victim].store(pack(&entry, age), Relaxed);
    }

    /// Thousandths of the table that this search has filled, judged by its beginning.
    pub(crate) fn fullness(&self) -> u16 {
        let age = self.age.load(Relaxed);
        let sample = &self.clusters[..self.clusters.len().min(1000)];
        let fresh = |word: &AtomicU64| {
            let word = word.load(Relaxed);
            word != 0 && age_of(word) == age
        };
        let used = sample.iter().flat_map(|cluster| &cluster.entries).filter(|word| fresh(word)).count();
        (used * 1000 / (sample.len() * WAYS)) as u16
    }

    /// Fills all entries in use with noise and leaves their keys, to see that the search survives it.
    #[cfg(test)]
    pub(crate) fn poison(&self, seed: u64) {
        let mut dice = mola_game::Dice::new(seed);
        for word in self.clusters.iter().flat_map(|cluster| &cluster.entries) {
            if word.load(Relaxed) != 0 {
                word.store(dice.roll(), Relaxed);
            }
        }
    }
}

/// Works on all parts with up to `threads` threads, this one among them: a browser may have no other, and a
/// system may allow fewer.
fn in_threads<T>(threads: usize, parts: impl ExactSizeIterator<Item = T> + Send, work: impl Fn(T) + Sync) {
    let threads = threads.min(parts.len());
    let parts = Mutex::new(parts);
    let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
    let run = || {
        while let Some(part) = next() {
            work(part);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            if std::thread::Builder::new().spawn_scoped(scope, run).is_err() {
                break;
            }
        }
        run();
    });
}

/// Asks the system to back memory that is not used yet with huge pages: the table is read all over the
/// place, and looking up small pages takes as long as the memory itself. The system may decline.
#[allow(unsafe_code, reason = "only the system can do it")]
fn ask_for_huge_pages(clusters: &mut Vec<Cluster>) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        let spare = clusters.spare_capacity_mut();
        let start = spare.as_mut_ptr().cast::<u8>();
        let skipped = start.align_offset(PAGE);
        let len = size_of_val(spare).saturating_sub(skipped);
        // SAFETY: the range lies inside of memory that belongs to the vector, and advice on how to back
        // memory does not change what is in it.
        unsafe { libc::madvise(start.wrapping_add(skipped).cast(), len, libc::MADV_HUGEPAGE) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = clusters;
}

#[cfg(test)]
mod tests {
    use super::*;
    use mola_rules::{MoveKind, Square};

    fn entry(depth: i32) -> Entry {
        let m = Move::new(MoveKind::Knight, Square::G1, Square::F3);
        Entry { m, value: -321, eval: 45, depth, bound: Bound::Lower, pv: true }
    }

    #[test]
    fn what_is_stored_is_found_again() {
        let table = Table::least();
        assert_eq!(table.probe(7, 0), None);
        table.store(7, 0, entry(9));
        assert_eq!(table.probe(7, 0), Some(entry(9)));
    }

    #[test]
    fn a_result_without_a_move_keeps_the_old_move() {
        let table = Table::least();
        table.store(7, 0, entry(9));
        table.store(7, 0, Entry { m: None, bound: Bound::Upper, ..entry(10) });
        assert_eq!(table.probe(7, 0).unwrap().m, entry(9).m);
    }

    #[test]
    fn a_deep_result_that_stays_takes_the_newer_move() {
        let table = Table::least();
        let newer = Move::new(MoveKind::Knight, Square::B1, Square::C3);
        table.store(7, 0, entry(20));
        table.store(7, 0, Entry { m: newer, ..entry(2) });
        assert_eq!(table.probe(7, 0), Some(Entry { m: newer, ..entry(20) }));
    }

    #[test]
    fn the_shallowest_entry_makes_room() {
        let table = Table::least();
        // The same cluster: the index comes from the high bits.
        for (key, depth) in [(1, 8), (2, 3), (3, 12), (4, 5)] {
            table.store(key, 0, entry(depth));
        }
        assert!(table.probe(2, 0).is_none());
        for key in [1, 3, 4] {
            assert!(table.probe(key, 0).is_some());
        }
    }

    #[test]
    fn any_size_is_allocated_or_refused() {
        assert_eq!(Table::new(3, 2).map(|table| table.mebibytes()), Some(3));
        assert!(Table::new(1 << 20, 1).is_none() || free_mebibytes() >= 1 << 20);
        assert!(Table::new(usize::MAX, 1).is_none());
    }

    #[test]
    fn clearing_forgets_everything() {
        let table = Table::new(3, 3).unwrap();
        // All over the table: the index comes from the high bits.
        let keys = || (0..1000).map(|number: u64| number * (u64::MAX / 1000));
        for threads in [1, 3] {
            keys().for_each(|key| table.store(key, 0, entry(4)));
            assert!(keys().all(|key| table.probe(key, 0).is_some()));
            table.clear(threads);
            assert!(keys().all(|key| table.probe(key, 0).is_none()));
        }
    }

    #[test]
    fn what_earlier_searches_found_makes_room_first() {
        let table = Table::least();
        table.store(1, 0, entry(12));
        (0..4).for_each(|_| table.grow_older());
        for (key, depth) in [(2, 5), (3, 6), (4, 1)] {
            table.store(key, 0, entry(depth));
        }
        assert!(table.probe(1, 0).is_none());
        assert!((2..=4).all(|key| table.probe(key, 0).is_some()));
    }
}

//! Random numbers: book moves, human errors, positions to learn from, and tests.

use std::hash::{BuildHasher, RandomState};

/// A small generator of random numbers (xorshift64*), good enough for everything but secrets.
#[derive(Clone)]
pub(crate) struct Dice(u64);

impl Dice {
    /// Dice that fall differently each time the program runs.
    pub(crate) fn new() -> Self {
        // The standard library seeds its hash maps from the system's randomness.
        Self::seeded(RandomState::new().hash_one(0))
    }

    /// Dice that fall the same way for the same seed.
    pub(crate) const fn seeded(seed: u64) -> Self {
        // The multiplication spreads small seeds. Zero alone must not be used: only zeros would follow.
        Self(match seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) {
            0 => u64::MAX,
            state => state,
        })
    }

    /// Any number.
    pub(crate) const fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below `count`; zero if that is zero.
    pub(crate) const fn below(&mut self, count: usize) -> usize {
        ((self.next() as u128 * count as u128) >> 64) as usize
    }

    /// A number from 0 to 1.
    pub(crate) fn throw(&mut self) -> f64 {
        self.next() as f64 / u64::MAX as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_falls_the_same_way() {
        let throws = |seed| {
            let mut dice = Dice::seeded(seed);
            [dice.next(), dice.next(), dice.next()]
        };
        assert_eq!(throws(6), throws(6));
        assert_ne!(throws(6), throws(7));
        assert!((0.0..=1.0).contains(&Dice::seeded(0).throw()));
    }

    #[test]
    fn all_numbers_below_a_count_are_as_likely() {
        let mut counts = [0; 6];
        let mut dice = Dice::seeded(1);
        for _ in 0..6_000 {
            counts[dice.below(6)] += 1;
        }
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
    }
}

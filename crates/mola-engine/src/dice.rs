//! Random numbers for what should not be the same in every game: book moves and human errors.

use std::hash::{BuildHasher, RandomState};

/// Dice that fall differently each time the program runs.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new() -> Self {
        // The standard library seeds its hash maps from the system's randomness.
        Self::seeded(RandomState::new().hash_one(0))
    }

    /// Dice that fall the same way for the same seed.
    pub(crate) const fn seeded(seed: u64) -> Self {
        // From zero, the only seed that is spared, nothing but zeros would follow.
        Self(if seed == 0 { u64::MAX } else { seed })
    }

    /// Any number.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 1
    }

    /// A number from 0 to 1.
    pub(crate) fn throw(&mut self) -> f64 {
        self.next() as f64 / (u64::MAX >> 1) as f64
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
}

//! Random numbers that are the same everywhere: xorshift with a multiplication.

/// A source of random numbers that begins with a seed.
pub(crate) struct Dice(u64);

impl Dice {
    /// Dice for a seed. Zero would be thrown for ever, and is replaced.
    pub(crate) const fn new(seed: u64) -> Self {
        let mixed = seed.wrapping_mul(0x9E3779B97F4A7C15);
        Self(if mixed == 0 { 0xD1B54A32D192ED03 } else { mixed })
    }

    /// Dice that go on from a state of their own choice, which must not be zero.
    pub(crate) const fn from_state(state: u64) -> Self {
        Self(state)
    }

    /// A number that tells these dice from others, without throwing them.
    pub(crate) const fn peek(&self) -> u64 {
        self.0
    }

    /// Any number.
    pub(crate) const fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545F4914F6CDD1D)
    }

    /// A number below a bound that is not zero.
    pub(crate) const fn below(&mut self, bound: usize) -> usize {
        ((self.next() as u128 * bound as u128) >> 64) as usize
    }
}

//! `u64` numbers: `(left / 40 + increment).min(left / 3) * 20`.

/// How many nodes a move may take, with milliseconds on the clock.
pub fn nodes_for(left: u64, increment: u64) -> u64 {
    (left / 40).saturating_add(increment).min(left / 3).saturating_mul(20).max(1)
}

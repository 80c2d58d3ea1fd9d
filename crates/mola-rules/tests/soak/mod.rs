//! Whether the long run is asked for: `MOLA_SOAK` in the environment, with a number for how long.
#![allow(dead_code, reason = "each test takes what it needs")]

use std::env;

/// Whether the long run is asked for.
pub(crate) fn wanted() -> bool {
    positions(0).is_some()
}

/// How many positions the long run asks for. `1` and words only say that it is wanted, so they stand
/// for `usual`; without the variable it is the short run of CI.
pub(crate) fn positions(usual: u64) -> Option<u64> {
    let text = env::var("MOLA_SOAK").ok().filter(|text| !text.is_empty() && text != "0")?;
    Some(text.parse().ok().filter(|&number| number > 1).unwrap_or(usual))
}

/// A number from the environment, to repeat a run or to bound it.
pub(crate) fn knob(name: &str) -> Option<u64> {
    env::var(name).ok()?.parse().ok()
}

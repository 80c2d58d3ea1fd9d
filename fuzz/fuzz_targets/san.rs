//! Moves as players write them, in positions of the perft suite.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mola_fuzz::{check_message, check_move, choose};

fuzz_target!(|data: &[u8]| {
    let Some((position, rest)) = choose(data) else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    match position.parse_san(text) {
        Ok(m) => check_move(&position, m),
        Err(error) => check_message(&error),
    }
});

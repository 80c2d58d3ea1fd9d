//! Moves by their squares, one after the other, from positions of the perft suite.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mola_fuzz::{check_message, check_move, check_position, choose};

fuzz_target!(|data: &[u8]| {
    let Some((mut position, rest)) = choose(data) else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let start = position;
    for word in text.split(' ') {
        match position.parse_uci(word) {
            Ok(m) => {
                check_move(&position, m);
                position.play(m).expect("what is read is legal");
            }
            Err(error) => check_message(&error),
        }
    }
    // The positions of the suite were checked when they were read.
    if position != start {
        check_position(&position);
    }
});

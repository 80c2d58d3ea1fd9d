//! Positions as text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mola_fuzz::{check_message, check_position};
use mola_rules::{Position, Setup};

fuzz_target!(|text: &str| {
    if let Ok(setup) = text.parse::<Setup>() {
        assert_eq!(setup.to_string().parse(), Ok(setup), "what is written is read as the same");
    }
    match text.parse::<Position>() {
        Ok(position) => check_position(&position),
        Err(error) => check_message(&error),
    }
});

//! Compressed streams: they are read to their end or refused in words, and it does not matter how much is
//! read at a time.
#![no_main]

use std::io::{ErrorKind, Read};

use libfuzzer_sys::fuzz_target;
use mola_fuzz::check_message;
use mola_game::pgn::Expanded;

/// A few bytes can expand to more than anybody waits for.
const MOST: usize = 1 << 20;

/// What came out, up to some length, and how it ended.
fn expand(data: &[u8], chunk: usize) -> (Vec<u8>, Option<ErrorKind>) {
    let mut stream = Expanded::new(data).expect("memory does not fail to be read");
    let (mut all, mut buffer) = (Vec::new(), vec![0; chunk]);
    while all.len() < MOST {
        match stream.read(&mut buffer) {
            Ok(0) => return (all, None),
            Ok(count) => all.extend_from_slice(&buffer[..count]),
            Err(error) => {
                check_message(&error);
                return (all, Some(error.kind()));
            }
        }
    }
    all.truncate(MOST);
    (all, None)
}

fuzz_target!(|data: &[u8]| {
    let whole = expand(data, 1 << 16);
    let pieces = expand(data, 1000);
    assert_eq!(whole, pieces, "it matters how much is read at a time");
});

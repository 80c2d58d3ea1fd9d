//! Games as text: whatever is read has legal moves only, and is the same when written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mola_fuzz::check_message;
use mola_game::pgn::{GameTree, Reader};

fn read(bytes: &[u8]) -> Vec<GameTree> {
    Reader::new(bytes).map(|tree| tree.expect("memory does not fail to be read")).collect()
}

fuzz_target!(|data: &[u8]| {
    for tree in read(data) {
        for error in tree.errors() {
            check_message(error);
        }
        for node in tree.main_line() {
            if let (Some(parent), Some(m)) = (node.parent(), node.played()) {
                assert!(parent.position().is_legal(m), "{m:?}");
            }
        }
        let text = tree.to_string();
        let again: Vec<_> = read(text.as_bytes()).iter().map(ToString::to_string).collect();
        assert_eq!(again, [text], "what is written is read as the same");
    }
});

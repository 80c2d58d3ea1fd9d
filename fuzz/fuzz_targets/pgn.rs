//! Games as text: whatever is read has legal moves only, is the same when written and read again, and ends
//! where it ends when it is skipped.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mola_fuzz::check_message;
use mola_game::pgn::{Event, Events, GameTree, Reader};

fn read(bytes: &[u8]) -> Vec<GameTree> {
    Reader::new(bytes).map(|tree| tree.expect("memory does not fail to be read")).collect()
}

/// The lines on which games end.
fn ends(bytes: &[u8], skip: bool) -> Vec<u64> {
    let mut events = Events::new(bytes);
    let mut ends = Vec::new();
    loop {
        let is_end = if skip {
            events.skip_game().expect("memory does not fail to be read").then_some(true)
        } else {
            let event = events.next_event().expect("memory does not fail to be read");
            event.map(|event| matches!(event, Event::End(_)))
        };
        match is_end {
            Some(true) => ends.push(events.line()),
            Some(false) => {}
            None => return ends,
        }
    }
}

fuzz_target!(|data: &[u8]| {
    assert_eq!(ends(data, true), ends(data, false), "games are skipped as they are read");
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

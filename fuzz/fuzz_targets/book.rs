//! Opening books: a file is refused, or the engine plays a legal move, from the book or not.
#![no_main]

use std::cell::RefCell;
use std::path::PathBuf;

use libfuzzer_sys::fuzz_target;
use mola_engine::Mola;
use mola_game::{Engine, Limits, Task};
use mola_rules::Position;

/// Positions with every kind of move, and their keys in books: nobody meets a key by chance.
const KNOWN: [(&str, u64); 4] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463B96181691FC9C),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 0xFDA239CC692A6053),
    ("1n2k3/P6P/8/8/8/8/p6p/4K1N1 b - - 0 1", 0xE4E1A0EF5CBF38AB),
    ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22A48B5A8E47FF78),
];
/// The bytes of a line of a book.
const LINE: usize = 16;

/// The input as a book: a line that begins with the number of a position is about that one.
fn book(data: &[u8]) -> Vec<u8> {
    let mut bytes = data.to_vec();
    for line in bytes.chunks_exact_mut(LINE) {
        if let Some((_, key)) = KNOWN.get(usize::from(line[0])) {
            line[..8].copy_from_slice(&key.to_be_bytes());
        }
    }
    bytes
}

struct Player {
    engine: Mola,
    path: PathBuf,
    roots: Vec<Position>,
}

thread_local! {
    static PLAYER: RefCell<Player> = RefCell::new({
        let mut engine = Mola::new();
        engine.set_option("OwnBook", "true").expect("it has this option");
        let path = std::env::temp_dir().join(format!("mola-fuzz-{}.bin", std::process::id()));
        Player { engine, path, roots: KNOWN.map(|(fen, _)| fen.parse().expect("a position")).to_vec() }
    });
}

fuzz_target!(|data: &[u8]| {
    PLAYER.with_borrow_mut(|Player { engine, path, roots }| {
        std::fs::write(&*path, book(data)).expect("there is room for a file");
        let name = path.to_str().expect("a name of letters");
        if engine.set_option("BookFile", name).is_err() {
            return;
        }
        for root in roots {
            let limits = Limits { nodes: Some(1), ..Limits::NONE };
            let best = engine.think(Task::new(root, limits), &mut ()).best;
            assert!(best.is_some_and(|m| root.is_legal(m)), "{best:?} in {root}");
        }
    });
});

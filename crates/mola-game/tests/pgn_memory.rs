//! Streams of any size and any kind are read in bounded memory.
//!
//! The memory of the whole process is measured, so only one of these tests runs at a time: the short
//! one, or with `--ignored` the long one.

use std::io::{self, Read};
use std::time::Instant;

use mola_game::pgn::{Events, GameTree, Reader};

const GAME: &str = "[Event \"Rated game\"]\n[White \"Müller\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n\
    1. e4 { [%clk 0:03:00] } 1... e5 { [%clk 0:03:00] } 2. Nf3 $1 (2. f4 exf4 (2... d5 {Falkbeer}) 3. Nf3) \
    2... Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 1-0\n\n";

/// Repeats a text, to a length.
struct Repeat<'a> {
    text: &'a [u8],
    at: usize,
    left: u64,
}

impl<'a> Repeat<'a> {
    fn new(text: &'a str, length: u64) -> Self {
        Self { text: text.as_bytes(), at: 0, left: length }
    }
}

impl Read for Repeat<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < buffer.len() && self.left > 0 {
            let rest = &self.text[self.at..];
            let length =
                rest.len().min(buffer.len() - filled).min(usize::try_from(self.left).unwrap_or(usize::MAX));
            buffer[filled..filled + length].copy_from_slice(&rest[..length]);
            filled += length;
            self.at = (self.at + length) % self.text.len();
            self.left -= length as u64;
        }
        Ok(filled)
    }
}

/// The most memory that this process ever had, in bytes; none where the system does not tell.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(1024 * kilobytes)
}

fn assert_memory_is_bounded() {
    if let Some(bytes) = peak_memory() {
        assert!(bytes <= 32_000_000, "{bytes} bytes of memory");
    }
}

/// Reads a stream both ways, and counts games and errors.
fn read_all(text: &str, length: u64) -> (u64, u64) {
    let mut reader = Reader::new(Repeat::new(text, length));
    let mut tree = GameTree::default();
    let (mut games, mut errors) = (0, 0);
    while reader.read_into(&mut tree).expect("memory can be read") {
        games += 1;
        errors += tree.errors().len() as u64;
    }
    let mut events = Events::new(Repeat::new(text, length));
    while events.next_event().expect("memory can be read").is_some() {}
    assert_memory_is_bounded();
    (games, errors)
}

/// Texts that, said again and again without end, grow something or look far ahead.
const TRAPS: [&str; 26] = [
    "(",
    "e4 (",
    "{",
    "{x",
    "{\n[Event \"",
    "[a \"x] ",
    "[A \"b\"]",
    "[Event \"x\"]\n\n",
    "[ \"",
    "e",
    "\"   ",
    ";",
    "%\n",
    "\n",
    "$",
    "$1 ",
    "!?",
    "1",
    "1. ",
    "1.\n\n",
    "e4 e5 {x} $1 ",
    "( {x} ",
    "( {x} ) ",
    "Nf3 Nf6 Ng1 Ng8 ({x} Nf6) $5 ",
    "\\\"",
    "\u{feff}é½",
];

/// Reads about this many bytes of ordinary games, and of everything else.
fn read_everything(length: u64) {
    let games = length / GAME.len() as u64;
    assert_eq!(read_all(GAME, games * GAME.len() as u64), (games, 0));
    for text in TRAPS {
        let start = Instant::now();
        read_all(text, length);
        // The same after a first move, and in a line that does not end.
        let long = text.replace('\n', " ").repeat(1000);
        read_all(&format!("1. e4 {long}"), length);
        println!("{text:?}: {:?}, peak {:?}", start.elapsed(), peak_memory());
    }
}

#[test]
fn small_streams_of_anything_are_read_in_little_memory() {
    read_everything(400_000);
}

#[test]
#[ignore = "takes minutes; run by the soak"]
fn large_streams_of_anything_are_read_in_little_memory() {
    read_everything(50_000_000);
    let games = (1 << 30) / GAME.len() as u64;
    assert_eq!(read_all(GAME, games * GAME.len() as u64), (games, 0));
}

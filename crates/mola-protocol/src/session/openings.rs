//! Random openings, as `OpenBench` asks for them when it generates games.

use std::ops::Range;
use std::path::Path;

use mola_game::{Dice, Engine, Limits, Listener, Score, Task, read_regular_file};
use mola_rules::Position;

use super::Output;
use crate::uci::GenFens;

/// How many random moves there are from the start: either player may be to move after them.
const PLIES: Range<usize> = 8..10;

/// How many there are after a position from a book, which is random already.
const PLIES_FROM_BOOK: Range<usize> = 2..4;

/// More openings than anybody asks for at once.
const MOST: u32 = 1_000_000;

/// In bytes: some four million positions.
const LARGEST_BOOK: u64 = 1 << 28;

/// How many nodes an engine looks at to see whether a game is decided before it begins, and the
/// advantage in hundredths of a pawn beyond which it is: a minor piece and a little more.
const LOOK: u64 = 3_000;
const DECIDED: i32 = 400;

/// Says random openings in which neither player has won already.
pub(crate) fn generate(
    wanted: &GenFens,
    engine: &mut dyn Engine,
    stop: &dyn Fn() -> bool,
    output: &Output,
) -> Result<(), String> {
    let book = match &wanted.book {
        None => Vec::new(),
        Some(name) => read_book(Path::new(name))
            .map_err(|error| format!("the book {name:?} cannot be used: {error}"))?,
    };
    // What it remembers would change its judgment, and with it the openings of a seed.
    engine.new_game();
    let mut openings = Openings::new(wanted.seed, book);
    for _ in 0..wanted.count.min(MOST) {
        let opening = openings.deal(&mut |position| is_open(position, engine, stop));
        if stop() {
            break;
        }
        output.say(format_args!("info string genfens {opening}"));
    }
    engine.new_game();
    Ok(())
}

/// Whether a short search sees no winner.
fn is_open(position: &Position, engine: &mut dyn Engine, stop: &dyn Fn() -> bool) -> bool {
    let mut listener = Listener::new().stop_when(stop);
    let limits = Limits { nodes: Some(LOOK), ..Limits::NONE };
    engine.think(Task::new(position, limits), &mut listener);
    let open = Score::Centipawns(-DECIDED)..=Score::Centipawns(DECIDED);
    listener.score().is_none_or(|score| open.contains(&score))
}

/// Deals random openings: the same seed gives the same ones.
#[derive(Debug)]
struct Openings {
    dice: Dice,
    book: Vec<Position>,
}

impl Openings {
    fn new(seed: u64, book: Vec<Position>) -> Self {
        Self { dice: Dice::new(seed), book }
    }

    /// A position after random legal moves that is `open`: neither over nor decided.
    fn deal(&mut self, open: &mut dyn FnMut(&Position) -> bool) -> Position {
        let (start, plies) = if self.book.is_empty() {
            (Position::start(), PLIES)
        } else {
            (self.book[self.dice.below(self.book.len())], PLIES_FROM_BOOK)
        };
        // A book may hold a position after which every game is over; then it must do as it is.
        for _ in 0..100 {
            let plies = plies.start + self.dice.below(plies.len());
            if let Some(position) = self.dice.opening(&start, plies, |_| {}).filter(|position| open(position))
            {
                return position;
            }
        }
        start
    }
}

/// Reads a book with a FEN or an EPD in each line. Lines that are neither are skipped.
///
/// # Errors
/// The file cannot be read, or holds no position.
fn read_book(path: &Path) -> Result<Vec<Position>, &'static str> {
    let bytes = read_regular_file(path, LARGEST_BOOK)?;
    let fields = |line: &str, count| line.split_whitespace().take(count).collect::<Vec<_>>().join(" ");
    let position = |fen: String| Position::from_lenient_fen(&fen);
    let read = |line: &str| position(fields(line, 6)).or_else(|_| position(fields(line, 4))).ok();
    let lines = bytes.split(|&byte| byte == b'\n').filter_map(|line| str::from_utf8(line).ok());
    let positions: Vec<Position> =
        lines.filter_map(read).filter(|position| position.outcome().is_none()).collect();
    if positions.is_empty() {
        return Err("none of its lines is a position");
    }
    Ok(positions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_deals_the_same_openings() {
        let deal = |seed| {
            let mut openings = Openings::new(seed, Vec::new());
            (0..50).map(|_| openings.deal(&mut |_| true).to_string()).collect::<Vec<_>>()
        };
        assert_eq!(deal(7), deal(7));
        assert_ne!(deal(7), deal(8));
        let mut different = deal(7);
        different.sort();
        different.dedup();
        assert!(different.len() > 45, "random openings hardly repeat");
    }

    #[test]
    fn what_is_decided_is_not_dealt() {
        let mut openings = Openings::new(3, Vec::new());
        for _ in 0..50 {
            let opening = openings.deal(&mut |position| position.turn() == mola_rules::Color::Black);
            assert_eq!(opening.turn(), mola_rules::Color::Black);
        }
    }

    #[test]
    fn a_book_is_a_file_with_positions() {
        assert!(read_book(Path::new("/")).is_err());
        let error = read_book(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))).unwrap_err();
        assert_eq!(error.to_string(), "none of its lines is a position");
        let book = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/perft/standard.epd");
        assert!(read_book(Path::new(book)).unwrap().len() > 100);
    }
}

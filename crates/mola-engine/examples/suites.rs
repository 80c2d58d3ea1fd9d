//! Positions with known answers, two seconds each: `cargo xtask suites`.
//!
//! Mates of `testdata/mates` must be announced with at most the known length, and play out. Further
//! EPD files, named on the command line, are tactical suites with `bm` and `am`: how many were solved is
//! told.

use std::time::{Duration, Instant};

use mola_engine::Mola;
use mola_game::{Engine, Limits, Line, Listener, Score, Task, Time};
use mola_rules::{Move, Position};

/// For each position.
const TIME: Duration = Duration::from_secs(2);

const MATES: [(&str, &str); 2] = [
    ("mates in one, two and three", include_str!("../../../testdata/mates/short.epd")),
    ("mates in four and five", include_str!("../../../testdata/mates/long.epd")),
];

fn main() {
    let mut engine = Mola::new();
    engine.set_option("Hash", "64").expect("memory for the table");
    let mut perfect = true;
    for (name, suite) in MATES {
        let lines: Vec<&str> = lines(suite).collect();
        let found = lines.iter().filter(|line| finds_mate(&mut engine, line)).count();
        println!("{name}: {found} of {}", lines.len());
        perfect &= found == lines.len();
    }
    for path in std::env::args().skip(1) {
        match std::fs::read_to_string(&path) {
            Ok(suite) => {
                let lines: Vec<&str> = lines(&suite).collect();
                let solved = lines.iter().filter(|line| solves(&mut engine, line)).count();
                println!("{path}: {solved} of {}", lines.len());
            }
            Err(error) => println!("{path}: {error}"),
        }
    }
    std::process::exit(i32::from(!perfect));
}

fn lines(suite: &str) -> impl Iterator<Item = &str> {
    suite.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty())
}

/// The position of a line and what it says about it.
fn split(line: &str) -> Option<(Position, &str)> {
    let fields = line.match_indices(' ').nth(3)?.0;
    Some((line[..fields].parse().ok()?, line[fields..].trim()))
}

/// The words of an operation: `bm Nf3 Nc3;`.
fn operation<'a>(operations: &'a str, name: &str) -> Option<Vec<&'a str>> {
    operations.split(';').find_map(|one| {
        let mut words = one.split_whitespace();
        (words.next() == Some(name)).then(|| words.collect())
    })
}

fn think(engine: &mut Mola, root: &Position, mate: Option<u32>) -> (Option<Move>, Option<Line>) {
    engine.new_game();
    let began = Instant::now();
    let mut listener = Listener::new().clock(|| began.elapsed());
    let limits = Limits { time: Time::Move(TIME), mate, ..Limits::NONE };
    let answer = engine.think(Task::new(root, limits), &mut listener);
    (answer.best, listener.best().cloned())
}

/// Whether a mate of at most the known length is announced, with a line that ends in mate.
fn finds_mate(engine: &mut Mola, line: &str) -> bool {
    let Some((root, operations)) = split(line) else { return false };
    let known = operation(operations, "dm").and_then(|words| words.first()?.parse::<u32>().ok());
    let Some(known) = known else { return false };
    let Some(Line { score: Score::Mate(length), moves, .. }) = think(engine, &root, Some(known)).1 else {
        println!("    no mate in {known}: {root}");
        return false;
    };
    let mut position = root;
    let played = moves.iter().all(|&m| position.play(m).is_ok());
    let mates = played && position.is_check() && position.count_moves() == 0;
    length <= known && mates
}

/// Whether the answer is among the best moves, or not among those to avoid.
fn solves(engine: &mut Mola, line: &str) -> bool {
    let Some((root, operations)) = split(line) else { return false };
    let (Some(answer), _) = think(engine, &root, None) else { return false };
    let among = |words: Vec<&str>| words.iter().any(|word| root.parse_san(word) == Ok(answer));
    let best = operation(operations, "bm").is_none_or(among);
    best && !operation(operations, "am").is_some_and(among)
}

//! How well the engine plays endings without tables, against an opponent who has them:
//! `cargo xtask endings` fetches the tables and runs it.
//!
//! Won endings must be won within fifty moves, drawn ones must not be lost.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use mola_engine::Mola;
use mola_game::{Engine, History, Limits, Listener, Score};
use mola_rules::{Color, Move, Piece, Position, Role, Setup, Square};

/// What the engine may look at for each move, about a seventh of a second.
const NODES: u64 = 250_000;

/// Endings that White wins, but for accidents.
const WON: [&str; 5] = ["KQvK", "KRvK", "KBBvK", "KBNvK", "KQvKR"];
/// Endings in which there is something to hold.
const DRAWN: [&str; 8] = ["KPvK", "KBPvK", "KPvKP", "KRvKP", "KBvKP", "KNvKP", "KRvKB", "KRvKN"];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(tables) = arguments.next() else {
        eprintln!("Usage: endings TABLES [STARTS] [NAME…]");
        std::process::exit(2);
    };
    let starts = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(200);
    let only: Vec<String> = arguments.collect();
    if let Some(unknown) =
        only.iter().find(|one| !WON.contains(&one.as_str()) && !DRAWN.contains(&one.as_str()))
    {
        eprintln!("There is no ending {unknown:?}; there are {}", [&WON[..], &DRAWN[..]].concat().join(", "));
        std::process::exit(2);
    }
    let mut perfect = true;
    for (names, wanted) in [(&WON[..], Verdict::Won), (&DRAWN[..], Verdict::Drawn)] {
        for name in names.iter().filter(|name| only.is_empty() || only.iter().any(|one| one == *name)) {
            let good = play_all(&tables, name, wanted, starts);
            println!("{name:<6} {wanted:?}: {good} of {starts}");
            perfect &= good == starts;
        }
    }
    std::process::exit(i32::from(!perfect));
}

/// What the tables say, for White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Won,
    Drawn,
    Lost,
}

/// Plays an ending from many starts on all cores, and counts how often it went as it should.
fn play_all(tables: &str, name: &str, wanted: Verdict, starts: usize) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let (next, good, lost) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                let mut knowing = Mola::new();
                knowing.set_option("SyzygyPath", tables).expect("a folder with tables");
                let mut player = Mola::new();
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= starts {
                        break;
                    }
                    let start = find_start(&mut knowing, name, wanted, number as u64);
                    // In drawn endings the engine takes both sides in turn.
                    let side =
                        if wanted == Verdict::Won || number % 2 == 0 { Color::White } else { Color::Black };
                    if play(&mut player, &mut knowing, start, side, wanted) {
                        good.fetch_add(1, Relaxed);
                    } else if let Ok(mut lost) = lost.lock() {
                        lost.push(start);
                    }
                }
            });
        }
    });
    for start in lost.into_inner().unwrap_or_default() {
        println!("    not from {start}");
    }
    good.into_inner()
}

/// A random position of an ending in which the tables say what is wanted.
fn find_start(knowing: &mut Mola, name: &str, wanted: Verdict, number: u64) -> Position {
    let mut noise = (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    loop {
        let position = scatter(name, &mut noise);
        if verdict(knowing, &position) == wanted {
            return position;
        }
    }
}

fn scatter(name: &str, noise: &mut u64) -> Position {
    loop {
        let mut setup = Setup::EMPTY;
        let pieces = pieces(name);
        for &piece in &pieces {
            *noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            if let Some(square) = Square::from_index((*noise >> 58) as u8) {
                setup.board.put(square, piece);
            }
        }
        let complete = setup.board.occupied().count() as usize == pieces.len();
        if let Some(position) =
            setup.position().ok().filter(|position| complete && position.outcome().is_none())
        {
            return position;
        }
    }
}

/// The pieces of an ending: White's before the `v`, Black's after it.
fn pieces(name: &str) -> Vec<Piece> {
    let (white, black) = name.split_once('v').unwrap_or((name, "K"));
    let of = |letters: &str, color: Color| -> Vec<Piece> {
        letters.chars().filter_map(Role::from_letter).map(|role| role.of(color)).collect()
    };
    [of(white, Color::White), of(black, Color::Black)].concat()
}

fn ask(engine: &mut Mola, history: &History, nodes: u64) -> (Option<Move>, Option<Score>) {
    let mut listener = Listener::new();
    let limits = Limits { nodes: Some(nodes), ..Limits::NONE };
    let answer = engine.think(history.task(limits), &mut listener);
    (answer.best, listener.score())
}

fn verdict(knowing: &mut Mola, position: &Position) -> Verdict {
    let score = match ask(knowing, &History::new(*position), 50).1 {
        Some(Score::Mate(_) | Score::Centipawns(10_000..)) => 1,
        Some(Score::Mated(_) | Score::Centipawns(..=-10_000)) => -1,
        _ => 0,
    };
    match if position.turn() == Color::White { score } else { -score } {
        1 => Verdict::Won,
        -1 => Verdict::Lost,
        _ => Verdict::Drawn,
    }
}

/// Plays a position out: the engine without tables against the one with them. Whether it ended as it
/// should: a win within fifty moves, or a draw.
fn play(player: &mut Mola, knowing: &mut Mola, start: Position, side: Color, wanted: Verdict) -> bool {
    player.new_game();
    knowing.new_game();
    let mut history = History::new(start);
    for _ in 0..100 {
        let position = history.root();
        if let Some(outcome) = position.outcome() {
            return match wanted {
                Verdict::Won => outcome.winner() == Some(side),
                _ => outcome.winner() != Some(!side),
            };
        }
        let repeated = position.repetitions(history.past()) >= 2;
        if repeated || position.halfmoves() >= 100 {
            return wanted == Verdict::Drawn;
        }
        let (engine, nodes) =
            if position.turn() == side { (&mut *player, NODES) } else { (&mut *knowing, 500) };
        let Some(m) = ask(engine, &history, nodes).0 else { return false };
        history.play(m);
    }
    wanted == Verdict::Drawn
}

//! Nodes a second on the same positions in the same run: Mola against Stockfish with its classical
//! evaluation, and two threads of Mola against one.
//!
//! `cargo bench -p mola --bench speed`; Stockfish is left out where it is not installed.

use std::time::{Duration, Instant};

use mola_game::{Engine, Limits, Listener, Report, Task, Time};
use mola_protocol::{Launch, Remote};
use mola_rules::Position;

const POSITIONS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
    "r1b2rk1/2q1bppp/p2p1n2/np2p3/3PP3/5N1P/PPBN1PP1/R1BQR1K1 w - - 3 13",
    "3r1rk1/p4pp1/1pq1p2p/2p1P3/2P2P2/1P2Q2P/P5P1/3R1RK1 b - - 0 24",
    "6k1/5pp1/p3p2p/1p1nP3/1P1B4/P4PP1/5K1P/8 w - - 0 35",
    "8/8/1p1kp1p1/p1pr1n1p/P6P/1R4P1/1P3PK1/1R6 b - - 15 45",
];

fn main() {
    // `cargo test` runs benches too, to see that they work.
    let quick = std::env::args().any(|argument| argument == "--test");
    let (rounds, time) = if quick { (1, 20) } else { (5, 400) };
    let one = ("Mola", start(env!("CARGO_BIN_EXE_mola"), &[("Hash", "16")]));
    let two = ("Mola, two threads", start(env!("CARGO_BIN_EXE_mola"), &[("Hash", "16"), ("Threads", "2")]));
    let classical = [("Hash", "16"), ("Use NNUE", "false")];
    let other = ["stockfish", "/usr/games/stockfish"].iter().find_map(|path| start(path, &classical));
    let mut engines: Vec<(&str, Remote)> = [one, two, ("Stockfish, classical", other)]
        .into_iter()
        .filter_map(|(name, engine)| Some((name, engine?)))
        .collect();
    let time = Duration::from_millis(time);
    // The best of some rounds: whatever else the machine does only ever slows a search down.
    let mut best = vec![[0.0_f64; POSITIONS.len()]; engines.len()];
    for _ in 0..rounds {
        for (index, fen) in POSITIONS.iter().enumerate() {
            let root: Position = fen.parse().expect("a legal position");
            for ((_, engine), best) in engines.iter_mut().zip(&mut best) {
                best[index] = best[index].max(speed(engine, &root, time));
            }
        }
    }
    let mean =
        |speeds: &[f64]| (speeds.iter().map(|speed| speed.ln()).sum::<f64>() / speeds.len() as f64).exp();
    for ((name, _), speeds) in engines.iter().zip(&best) {
        let ratio = mean(speeds) / mean(&best[0]);
        println!("{name:<22} {:>6.3} million nodes a second, {ratio:.2} of Mola's", mean(speeds) / 1e6);
    }
}

fn start(path: &str, options: &[(&str, &str)]) -> Option<Remote> {
    let mut engine = Remote::start(Launch::new(path)).ok()?;
    for (name, value) in options {
        engine.set_option(name, value).ok()?;
    }
    Some(engine)
}

/// Nodes a second up to the last report. What an engine does before and after does not count.
fn speed(engine: &mut Remote, root: &Position, time: Duration) -> f64 {
    engine.new_game();
    let (began, mut speed) = (Instant::now(), 0.0);
    let hear = |report: &Report<'_>| speed = report.nodes as f64 / began.elapsed().as_secs_f64();
    let mut listener = Listener::new().clock(|| began.elapsed()).hear(hear);
    engine.think(Task::new(root, Limits { time: Time::Move(time), ..Limits::NONE }), &mut listener);
    drop(listener);
    speed
}

//! `mola bench`: one number that changes when the search does, and how fast it was found.

use std::time::Instant;

use clap::Args;
use mola_game::{Engine, Limits, Listener, Task};
use mola_rules::Position;
use serde_json::json;

use crate::{engines, output};

/// How deep each position is searched.
const DEPTH: u32 = 13;

/// Openings, middlegames of all kinds, endings, mates and draws.
const POSITIONS: [&str; 24] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 9",
    "r2q1rk1/pb1nbppp/1p2pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 2 10",
    "2rq1rk1/pp1bppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/1K1R1B1R w - - 0 12",
    "r1b2rk1/2q1bppp/p2p1n2/np2p3/3PP3/5N1P/PPBN1PP1/R1BQR1K1 w - - 3 13",
    "3r1rk1/p4pp1/1pq1p2p/2p1P3/2P2P2/1P2Q2P/P5P1/3R1RK1 b - - 0 24",
    "6k1/5pp1/p3p2p/1p1nP3/1P1B4/P4PP1/5K1P/8 w - - 0 35",
    "8/5pk1/4p1p1/7p/3R3P/r5P1/5PK1/8 w - - 0 40",
    "8/8/1p1k2p1/p1p2p1p/P1P2P1P/1P1K2P1/8/8 w - - 0 45",
    "8/3k4/8/3K4/3P4/8/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1",
    "8/8/4k3/8/8/3BN3/8/4K3 w - - 0 1",
    "1k6/1b6/8/8/7R/8/8/4K2R b K - 0 1",
    "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1",
    "5rk1/5p1p/8/8/5Q2/8/q4PPP/6K1 w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1",
];

/// Search a fixed set of positions and print the number of nodes.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  mola bench\n  mola bench 10\n  mola bench --pocket 7\n  mola bench --json"
)]
pub(crate) struct Arguments {
    /// How deep to search each position
    #[arg(default_value_t = DEPTH, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// Search with the small engine instead of the strong one
    #[arg(long)]
    pocket: bool,
    /// The network to search with, if not the built-in one
    #[arg(long, value_name = "FILE", conflicts_with = "pocket")]
    eval_file: Option<String>,
    /// Print the counts as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut engine: Box<dyn Engine> = if arguments.pocket {
        mola_pocket::large_engine(mola_pocket::Values::MOLA)
    } else {
        Box::new(engines::mola_with(arguments.eval_file.as_deref())?)
    };
    if arguments.json {
        let mut counts = Vec::new();
        let total = search_all(engine.as_mut(), arguments.depth, &|| false, &mut |_, fen, nodes| {
            counts.push(json!({ "fen": fen, "nodes": nodes }));
        });
        let Total { nodes, seconds } = total.unwrap_or_default();
        let depth = arguments.depth;
        return output::print_json(
            &json!({ "depth": depth, "nodes": nodes, "seconds": seconds, "positions": counts }),
        );
    }
    let mut printed = Ok(());
    run_on(engine.as_mut(), arguments.depth, &|| false, &mut |line| {
        if printed.is_ok() {
            printed = output::print(format!("{line}\n"));
        }
    });
    printed
}

/// The command `bench` of a session, which may be followed by a depth.
pub(crate) fn run_in_session(
    engine: &mut dyn Engine,
    arguments: &str,
    stop: &dyn Fn() -> bool,
    say: &mut dyn FnMut(&str),
) {
    let depth = arguments.split_whitespace().next().and_then(|word| word.parse().ok());
    run_on(engine, depth.unwrap_or(DEPTH), stop, say);
}

/// Searches every position and says what was found; the last line is `N nodes M nps`.
fn run_on(engine: &mut dyn Engine, depth: u32, stop: &dyn Fn() -> bool, say: &mut dyn FnMut(&str)) {
    let total = search_all(engine, depth, stop, &mut |index, fen, nodes| {
        say(&format!("{:>2}/{} {nodes:>10} nodes  {fen}", index + 1, POSITIONS.len()));
    });
    match total {
        Some(Total { nodes, seconds }) => say(&format!("{nodes} nodes {:.0} nps", nodes as f64 / seconds)),
        // A sum of fewer positions would look like a change of the search.
        None => say("info string the bench was stopped"),
    }
}

/// What all searches took together.
#[derive(Default)]
struct Total {
    nodes: u64,
    seconds: f64,
}

/// Searches every position, and reports each with its number and its nodes. None if it was stopped.
fn search_all(
    engine: &mut dyn Engine,
    depth: u32,
    stop: &dyn Fn() -> bool,
    tell: &mut dyn FnMut(usize, &str, u64),
) -> Option<Total> {
    engine.new_game();
    let started = Instant::now();
    let mut nodes = 0;
    for (index, fen) in POSITIONS.iter().enumerate() {
        let Ok(root) = fen.parse::<Position>() else { continue };
        // Without a clock: only the depth ends a search.
        let mut listener = Listener::new().stop_when(stop);
        engine.think(Task::new(&root, Limits { depth: Some(depth), ..Limits::NONE }), &mut listener);
        if stop() {
            return None;
        }
        nodes += listener.nodes();
        tell(index, fen, listener.nodes());
    }
    Some(Total { nodes, seconds: started.elapsed().as_secs_f64().max(1e-6) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use mola_engine::Mola;

    #[test]
    fn every_position_can_be_read() {
        for fen in POSITIONS {
            assert!(fen.parse::<Position>().is_ok(), "{fen}");
        }
    }

    #[test]
    fn two_runs_count_the_same_nodes() {
        let count = || {
            let mut last = String::new();
            run_on(&mut Mola::new(), 5, &|| false, &mut |line| last = line.to_owned());
            last.split_once(' ').unwrap().0.to_owned()
        };
        assert_eq!(count(), count());
    }
}

//! `mola perft`: the proof of the move generator, and its speed.

use std::fmt::Write as _;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use indicatif::ProgressBar;
use mola_rules::{CastlingStyle, Move, Position, perft};
use serde_json::{Value, json};

use crate::output::{self, Misused};
use crate::workers;

/// Count the positions that legal moves lead to, and measure the speed.
#[derive(Args)]
#[command(after_help = "Examples:
  mola perft 6
  mola perft 5 --divide
  mola perft 7 --threads 8
  mola perft 3 --json
  mola perft 4 --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -'")]
pub(crate) struct Arguments {
    /// How many plies deep
    #[arg(value_parser = clap::value_parser!(u32).range(0..=20))]
    depth: u32,
    /// The position to start from, as a FEN
    #[arg(long)]
    fen: Option<String>,
    /// Show the count of each first move
    #[arg(long)]
    divide: bool,
    /// How many threads to use; all cores if not given
    #[arg(long)]
    threads: Option<NonZero<usize>>,
    /// Write castling as king takes rook, as in Chess960
    #[arg(long)]
    chess960: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What a thread takes: its stack.
const THREAD_MEBIBYTES: usize = 2;

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let position = match &arguments.fen {
        Some(fen) => Position::from_lenient_fen(fen)
            .with_context(|| format!("--fen {fen:?}"))
            .map_err(Misused::from)?,
        None => Position::start(),
    };
    let threads = workers::affordable(arguments.threads, THREAD_MEBIBYTES);
    let started = Instant::now();
    let counts = count(&position, arguments.depth, threads);
    let elapsed = started.elapsed();
    let style = if arguments.chess960 { CastlingStyle::Chess960 } else { CastlingStyle::Standard };
    let nodes = if arguments.depth == 0 { 1 } else { counts.iter().map(|&(_, nodes)| nodes).sum() };
    if arguments.json {
        let divided = |(m, nodes): &(Move, u64)| (m.uci(style).to_string(), Value::from(*nodes));
        return output::print_json(&json!({
            "fen": position.to_string(),
            "depth": arguments.depth,
            "nodes": nodes,
            "seconds": elapsed.as_secs_f64(),
            "moves": counts.iter().map(divided).collect::<serde_json::Map<String, Value>>(),
        }));
    }
    let mut text = String::new();
    // Writing to a string does not fail.
    if arguments.divide {
        for (m, nodes) in &counts {
            let _ = writeln!(text, "{}: {nodes}", m.uci(style));
        }
        text.push('\n');
    }
    let _ = writeln!(text, "{nodes} nodes in {:.3} s ({})", elapsed.as_secs_f64(), speed(nodes, elapsed));
    output::print(text)
}

/// Counts each first move, on several threads. The work is handed out two moves at a time deep, so
/// that one rich first move does not leave the other threads idle.
fn count(position: &Position, depth: u32, threads: usize) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let firsts = position.legal_moves();
    let mut jobs = Vec::new();
    for (index, &m) in firsts.iter().enumerate() {
        let child = position.after(m);
        if depth == 1 {
            jobs.push((index, child));
        } else {
            child.for_each_child(|_, grandchild| jobs.push((index, *grandchild)));
        }
    }
    let next = AtomicUsize::new(0);
    let bar = progress(jobs.len(), depth);
    let count_jobs = || {
        let mut nodes = vec![0; firsts.len()];
        while let Some((first, job)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            nodes[*first] += perft(job, depth.saturating_sub(2));
            bar.inc(1);
        }
        nodes
    };
    let mut totals = vec![0; firsts.len()];
    for nodes in workers::do_all(vec![count_jobs; threads.min(jobs.len())]) {
        totals.iter_mut().zip(nodes).for_each(|(total, nodes)| *total += nodes);
    }
    bar.finish_and_clear();
    firsts.into_iter().zip(totals).collect()
}

/// A bar for counts that take a while.
fn progress(jobs: usize, depth: u32) -> ProgressBar {
    if depth < 6 {
        return ProgressBar::hidden();
    }
    let style = "{bar:40} {percent}% {elapsed} (about {eta} left)";
    output::progress(jobs as u64, 0, style)
}

fn speed(nodes: u64, elapsed: Duration) -> String {
    format!("{:.1} million per second", nodes as f64 / elapsed.as_secs_f64().max(1e-9) / 1e6)
}

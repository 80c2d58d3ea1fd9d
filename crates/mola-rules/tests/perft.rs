//! Counts of move sequences against known ones, and the known ones against `shakmaty`.
//!
//! CI does the depths that fit a budget; `MOLA_SOAK=1` does all of them.

mod soak;
mod suite;

use std::collections::HashSet;
use std::time::Instant;

use mola_rules::{Position, divide, perft};
use shakmaty::{CastlingMode, Chess, fen::Fen};
use suite::Line;

/// Nodes of one count that CI can afford with our generator, and with `shakmaty`'s.
const OUR_BUDGET: u64 = 2_000_000;
const THEIR_BUDGET: u64 = 200_000;

/// Checks the counts within the budget of every line, and reports all lines that differ at once.
fn check(lines: &[Line], budget: u64, count: impl Fn(&Line, u32) -> u64) {
    let budget = if soak::wanted() { u64::MAX } else { budget };
    let started = Instant::now();
    let mut total = 0;
    let mut wrong = Vec::new();
    for line in lines {
        for &(depth, nodes) in line.counts.iter().filter(|&&(_, nodes)| nodes <= budget) {
            let counted = count(line, depth);
            total += counted;
            if counted != nodes {
                wrong.push(format!("{} at depth {depth}: {counted} instead of {nodes}", line.fen));
            }
        }
    }
    println!("{total} nodes of {} positions in {:.1?}", lines.len(), started.elapsed());
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

fn theirs(line: &Line) -> Chess {
    let fen: Fen = line.fen.parse().unwrap_or_else(|error| panic!("{}: {error}", line.fen));
    fen.into_position(CastlingMode::Chess960).unwrap_or_else(|error| panic!("{}: {error}", line.fen))
}

#[test]
fn counts_of_standard_positions_are_as_known() {
    check(&suite::standard(), OUR_BUDGET, |line, depth| perft(&line.position(), depth));
}

#[test]
fn counts_of_chess960_positions_are_as_known() {
    check(&suite::chess960(), OUR_BUDGET, |line, depth| perft(&line.position(), depth));
}

#[test]
fn shakmaty_counts_the_same_in_standard_positions() {
    check(&suite::standard(), THEIR_BUDGET, |line, depth| shakmaty::perft(&theirs(line), depth));
}

#[test]
fn shakmaty_counts_the_same_in_chess960_positions() {
    check(&suite::chess960(), THEIR_BUDGET, |line, depth| shakmaty::perft(&theirs(line), depth));
}

#[test]
fn divide_tells_apart_what_perft_adds_up() {
    for line in suite::all() {
        let Some((depth, nodes)) = line.deepest_within(20_000) else { continue };
        let position = line.position();
        let parts: Vec<_> = divide(&position, depth).collect();
        assert_eq!(parts.iter().map(|&(_, nodes)| nodes).sum::<u64>(), nodes, "{}", line.fen);
        assert!(parts.iter().map(|&(m, _)| m).eq(position.legal_moves()), "{}", line.fen);
    }
    assert_eq!(divide(&Position::start(), 0).count(), 0);
    assert_eq!(perft(&Position::start(), 0), 1);
}

/// A suite that shrank by accident would pass in silence.
#[test]
fn the_suite_is_as_large_as_it_claims_and_has_no_position_twice() {
    let lines = suite::all();
    assert!(lines.len() >= 160, "{} positions", lines.len());
    assert_eq!(lines.iter().map(|line| line.fen).collect::<HashSet<_>>().len(), lines.len());
    for line in &lines {
        let depths: Vec<_> = line.counts.iter().map(|&(depth, _)| depth).collect();
        assert!(!depths.is_empty() && depths.iter().copied().eq(1..=depths.len() as u32), "{}", line.fen);
    }
}

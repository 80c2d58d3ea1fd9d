//! `cargo xtask proof [RUNS [TARGET…]]`: fuzzing in pieces of any size, one after the other, on any day. What was
//! run is kept in a ledger, so that pieces add up to more than anybody waits for.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use crate::bullet;
use crate::fuzz::{self, Amount, Build};
use crate::shell::{command, output, root, works};

const LEDGER: &str = "docs/proof.jsonl";

/// The fewest runs that are noted at a time. What is not noted is lost if the work is interrupted.
const SMALLEST_PIECE: u64 = 100_000;

/// How many pieces there are at most, so that the ledger stays short.
const MOST_PIECES: u64 = 10;

pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    let runs: u64 = match arguments.first() {
        Some(word) => word.parse().with_context(|| format!("{word:?} is not a number of runs"))?,
        None => 1_000_000,
    };
    let known = fuzz::targets()?;
    let named = arguments.get(1..).unwrap_or_default();
    for name in named {
        ensure!(known.contains(name), "{name:?} is not a fuzz target. Choose from: {}", known.join(", "));
    }
    let folder = fuzz::build(Build::Fast)?;
    let commit = commit()?;
    let targets = if named.is_empty() { &known } else { named };
    let piece = runs.div_ceil(MOST_PIECES).max(SMALLEST_PIECE);
    let mut left = runs;
    while left > 0 {
        for target in targets {
            run_piece(target, &folder, piece.min(left), &commit)?;
        }
        left = left.saturating_sub(piece);
    }
    print_totals()
}

/// What was built, whatever is committed or changed while it runs. The ledger itself may have changed.
pub(crate) fn commit() -> anyhow::Result<String> {
    let commit = output(&mut command("git", &["rev-parse", "--short", "HEAD"]))?;
    let is_clean = works("git", &["diff", "--quiet", "HEAD", "--", "crates", "fuzz"]);
    Ok(if is_clean { commit } else { commit + "-dirty" })
}

/// Fuzzes one target and notes it in the ledger.
fn run_piece(target: &str, folder: &Path, runs: u64, commit: &str) -> anyhow::Result<()> {
    let seed = next_seed(target)?;
    fuzz::fuzz(target, folder, Amount::Runs { runs, seed })?;
    note(json!({ "target": target, "runs": runs, "seed": seed, "commit": commit }))
}

/// Another seed for each piece, so that none is run twice.
pub(crate) fn next_seed(target: &str) -> anyhow::Result<u64> {
    Ok(1 + ledger()?.iter().filter(|line| line["target"] == target).count() as u64)
}

/// Adds a piece to the ledger, with today's date.
pub(crate) fn note(mut piece: Value) -> anyhow::Result<()> {
    piece["date"] = output(&mut command("date", &["-u", "+%F"]))?.into();
    let mut file = OpenOptions::new().append(true).create(true).open(root().join(LEDGER))?;
    file.write_all(format!("{piece}\n").as_bytes())?;
    Ok(())
}

/// What was run so far, a value for each piece.
fn ledger() -> anyhow::Result<Vec<Value>> {
    let text = fs::read_to_string(root().join(LEDGER)).unwrap_or_default();
    let lines = text.lines().map(serde_json::from_str).collect::<Result<_, _>>();
    lines.with_context(|| format!("cannot read {LEDGER}"))
}

/// Prints what adds up: fuzz runs by target, and games.
pub(crate) fn print_totals() -> anyhow::Result<()> {
    let mut totals: BTreeMap<String, u64> = BTreeMap::new();
    for line in ledger()? {
        let runs = line["runs"].as_u64().unwrap_or(0);
        *totals.entry(line["target"].as_str().unwrap_or("?").to_owned()).or_default() += runs;
    }
    let games = totals.remove(bullet::NAME).unwrap_or(0);
    for (target, runs) in &totals {
        println!("{target:<10} {runs:>12} runs");
    }
    println!("{:<10} {:>12} runs", "together", totals.values().sum::<u64>());
    println!("{:<10} {games:>12} games", bullet::NAME);
    Ok(())
}

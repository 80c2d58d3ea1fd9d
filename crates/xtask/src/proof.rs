//! `cargo xtask proof [RUNS [TARGET…]]`: fuzzing in pieces of any size, one after the other, on any day. What was
//! run is kept in a ledger, so that pieces add up to more than anybody waits for.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use crate::fuzz::{self, Amount};
use crate::shell::{command, output, root};

const LEDGER: &str = "docs/proof.jsonl";

/// How many runs are noted at a time, which is what is lost if the work is interrupted.
const PIECE: u64 = 100_000;

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
    let folder = fuzz::build()?;
    // What was built, whatever is committed or changed while it runs.
    let commit = output(&mut command("git", &["describe", "--always", "--dirty", "--exclude=*"]))?;
    let targets = if named.is_empty() { &known } else { named };
    for begun in (0..runs).step_by(PIECE as usize) {
        for target in targets {
            run_piece(target, &folder, PIECE.min(runs - begun), commit.trim())?;
        }
    }
    print_totals(&ledger()?);
    Ok(())
}

/// Fuzzes one target and notes it in the ledger.
fn run_piece(target: &str, folder: &Path, runs: u64, commit: &str) -> anyhow::Result<()> {
    // Another seed for each piece, so that none is run twice.
    let seed = 1 + ledger()?.iter().filter(|line| line["target"] == target).count() as u64;
    fuzz::fuzz(target, folder, Amount::Runs { runs, seed })?;
    let date = output(&mut command("date", &["-u", "+%F"]))?;
    let line = json!({ "target": target, "runs": runs, "seed": seed, "date": date.trim(), "commit": commit });
    let mut file = OpenOptions::new().append(true).create(true).open(root().join(LEDGER))?;
    file.write_all(format!("{line}\n").as_bytes())?;
    Ok(())
}

/// What was run so far, a value for each piece.
fn ledger() -> anyhow::Result<Vec<Value>> {
    let text = fs::read_to_string(root().join(LEDGER)).unwrap_or_default();
    let lines = text.lines().map(serde_json::from_str).collect::<Result<_, _>>();
    lines.with_context(|| format!("cannot read {LEDGER}"))
}

fn print_totals(ledger: &[Value]) {
    let mut totals: BTreeMap<&str, u64> = BTreeMap::new();
    for line in ledger {
        let runs = line["runs"].as_u64().unwrap_or(0);
        *totals.entry(line["target"].as_str().unwrap_or("?")).or_default() += runs;
    }
    for (target, runs) in &totals {
        println!("{target:<10} {runs:>12} runs");
    }
    println!("{:<10} {:>12} runs", "together", totals.values().sum::<u64>());
}

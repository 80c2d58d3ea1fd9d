//! `cargo xtask bullet [GAMES]`: very fast games with all assertions on, in pieces that add up in the ledger of the
//! long proofs. Nothing may go wrong, unless the machine itself stood still: then a game may be lost on time.

use std::fs;
use std::thread;
use std::time::Instant;

use anyhow::{Context, ensure};
use serde_json::json;

use crate::matches::summary;
use crate::proof;
use crate::shell::{cargo, command, root, target_folder};
use crate::stalls::StallWatch;
use crate::steps::step;

/// What the games are called in the ledger.
pub(crate) const NAME: &str = "bullet";

/// Games that are noted at a time. A fault spoils one piece only.
const PIECE: u64 = 500;

/// A tenth of a second for the game, and so little for each move that the clock is nearly empty most of the time.
const CONTROL: &str = "0.1+0.005";

pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    let games: u64 = match arguments.first() {
        Some(word) => word.parse().with_context(|| format!("{word:?} is not a number of games"))?,
        None => 2000,
    };
    ensure!(games.is_multiple_of(2), "each opening is played twice, so the number of games is even");
    step("build with assertions", &mut cargo(&["build", "--profile", "checked", "--package", "mola"]))?;
    let program = target_folder()?.join("checked/mola").to_string_lossy().into_owned();
    let commit = proof::commit()?;
    let mut left = games;
    while left > 0 {
        let piece = PIECE.min(left);
        play(&program, piece, &commit)?;
        left -= piece;
    }
    proof::print_totals()
}

/// Plays a piece, or the rest of one that was interrupted, and notes it in the ledger.
fn play(program: &str, games: u64, commit: &str) -> anyhow::Result<()> {
    // The seed makes other openings.
    let seed = proof::next_seed(NAME)?;
    let folder = root().join(format!("target/bullet/{seed}"));
    let players = [format!("{program} name=one"), format!("{program} name=two")];
    let mut play = command(program, &["match"]);
    play.args(players).args(["--tc", CONTROL, "--games", &games.to_string(), "--seed", &seed.to_string()]);
    // A game keeps one core busy, since only one side thinks at a time.
    let cores = thread::available_parallelism()?.get() as u64;
    let started = Instant::now();
    let watch = StallWatch::start()?;
    let played = step(NAME, play.args(["--concurrency", &cores.to_string(), "--out"]).arg(&folder));
    let stalls = watch.finish();
    played?;
    let summary = summary(&folder)?;
    let lost_by = |fault: &str| -> anyhow::Result<u64> {
        let counts = [0, 1].map(|engine| summary["engines"][engine]["lost_by"][fault].as_u64());
        counts.into_iter().sum::<Option<u64>>().with_context(|| format!("the summary does not say {fault:?}"))
    };
    let (late, faults) = (lost_by("time")?, lost_by("illegal")? + lost_by("crash")?);
    let place = folder.display();
    ensure!(faults == 0, "{faults} games were lost by illegal moves or by crashes. They are in {place}");
    // Games that are lost on time do not count, and the whole piece does not if there are more of them than stalls, each of
    // which may cost a game on every core. It is noted all the same, and the next one has other openings.
    let counts = late <= cores * stalls.len() as u64;
    let runs = if counts { games - late } else { 0 };
    let longest = stalls.iter().max().map_or(0, |stall| stall.as_millis() as u64);
    println!(
        "{late} games were lost on time; the machine stalled {} times, {longest} ms at most",
        stalls.len()
    );
    let mut piece = json!({ "target": NAME, "runs": runs, "late": late, "seed": seed, "commit": commit });
    (piece["stalls"], piece["longest"]) = (stalls.len().into(), longest.into());
    proof::note(piece)?;
    ensure!(counts, "The stalls do not explain it, so the piece does not count. Its games are in {place}");
    // What went well is not needed any more.
    fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {place}"))?;
    let minutes = started.elapsed().as_secs_f64() / 60.0;
    println!("{games} games at {CONTROL} in {minutes:.1} minutes, and none was lost by a fault of ours");
    Ok(())
}

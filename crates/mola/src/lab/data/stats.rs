//! `mola data stats`: counts of games, results and scores.

use std::collections::HashSet;

use clap::Args;
use mola_data::Record;
use mola_rules::Color;
use serde_json::json;

use super::{Inputs, all_records, side_by_side};
use crate::output;

/// Count the games, their results and their scores.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The upper ends of the ranges of scores that are counted.
const SCORE_RANGES: [i16; 7] = [25, 50, 100, 200, 400, 800, i16::MAX];
/// Scores are fitted to results in steps of this much.
const STEP: i16 = 10;
const STEPS: usize = 400;

/// What was counted.
#[derive(Default)]
struct Counts {
    damaged: u64,
    games: u64,
    plies: u64,
    /// White won, drawn, Black won.
    results: [u64; 3],
    kept: u64,
    held_out: u64,
    scores: [u64; SCORE_RANGES.len()],
    /// Kept positions by pieces on the board, four at a time: as the network's outputs.
    pieces: [u64; 8],
    /// For each step of scores from zero up: how many positions, and how many points the player with the
    /// better score made in them.
    points: Vec<(u64, f64)>,
}

impl Counts {
    fn new() -> Self {
        Self { points: vec![(0, 0.0); STEPS], ..Self::default() }
    }

    fn add(&mut self, record: &Record<'_>) {
        let Some(game) = record.game() else {
            self.damaged += 1;
            return;
        };
        self.games += 1;
        self.plies += game.plies.len() as u64;
        let result = match game.winner {
            Some(Color::White) => 0,
            None => 1,
            Some(Color::Black) => 2,
        };
        self.results[result] += 1;
        let before = self.kept;
        for (position, ply) in game.lessons() {
            self.kept += 1;
            let size = ply.score.saturating_abs();
            let range = SCORE_RANGES.iter().position(|&most| size <= most).unwrap_or_default();
            self.scores[range] += 1;
            self.pieces[(position.occupied().count() as usize - 1) / 4] += 1;
            let better = if ply.score >= 0 { position.turn() } else { !position.turn() };
            let point = game.winner.map_or(0.5, |winner| f64::from(winner == better));
            if let Some((count, points)) = self.points.get_mut(usize::from((size / STEP) as u16)) {
                *count += 1;
                *points += point;
            }
        }
        self.held_out += if record.is_held_out() { self.kept - before } else { 0 };
    }

    fn merge(&mut self, other: &Self) {
        self.damaged += other.damaged;
        self.games += other.games;
        self.plies += other.plies;
        self.kept += other.kept;
        self.held_out += other.held_out;
        let lists = [
            (&mut self.results[..], &other.results[..]),
            (&mut self.scores[..], &other.scores[..]),
            (&mut self.pieces[..], &other.pieces[..]),
        ];
        for (own, others) in lists {
            own.iter_mut().zip(others).for_each(|(own, other)| *own += other);
        }
        for (own, other) in self.points.iter_mut().zip(&other.points) {
            own.0 += other.0;
            own.1 += other.1;
        }
    }

    /// The score at which a player's expected points are to the opponent's as e to one: what fits best,
    /// by squares, to how the games ended.
    fn odds(&self) -> f64 {
        let error = |odds: f64| -> f64 {
            let steps = self.points.iter().enumerate().filter(|(_, (count, _))| *count > 0);
            steps
                .map(|(step, &(count, points))| {
                    let score = (step as f64 + 0.5) * f64::from(STEP);
                    let chance = 1.0 / (1.0 + (-score / odds).exp());
                    let mean = points / count as f64;
                    count as f64 * (chance - mean).powi(2)
                })
                .sum()
        };
        // The error has one valley: a third of the range is dropped at a time.
        let (mut low, mut high) = (20.0, 2_000.0);
        while high - low > 0.5 {
            let third = (high - low) / 3.0;
            if error(low + third) < error(high - third) { high -= third } else { low += third }
        }
        f64::midpoint(low, high)
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let sources = arguments.inputs.read_games()?;
    let bytes: usize = sources.iter().map(|source| source.bytes.len()).sum();
    let records = all_records(&sources)?;
    let different: HashSet<u64> = records.iter().map(Record::fingerprint).collect();
    let mut counts = Counts::new();
    side_by_side(
        &records,
        "counting",
        |_, portion| {
            let mut counts = Counts::new();
            for record in portion {
                counts.add(record);
            }
            counts
        },
        |portion| {
            counts.merge(&portion);
            Ok(())
        },
    )?;
    let repeated = records.len() - different.len();
    if arguments.json {
        let [white, draws, black] = counts.results;
        output::print_json(&json!({
            "bytes": bytes, "games": counts.games, "repeated": repeated, "damaged": counts.damaged,
            "white": white, "draws": draws, "black": black, "plies": counts.plies, "kept": counts.kept,
            "held_out": counts.held_out, "odds": (counts.odds() * 10.0).round() / 10.0,
            "scores": counts.scores, "pieces": counts.pieces,
        }))
    } else {
        output::say(report(&counts, bytes, repeated, sources.len()))
    }
}

/// The report for people.
fn report(counts: &Counts, bytes: usize, repeated: usize, files: usize) -> String {
    let mut lines = Vec::new();
    let Counts { games, kept, plies, results: [white, draws, black], .. } = *counts;
    let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    let per_kept = bytes as f64 / kept.max(1) as f64;
    lines.push(format!("files        {files} with {bytes} bytes, {per_kept:.2} per training position"));
    lines.push(format!("games        {games}, {:.1} plies on average", plies as f64 / games.max(1) as f64));
    if repeated > 0 || counts.damaged > 0 {
        lines.push(format!("             {repeated} duplicates, {} damaged", counts.damaged));
    }
    lines.push(format!(
        "results      {:.1} % White, {:.1} % drawn, {:.1} % Black",
        percent(white, games),
        percent(draws, games),
        percent(black, games)
    ));
    lines.push(format!(
        "positions    {plies}, {kept} training positions ({:.1} %), {} of them held out",
        percent(kept, plies),
        counts.held_out
    ));
    lines.push(format!("odds         e to one at a score of {:.0}", counts.odds()));
    lines.push("scores up to".to_owned());
    for (most, &count) in SCORE_RANGES.iter().zip(&counts.scores) {
        let label = if *most == i16::MAX { "more".to_owned() } else { most.to_string() };
        lines.push(row(&label, percent(count, kept)));
    }
    lines.push("pieces up to".to_owned());
    for (bucket, &count) in counts.pieces.iter().enumerate() {
        lines.push(row(&(4 * bucket + 4).to_string(), percent(count, kept)));
    }
    lines.join("\n")
}

fn row(label: &str, percent: f64) -> String {
    format!("{label:>12} {percent:5.1} % {}", "█".repeat((percent / 2.0).round() as usize))
}

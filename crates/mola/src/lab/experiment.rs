//! `mola lab`: change what the pocket engine believes, and see what that does to its play.

mod turn;

use std::collections::HashSet;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;

use clap::Args;
use serde_json::json;

use super::tournament::adjudication::{DrawRule, Rules, WinRule};
use super::tournament::game_pool::{Finished, GamePool};
use super::tournament::openings::Openings;
use super::tournament::pairing::{Format, Schedule};
use super::tournament::referee::Conditions;
use super::tournament::standings::{Score, Standings};
use super::tournament::statistics::Estimate;
use crate::engines::spec::EngineSpec;
use crate::engines::values_file;
use crate::output::{self, Interrupted};
use turn::Turn;

/// Change what the small engine believes, and see how much worse it plays.
///
/// Without a file, it prints what the engine believes. Save that, change a number, and give it the file:
/// the edited engine plays the original with the same number of nodes per move, on all cores. Ctrl-C stops
/// the games and shows what is known so far.
#[derive(Args)]
#[command(after_help = "Examples:
  mola lab > pocket.toml
  mola lab pocket.toml
  mola lab pocket.toml --games 1000 --nodes 5000
  mola eval --engine 'pocket values=pocket.toml' startpos
  mola play --engine 'pocket values=pocket.toml'")]
pub(crate) struct Arguments {
    /// The edited file
    file: Option<PathBuf>,
    /// How many games to play, an even number: each opening is played with both colors
    #[arg(long, default_value = "200", value_parser = super::tournament::even)]
    games: u64,
    /// Nodes per move
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The seed of the random openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games to play at once [default: one per core]
    #[arg(long, short)]
    concurrency: Option<NonZero<usize>>,
    /// How many of the lost games to show
    #[arg(long, default_value_t = 3)]
    show: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The edited engine comes first in every list.
const EDITED: usize = 0;

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let Some(file) = &arguments.file else { return output::print(values_file::original()) };
    let entrants = entrants(file, arguments.nodes)?;
    let openings = Openings::Random { seed: arguments.seed, plies: 8, balance: 60 };
    let schedule = Schedule::new(entrants.len(), Format::RoundRobin, arguments.games / 2);
    let rules = Rules {
        draw: Some(DrawRule { from: 40, moves: 8, score: 10 }),
        win: Some(WinRule { moves: 4, score: 900 }),
        longest: Some(200),
    };
    let conditions = Conditions { rules, margin: None };
    let interrupted = output::listen_for_interrupts()?;
    let bar = output::progress(
        schedule.len(),
        0,
        "{bar:30} {human_pos}/{human_len} games in {elapsed}, about {eta} left: {msg}",
    );
    let mut standings = Standings::new(entrants.len());
    let mut turns = Vec::new();
    let pool = GamePool::new(&entrants, &schedule, &openings, &conditions, &interrupted, HashSet::new());
    pool.play(arguments.concurrency, |Finished { pairing, played }| {
        standings.add(&pairing, played.winner, played.ending.fault());
        let edited =
            if pairing.engines[0] == EDITED { mola_rules::Color::White } else { mola_rules::Color::Black };
        turns.extend(Turn::find(&played, edited, pairing.number + 1));
        bar.set_position(standings.scores[EDITED].games());
        bar.set_message(result(&standings.scores[EDITED]));
        Ok(true)
    })?;
    bar.finish_and_clear();
    // Games end in any order; the most instructive ones are the same every time.
    turns.sort_by_key(|turn| (std::cmp::Reverse(turn.disagreement()), turn.game));
    turns.truncate(arguments.show);
    let score = &standings.scores[EDITED];
    if arguments.json {
        let Score { wins, draws, losses, .. } = *score;
        output::print_json(&json!({
            "games": score.games(),
            "planned": schedule.len(),
            "nodes": arguments.nodes,
            "wins": wins,
            "draws": draws,
            "losses": losses,
            "score": score.share(),
            "elo": score.pairs.elo(),
            "turned": turns,
        }))?;
    } else {
        let games = score.games();
        output::say(format_args!(
            "{games} games with {} nodes per move. The edited engine: {}.\n{}",
            arguments.nodes,
            result(score),
            verdict(score),
        ))?;
        if !turns.is_empty() {
            output::say("\nLost games, where they turned:")?;
        }
        for turn in &turns {
            output::say(turn)?;
        }
    }
    if interrupted.load(Relaxed) && score.games() < schedule.len() { Err(Interrupted.into()) } else { Ok(()) }
}

/// The edited engine and the original. A file with mistakes is reported before the games.
fn entrants(file: &Path, nodes: u64) -> anyhow::Result<Vec<EngineSpec>> {
    let file = file.display().to_string();
    let edited = format!("pocket name=edited nodes={nodes} values={}", shell_words::quote(&file));
    let entrants = [edited, format!("pocket name=original nodes={nodes}")];
    let entrants: Vec<EngineSpec> =
        entrants.iter().map(|text| EngineSpec::parse(text)).collect::<anyhow::Result<_>>()?;
    entrants[EDITED].pocket_values()?;
    Ok(entrants)
}

/// `34.5 % of the points, -111 ± 40 Elo`.
fn result(score: &Score) -> String {
    let share = 100.0 * score.share();
    match score.pairs.elo() {
        Some(Estimate { value, error }) => {
            format!("{share:.1} % of the points, {value:+.0} ± {error:.0} Elo")
        }
        None => format!("{share:.1} % of the points"),
    }
}

/// What the games prove, with 95 percent confidence.
fn verdict(score: &Score) -> &'static str {
    match score.pairs.elo() {
        Some(Estimate { value, error }) if value + error < 0.0 => "It is weaker.",
        Some(Estimate { value, error }) if value - error > 0.0 => "It is stronger.",
        // Where one side won every game, there is no error to compute.
        None if score.games() > 0 && score.wins + score.draws == 0 => "It is weaker.",
        None if score.games() > 0 && score.losses + score.draws == 0 => "It is stronger.",
        _ => "That does not prove which one is stronger; more games (--games) may.",
    }
}

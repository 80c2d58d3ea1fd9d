//! `mola match`: engines play each other, and statistics say what that proves.

pub(super) mod adjudication;
mod archive;
mod game_pgn;
pub(super) mod game_pool;
pub(super) mod openings;
pub(super) mod pairing;
mod ratings;
pub(super) mod referee;
mod report;
pub(super) mod standings;
pub(super) mod statistics;

use std::collections::HashSet;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use anyhow::{Context, anyhow, ensure};
use clap::Args;
use mola_game::TimeControl;
use mola_game::pgn::GameResult;
use mola_rules::Color;

use crate::engines::pace::Pace;
use crate::engines::spec::EngineSpec;
use adjudication::{DrawRule, Rules, WinRule};
use archive::{Archive, Header};
use game_pool::{Finished, GamePool, Scoreboard};
use openings::Openings;
use pairing::{Format, Schedule};
use referee::Conditions;
use report::Summary;
use standings::Standings;
use statistics::{Model, Sprt};

use crate::output::{self, Interrupted, Misused};

/// Let engines play each other, and report what that proves.
///
/// An engine is `mola`, `pocket`, or the command of any UCI or XBoard program, followed by settings of the
/// form key=value: cmd=, name=, proto=uci|xboard, dir=FOLDER, tc=, st=SECONDS (per move), nodes=, depth=,
/// rating= (a known rating, which anchors those of the others), and option.NAME=VALUE. An engine's own
/// limits replace those for all engines. Each opening is played twice, with colors reversed.
#[derive(Args)]
#[command(after_help = "Examples:
  mola match mola pocket --tc 2+0.02 --games 100
  mola match mola 'stockfish name=SF option.Hash=16 nodes=2000' --tc 2+0.02 --concurrency 2
  mola match './mola-new name=new' './mola-old name=old' --tc 8+0.08 --sprt 0,5 --out runs/one
  mola match mola 'gnuchess --xboard proto=xboard' 'phalanx proto=xboard' --format gauntlet --st 0.1
  mola match 'mola nodes=500' 'mola nodes=1000' 'mola nodes=2000' 'pocket nodes=9000 rating=1800' --format ladder
  mola match 'mola name=a' 'mola name=b option.Hash=64' --nodes 5000 --openings book.epd --json

With --out, running the same command again resumes where it stopped.")]
pub(crate) struct Arguments {
    /// The engines, two or more, with their settings in quotes
    #[arg(required = true, num_args = 2.., value_name = "ENGINE")]
    engines: Vec<String>,
    /// Settings for all engines, such as 'option.Hash=16 option.Threads=1'
    #[arg(long, value_name = "SETTINGS", default_value = "", hide_default_value = true)]
    each: String,
    /// Seconds per game and per move, as in 2+0.02, or for a number of moves, as in 40/60
    #[arg(long, value_name = "CONTROL", value_parser = crate::time_control::in_seconds, conflicts_with = "st", help_heading = "Time")]
    tc: Option<TimeControl>,
    /// Seconds per move
    #[arg(long, alias = "movetime", value_name = "SECONDS", value_parser = crate::time_control::seconds, help_heading = "Time")]
    st: Option<Duration>,
    /// Nodes per move
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), help_heading = "Time")]
    nodes: Option<u64>,
    /// Search depth per move
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..), help_heading = "Time")]
    depth: Option<u32>,
    /// Milliseconds by which an engine may exceed its time [default: 0, or 50 with --st]
    #[arg(long, value_name = "MS", help_heading = "Time")]
    margin: Option<u64>,
    /// Games per pair of engines, an even number [default: 100, or no limit with --sprt]
    #[arg(long, value_parser = even, help_heading = "Games")]
    games: Option<u64>,
    /// Who plays whom
    #[arg(long, value_enum, default_value_t, help_heading = "Games")]
    format: Format,
    /// How many games to play at once
    #[arg(long, short, default_value_t = NonZero::<usize>::MIN, help_heading = "Games")]
    concurrency: NonZero<usize>,
    /// A file of openings: FENs, EPDs, lines of moves, or games in PGN
    #[arg(long, value_name = "FILE", help_heading = "Openings")]
    openings: Option<PathBuf>,
    /// Use the openings of a file in order, instead of shuffled
    #[arg(long, requires = "openings", help_heading = "Openings")]
    in_order: bool,
    /// Plies per opening [default: 8 for random openings, all for those of a file]
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=200), help_heading = "Openings")]
    plies: Option<u32>,
    /// How many centipawns a random opening may favor one side
    #[arg(long, value_name = "CP", default_value_t = 60, help_heading = "Openings")]
    balance: i32,
    /// The seed of random openings and of their order
    #[arg(long, default_value_t = 1, help_heading = "Openings")]
    seed: u64,
    /// Adjudicate a draw: from move MOVE on, both engines stay within SCORE centipawns for COUNT moves
    #[arg(long, value_name = "MOVE:COUNT:SCORE", help_heading = "Adjudication")]
    draw: Option<DrawRule>,
    /// Adjudicate a win: both engines agree on at least SCORE centipawns for COUNT moves
    #[arg(long, value_name = "COUNT:SCORE", help_heading = "Adjudication")]
    resign: Option<WinRule>,
    /// Adjudicate a draw after this many moves
    #[arg(long, value_name = "MOVES", help_heading = "Adjudication")]
    max_moves: Option<u32>,
    /// Test whether the first engine is stronger by the first or by the second Elo, and stop when it is clear
    #[arg(long, value_name = "ELO,ELO", value_parser = two_elos, allow_hyphen_values = true, help_heading = "Sequential test")]
    sprt: Option<[f64; 2]>,
    /// The kind of Elo to test
    #[arg(long, value_enum, default_value_t, help_heading = "Sequential test")]
    model: Model,
    /// The chance of a false positive
    #[arg(long, default_value_t = 0.05, value_parser = chance, help_heading = "Sequential test")]
    alpha: f64,
    /// The chance of a false negative
    #[arg(long, default_value_t = 0.05, value_parser = chance, help_heading = "Sequential test")]
    beta: f64,
    /// The folder for the games, the results and the summary
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Print the summary as JSON
    #[arg(long, help_heading = "Output")]
    json: bool,
}

fn two_elos(text: &str) -> anyhow::Result<[f64; 2]> {
    let usage = || format!("{text:?} is not two differences in Elo, as in 0,10");
    let (first, second) = text.split_once(',').with_context(usage)?;
    let parse = |text: &str| text.trim().parse().ok().filter(|elo: &f64| elo.abs() <= 200.0);
    let elo = [parse(first).with_context(usage)?, parse(second).with_context(usage)?];
    ensure!(elo[0] < elo[1], "{text:?}: the first must be less than the second");
    Ok(elo)
}

/// Each opening is played twice, so three games would be four.
pub(super) fn even(text: &str) -> anyhow::Result<u64> {
    let games = text.parse().ok().filter(|games| (1..=ENDLESS).contains(games));
    let games = games.with_context(|| format!("{text:?} is not a number from 2 to {ENDLESS}"))?;
    ensure!(games % 2 == 0, "each opening is played twice, so write an even number, such as {}", games + 1);
    Ok(games)
}

fn chance(text: &str) -> anyhow::Result<f64> {
    let value = text.parse().ok().filter(|chance| (1e-9..0.5).contains(chance));
    value.with_context(|| format!("{text:?} is not a probability between 0 and 0.5"))
}

/// The most games of a test without a set number.
const ENDLESS: u64 = 1_000_000;

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let entrants = entrants(arguments)?;
    let sprt = sprt(arguments, entrants.len())?;
    let openings = match &arguments.openings {
        Some(path) => Openings::read(path, arguments.plies, (!arguments.in_order).then_some(arguments.seed))?,
        None => Openings::Random {
            seed: arguments.seed,
            plies: arguments.plies.unwrap_or(8),
            balance: arguments.balance,
        },
    };
    let games = arguments.games.unwrap_or(if sprt.is_some() { ENDLESS } else { 100 });
    let schedule = Schedule::new(entrants.len(), arguments.format, games / 2);
    let conditions = Conditions {
        rules: Rules { draw: arguments.draw, win: arguments.resign, longest: arguments.max_moves },
        margin: arguments.margin.map(Duration::from_millis),
    };
    let mut archive = match &arguments.out {
        Some(folder) => Some(Archive::open(folder, &header(arguments, &entrants, &conditions))?),
        None => None,
    };
    let mut standings = Standings::new(entrants.len());
    let mut done = HashSet::new();
    for row in archive.iter().flat_map(|(_, rows)| rows) {
        let winner = GameResult::from_text(&row.result).and_then(GameResult::winner);
        let pairing = schedule.get(row.game - 1);
        let fault =
            row.fault.map(|fault| (if fault.white { Color::White } else { Color::Black }, fault.kind));
        standings.add(&pairing, winner, fault);
        done.insert(row.game - 1);
    }
    let summary = |standings: &Standings| Summary::new(&entrants, standings, sprt, schedule.len());
    let interrupted = output::listen_for_interrupts()?;
    let board =
        Scoreboard::new(schedule.len(), done.len() as u64, sprt.is_some() && arguments.games.is_none());
    warn_of_repeats(&openings, &schedule);
    let mut played = Ok(());
    if !summary(&standings).finished {
        let pool = GamePool::new(&entrants, &schedule, &openings, &conditions, &interrupted, done);
        played = pool.play(Some(arguments.concurrency), |Finished { pairing, played }| {
            if let Some((archive, _)) = &mut archive {
                let tree = game_pgn::record(&played, &pairing, &entrants);
                archive.add(&tree, game_pool::row(&played, &pairing, &entrants))?;
            }
            standings.add(&pairing, played.winner, played.ending.fault());
            let summary = summary(&standings);
            board.show(&pairing, &played, &entrants, &summary);
            Ok(!summary.finished)
        });
    }
    board.close();
    let summary = summary(&standings);
    // Whatever ended the match early, what was played until then counts.
    if played.is_ok() || summary.games > 0 {
        let reported = report(&summary, archive.as_ref().map(|(archive, _)| archive), arguments.json);
        // If both went wrong, the first may explain the second.
        played = played.and(reported);
    }
    played?;
    if interrupted.load(Relaxed) && !summary.finished { Err(Interrupted.into()) } else { Ok(()) }
}

/// Shows what the games say so far.
fn report(summary: &Summary, archive: Option<&Archive>, as_json: bool) -> anyhow::Result<()> {
    // What cannot be written can still be shown.
    let written = archive.map_or(Ok(()), |archive| archive.write_summary(summary));
    if as_json {
        output::print_json(summary)?;
    } else {
        output::print(summary.table())?;
    }
    written
}

/// Reads the engines as they were typed.
fn engine_specs(arguments: &Arguments) -> anyhow::Result<Vec<EngineSpec>> {
    let mut common = EngineSpec::parse(&arguments.each)?;
    ensure!(!common.has_program(), "--each takes settings such as option.Hash=16, not an engine");
    let control = arguments.tc.or(arguments.st.map(TimeControl::Move));
    common.pace = Pace {
        control: control.unwrap_or(common.pace.control),
        nodes: arguments.nodes.or(common.pace.nodes),
        depth: arguments.depth.or(common.pace.depth),
    };
    arguments.engines.iter().map(|text| EngineSpec::parse(text)?.with_defaults(&common)).collect()
}

/// Starts each engine once, so that a broken one is reported before the games.
fn entrants(arguments: &Arguments) -> anyhow::Result<Vec<EngineSpec>> {
    let mut entrants: Vec<EngineSpec> = Vec::new();
    for mut entrant in engine_specs(arguments).map_err(Misused::from)? {
        entrant.try_out()?.iter().for_each(|note| output::remark(format_args!("mola: {note}")));
        let twins = entrants.iter().filter(|other| other.name == entrant.name).count();
        if twins > 0 {
            entrant.name = format!("{} #{}", entrant.name, twins + 1);
        }
        entrants.push(entrant);
    }
    Ok(entrants)
}

fn sprt(arguments: &Arguments, engines: usize) -> anyhow::Result<Option<Sprt>> {
    let Arguments { sprt: Some(elo), model, alpha, beta, .. } = *arguments else { return Ok(None) };
    if engines != 2 {
        return Err(Misused::from(anyhow!("--sprt compares two engines, not {engines}")));
    }
    Ok(Some(Sprt { elo, model, alpha, beta }))
}

fn header(arguments: &Arguments, entrants: &[EngineSpec], conditions: &Conditions) -> Header {
    let openings = match &arguments.openings {
        Some(path) => format!("{} by seed {}", path.display(), arguments.seed),
        None => format!("random by seed {}, balance {}", arguments.seed, arguments.balance),
    };
    let plies = arguments.plies.map(|plies| format!(", {plies} plies")).unwrap_or_default();
    let order = if arguments.in_order { ", in order" } else { "" };
    Header {
        version: 1,
        engines: entrants.iter().map(EngineSpec::fingerprint).collect(),
        format: format!("{:?}", arguments.format),
        openings: format!("{openings}{plies}{order}"),
        conditions: conditions.to_string(),
    }
}

fn warn_of_repeats(openings: &Openings, schedule: &Schedule) {
    if let Some(count) = openings.count()
        && schedule.rounds > count as u64
    {
        let rounds = schedule.rounds;
        output::remark(format_args!(
            "mola: there are only {count} openings for {rounds} rounds; they will repeat"
        ));
    }
}

//! `mola match`: engines against each other, and what that proves.

mod adjudication;
mod archive;
mod dice;
mod game_pgn;
mod game_pool;
mod openings;
mod pairing;
mod ratings;
pub(crate) mod referee;
mod report;
mod standings;
mod statistics;

use std::collections::HashSet;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Args;
use mola_game::TimeControl;
use mola_game::pgn::GameResult;
use mola_rules::Color;

use crate::engines::entrant::{Entrant, Settings};
use adjudication::{DrawRule, Rules, WinRule};
use archive::{Archive, Header};
use game_pool::{Finished, Hall, Scoreboard};
use openings::Openings;
use pairing::{Format, Schedule};
use referee::Conditions;
use report::Summary;
use standings::Standings;
use statistics::{Model, Sprt};

use crate::output::{self, Interrupted};

/// Let engines play each other, and say what that proves.
///
/// An engine is `mola`, `pocket`, or the command of any UCI or XBoard program, followed by settings of the
/// form key=value: cmd=, name=, proto=uci|xboard, dir=FOLDER, tc=, st=SECONDS (for each move), nodes=,
/// depth=, rating= (known from elsewhere: it stays, and the ratings of the others follow), and option.NAME=VALUE. Limits of its own replace those of all. Each opening is played twice, with
/// colors exchanged.
#[derive(Args)]
#[command(after_help = "Examples:
  mola match mola pocket --tc 2+0.02 --games 100
  mola match mola 'stockfish name=SF option.Hash=16 nodes=2000' --tc 2+0.02 --concurrency 2
  mola match './mola-new name=new' './mola-old name=old' --tc 8+0.08 --sprt 0,5 --out runs/one
  mola match mola 'gnuchess --xboard proto=xboard' 'phalanx proto=xboard' --format gauntlet --st 0.1
  mola match 'mola nodes=500' 'mola nodes=1000' 'mola nodes=2000' 'pocket nodes=9000 rating=1800' --format ladder
  mola match 'mola name=a' 'mola name=b option.Hash=64' --nodes 5000 --openings book.epd --json

With --out, running the same command again goes on where it was broken off.")]
pub(crate) struct Arguments {
    /// The engines, two or more, with their settings in quotes
    #[arg(required = true, num_args = 2.., value_name = "ENGINE")]
    engines: Vec<String>,
    /// Settings for all engines: 'option.Hash=16 option.Threads=1'
    #[arg(long, value_name = "SETTINGS", default_value = "", hide_default_value = true)]
    each: String,
    /// Seconds for the game and for each move, 2+0.02, or for some moves, 40/60
    #[arg(long, value_name = "CONTROL", value_parser = crate::engines::pace::time_control, conflicts_with = "st", help_heading = "Time")]
    tc: Option<TimeControl>,
    /// Seconds for each move
    #[arg(long, alias = "movetime", value_name = "SECONDS", value_parser = crate::engines::pace::seconds_of, help_heading = "Time")]
    st: Option<Duration>,
    /// Nodes for each move
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), help_heading = "Time")]
    nodes: Option<u64>,
    /// How deep each move is searched
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..), help_heading = "Time")]
    depth: Option<u32>,
    /// How many milliseconds a clock may be overstepped: 0 if not given, 50 with --st
    #[arg(long, value_name = "MS", help_heading = "Time")]
    margin: Option<u64>,
    /// How many games each couple plays, an even number; with --sprt, until it is decided
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000), help_heading = "Games")]
    games: Option<u64>,
    /// Who meets whom
    #[arg(long, value_enum, default_value_t, help_heading = "Games")]
    format: Format,
    /// How many games are played at once
    #[arg(long, short, default_value_t = NonZero::<usize>::MIN, help_heading = "Games")]
    concurrency: NonZero<usize>,
    /// Openings from a file: FENs, EPDs, lines of moves, or games in PGN
    #[arg(long, value_name = "FILE", help_heading = "Openings")]
    openings: Option<PathBuf>,
    /// Take the openings of a file in their order
    #[arg(long, requires = "openings", help_heading = "Openings")]
    in_order: bool,
    /// Plies of an opening: 8 if it is made up, all if it comes from a file
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=200), help_heading = "Openings")]
    plies: Option<u32>,
    /// How many centipawns a made-up opening may be out of balance
    #[arg(long, value_name = "CP", default_value_t = 60, help_heading = "Openings")]
    balance: i32,
    /// What random openings and their order begin with
    #[arg(long, default_value_t = 1, help_heading = "Openings")]
    seed: u64,
    /// Call it a draw: from MOVE on, both engines within SCORE for COUNT moves each
    #[arg(long, value_name = "MOVE:COUNT:SCORE", help_heading = "Adjudication")]
    draw: Option<DrawRule>,
    /// Call it a win: both engines see SCORE for COUNT moves each
    #[arg(long, value_name = "COUNT:SCORE", help_heading = "Adjudication")]
    resign: Option<WinRule>,
    /// Call it a draw after so many moves
    #[arg(long, value_name = "MOVES", help_heading = "Adjudication")]
    max_moves: Option<u32>,
    /// Play until it is clear whether the first engine is better by the first or by the second Elo
    #[arg(long, value_name = "ELO,ELO", value_parser = two_elos, allow_hyphen_values = true, help_heading = "Sequential test")]
    sprt: Option<[f64; 2]>,
    /// Which Elo the test speaks of
    #[arg(long, value_enum, default_value_t, help_heading = "Sequential test")]
    model: Model,
    /// The chance that the test calls the first engine better though it is not
    #[arg(long, default_value_t = 0.05, value_parser = chance, help_heading = "Sequential test")]
    alpha: f64,
    /// The chance that the test overlooks that the first engine is better
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

fn chance(text: &str) -> anyhow::Result<f64> {
    let value = text.parse().ok().filter(|chance| (1e-9..0.5).contains(chance));
    value.with_context(|| format!("{text:?} is no chance between 0 and 0.5"))
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
    let schedule = Schedule::new(entrants.len(), arguments.format, games.div_ceil(2));
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
    let mut failure = None;
    if !summary(&standings).finished {
        let hall = Hall::new(&entrants, &schedule, &openings, &conditions, &interrupted, done);
        hall.play(arguments.concurrency.get(), |Finished { pairing, played }| {
            let kept = archive.as_mut().map_or(Ok(()), |(archive, _)| {
                let tree = game_pgn::record(&played, &pairing, &entrants);
                archive.add(&tree, game_pool::row(&played, &pairing, &entrants))
            });
            if let Err(error) = kept {
                failure = Some(error);
                return false;
            }
            standings.add(&pairing, played.winner, played.ending.fault());
            let summary = summary(&standings);
            board.show(&pairing, &played, &entrants, &summary);
            !summary.finished
        })?;
    }
    board.close();
    if let Some(failure) = failure {
        return Err(failure);
    }
    let summary = summary(&standings);
    if let Some((archive, _)) = &archive {
        archive.write_summary(&summary)?;
    }
    if arguments.json {
        output::print_json(&summary)?;
    } else {
        output::print(summary.table())?;
    }
    if interrupted.load(Relaxed) && !summary.finished { Err(Interrupted.into()) } else { Ok(()) }
}

/// Reads the engines and starts each once, so that what is wrong with one is heard before the games.
fn entrants(arguments: &Arguments) -> anyhow::Result<Vec<Entrant>> {
    let mut common = Settings::parse(&arguments.each)?;
    ensure!(!common.has_command(), "--each has no command: it is for settings such as option.Hash=16");
    let control = arguments.tc.or(arguments.st.map(TimeControl::Move));
    common.set_limits(control, arguments.nodes, arguments.depth);
    let mut entrants: Vec<Entrant> = Vec::new();
    for text in &arguments.engines {
        let mut entrant = Settings::parse(text)?.entrant(&common)?;
        for option in entrant.try_out()? {
            eprintln!("mola: {} has no option {option}, and plays without", entrant.name);
        }
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
    ensure!(engines == 2, "--sprt compares two engines, and there are {engines}");
    Ok(Some(Sprt { elo, model, alpha, beta }))
}

fn header(arguments: &Arguments, entrants: &[Entrant], conditions: &Conditions) -> Header {
    let openings = match &arguments.openings {
        Some(path) => format!("{} by seed {}", path.display(), arguments.seed),
        None => format!("random by seed {}, balance {}", arguments.seed, arguments.balance),
    };
    let plies = arguments.plies.map(|plies| format!(", {plies} plies")).unwrap_or_default();
    let order = if arguments.in_order { ", in order" } else { "" };
    Header {
        version: 1,
        engines: entrants.iter().map(Entrant::fingerprint).collect(),
        format: format!("{:?}", arguments.format),
        openings: format!("{openings}{plies}{order}"),
        conditions: conditions.to_string(),
    }
}

fn warn_of_repeats(openings: &Openings, schedule: &Schedule) {
    if let Some(count) = openings.count()
        && schedule.rounds > count as u64
    {
        eprintln!("mola: there are {count} openings for {} rounds: they will repeat", schedule.rounds);
    }
}

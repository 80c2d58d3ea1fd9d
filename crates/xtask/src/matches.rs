//! How strong the engine is: matches against other engines, and the levels.

use std::path::Path;

use anyhow::{Context, ensure};

use crate::clients::{OPPONENTS, environment};
use crate::shell::{apt_install, cargo, root};
use crate::steps::step;

/// An engine to play against.
struct Opponent {
    name: &'static str,
    command: &'static str,
    control: &'static str,
    games: &'static str,
    /// The percentage of points to reach; none if the result is only reported.
    wanted: Option<f64>,
}

const fn opponent(name: &'static str, command: &'static str, wanted: Option<f64>) -> Opponent {
    Opponent { name, command, control: "2+0.02", games: "200", wanted }
}

/// Debian's engines, and the one that Mola grew from.
const FIELD: [Opponent; 6] = [
    opponent("gnuchess", "/usr/games/gnuchess --uci", Some(85.0)),
    opponent("toga2", "/usr/games/toga2", Some(68.0)),
    opponent("phalanx", "/usr/games/phalanx proto=xboard", Some(92.0)),
    opponent("ethereal", "/usr/games/ethereal-chess", Some(72.0)),
    Opponent { games: "40", ..opponent("stockfish", "/usr/games/stockfish", None) },
    // Written in Python, it loses on time when the clock is faster.
    Opponent { control: "10+0.3", games: "60", ..opponent("sunfish", SUNFISH, Some(99.0)) },
];

const SUNFISH: &str = "target/sunfish/bin/sunfish-uci";
const SUNFISH_PACKAGE: &str = "sunfish==2026.1";

/// `cargo xtask gauntlet [GAMES] [NAME…] [SETTING…]`: matches against other engines, all of them or
/// those that are named, with settings for our own engine such as `option.EvalFile=my.nnue`.
pub(crate) fn gauntlet(arguments: &[String]) -> anyhow::Result<()> {
    let (games, rest) = match arguments.split_first() {
        Some((first, rest)) if first.parse::<u64>().is_ok() => (Some(first.as_str()), rest),
        _ => (None, arguments),
    };
    let (settings, names): (Vec<&str>, Vec<&str>) =
        rest.iter().map(String::as_str).partition(|word| word.contains('='));
    for name in &names {
        let known = FIELD.map(|one| one.name);
        ensure!(known.contains(name), "{name:?} is not an opponent; opponents are {}", known.join(", "));
    }
    apt_install(&OPPONENTS)?;
    let ours = format!("mola {}", settings.join(" "));
    let mut missed = Vec::new();
    for opponent in FIELD.iter().filter(|one| names.is_empty() || names.contains(&one.name)) {
        let share = play(&ours, opponent, games.unwrap_or(opponent.games))?;
        let told = opponent.wanted.map_or(String::new(), |wanted| format!(", expected {wanted:.1} %"));
        println!("{}: {share:.1} %{told}", opponent.name);
        if opponent.wanted.is_some_and(|wanted| share < wanted) {
            missed.push(opponent.name);
        }
    }
    ensure!(missed.is_empty(), "less than expected against {}", missed.join(", "));
    Ok(())
}

/// Plays a match, and returns the percentage of points.
fn play(ours: &str, opponent: &Opponent, games: &str) -> anyhow::Result<f64> {
    if opponent.command == SUNFISH {
        install_sunfish()?;
    }
    let settings: String = ours.chars().filter(char::is_ascii_alphanumeric).collect();
    let folder = root().join("target/gauntlet").join(format!("{settings}-{}", opponent.name));
    let mut program =
        cargo(&["run", "--release", "--package", "mola", "--", "match", ours, opponent.command]);
    program.args(["--each", "option.Hash=16", "--tc", opponent.control, "--games", games]);
    program.args(["--resign", "4:1000", "--draw", "40:8:10"]);
    step(opponent.name, program.args(["--concurrency", "2", "--out"]).arg(&folder))?;
    let share = summary(&folder)?["engines"][0]["score"].as_f64().context("the summary has no score")?;
    Ok(100.0 * share)
}

/// What `mola match` says about the games in a folder.
pub(crate) fn summary(folder: &Path) -> anyhow::Result<serde_json::Value> {
    Ok(serde_json::from_str(&std::fs::read_to_string(folder.join("summary.json"))?)?)
}

fn install_sunfish() -> anyhow::Result<()> {
    environment("target/sunfish", SUNFISH_PACKAGE)?;
    Ok(())
}

/// Ratings of the levels that are tried.
const RATINGS: [u32; 14] = [400, 600, 800, 1000, 1200, 1400, 1600, 1800, 1900, 2000, 2200, 2400, 2600, 2800];

/// Sunfish, for comparison, comes after this one.
const SUNFISH_AFTER: u32 = 1800;

/// Stockfish 15.1 with a handicap.
struct Anchor {
    /// The level that it comes after in the ladder.
    after: u32,
    /// What the handicap is called.
    elo: u32,
    /// What Stockfish's developers measured later for the same one.
    rating: u32,
    /// Seconds for the depth at which it chooses a move.
    time: &'static str,
}

const ANCHORS: [Anchor; 6] = [
    Anchor { after: 1200, elo: 1400, rating: 1372, time: "0.02" },
    Anchor { after: 1400, elo: 1600, rating: 1563, time: "0.02" },
    Anchor { after: 1900, elo: 1800, rating: 1993, time: "0.02" },
    Anchor { after: 2400, elo: 2000, rating: 2460, time: "0.05" },
    Anchor { after: 2600, elo: 2200, rating: 2722, time: "0.1" },
    Anchor { after: 2800, elo: 2400, rating: 2905, time: "0.1" },
];

/// `cargo xtask levels [GAMES]`: the levels in the order of their strength with others in between, each
/// against the next two; the ratings are fitted to those that are known.
pub(crate) fn levels(arguments: &[String]) -> anyhow::Result<()> {
    apt_install(&["stockfish"])?;
    install_sunfish()?;
    let games = arguments.first().map_or("40", String::as_str);
    let limited = |elo: u32| format!("option.UCI_LimitStrength=true option.UCI_Elo={elo}");
    let mut players = Vec::new();
    for level in RATINGS {
        players.push(format!("mola name=mola-{level} tc=600+10 {}", limited(level)));
        for Anchor { elo, rating, time, .. } in ANCHORS.iter().filter(|anchor| anchor.after == level) {
            let settings = format!("name=stockfish-{elo} rating={rating} st={time} {}", limited(*elo));
            players.push(format!("/usr/games/stockfish {settings}"));
        }
        if level == SUNFISH_AFTER {
            players.push(format!("{SUNFISH} name=sunfish st=0.1"));
        }
    }
    let mut program = cargo(&["run", "--release", "--package", "mola", "--", "match"]);
    program.args(players).args(["--format", "ladder", "--games", games, "--concurrency", "2"]);
    // Sunfish oversteps short times.
    program.args(["--margin", "1000", "--resign", "4:1000", "--max-moves", "150"]);
    step("levels", program.args(["--out", "target/levels"]))
}

/// `cargo xtask ladder [FIRST] [LAST] [GAMES]`: every level against the next; fails unless each is stronger than the one
/// below.
pub(crate) fn ladder(arguments: &[String]) -> anyhow::Result<()> {
    let mut program = cargo(&["run", "--release", "--package", "mola-engine", "--example", "levels"]);
    step("ladder", program.args(["--", "ladder"]).args(arguments))
}

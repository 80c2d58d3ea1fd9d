//! Programs of others drive ours, as their users would have them do: xboard on a screen that nobody
//! sees, `PyChess`, and the widest used client library. `cargo xtask clients` runs these tests.

mod others;

use std::path::Path;
use std::process::Command;

use mola_game::pgn::{GameResult, GameTree, Reader};
use mola_rules::{Outcome, WinReason};
use others::{folder, installed, mola};

/// What xboard writes where a game did not end on the board.
const FORFEITS: [&str; 6] = ["forfeit", "illegal", "exited", "unexpectedly", "hung", "false"];

/// What xboard says when the opponent is gone.
const OPPONENT_CRASHED: &str = "writing to second chess program";

/// What `timeout` ends with where it ended the program.
const TIMED_OUT: i32 = 124;

/// How often a match is begun: Fairy-Max sometimes crashes in its first search.
const TRIES: u32 = 10;

/// Lets xboard play a match of two games, in which both sides have both colors, and gives the games.
///
/// `options` are those of xboard for our program, the first player.
fn match_in_xboard(test: &str, opponent: &str, options: &[&str]) -> Vec<GameTree> {
    for _ in 0..TRIES {
        let folder = folder(test);
        let output = xboard(&folder, opponent, options).output().expect("xvfb-run starts");
        let told = String::from_utf8_lossy(&output.stderr);
        // xboard does not always notice it.
        let is_stuck = output.status.code() == Some(TIMED_OUT) && is_opponents_turn(&folder.join("talk.txt"));
        if told.contains(OPPONENT_CRASHED) || is_stuck {
            continue;
        }
        assert!(output.status.success(), "xboard ended with {}: {told}", output.status);
        check_talk(&folder.join("talk.txt"));
        let games = std::fs::read(folder.join("games.pgn")).expect("xboard saves its games");
        let games: Vec<GameTree> =
            Reader::new(&games[..]).map(|game| game.expect("a file is read")).collect();
        assert_eq!(games.len(), 2, "see {}", folder.display());
        return games;
    }
    panic!("{opponent} crashed {TRIES} times");
}

/// The command for a match in a folder.
fn xboard(folder: &Path, opponent: &str, options: &[&str]) -> Command {
    let program = format!("{} xboard", mola().display());
    let mut command = Command::new(installed("xvfb-run"));
    command
        .arg("--auto-servernum")
        .args(["timeout", "120"])
        .arg(installed("xboard"))
        .args(["-fcp", &program, "-scp", opponent, "-matchGames", "2", "-saveGameFile", "games.pgn"])
        .args(["-timeControl", "0:02", "-timeIncrement", "0.02", "-popupExitMessage", "false"])
        .args(["-popupMoveErrors", "false", "-debugMode", "true", "-nameOfDebugFile", "talk.txt"])
        .args(options)
        .current_dir(folder)
        // Settings of a user who runs the tests stay out of it.
        .env("HOME", folder);
    command
}

/// Whether the last move was ours.
fn is_opponents_turn(log: &Path) -> bool {
    let talk = std::fs::read(log).expect("xboard writes its log");
    let talk = String::from_utf8_lossy(&talk);
    let is_move = |line: &&str| line.contains("<first : move") || line.contains("<second: move");
    talk.lines().rfind(is_move).is_some_and(|line| line.contains("<first : move"))
}

/// Our program said nothing that xboard takes for a complaint, and xboard nothing about us.
fn check_talk(log: &Path) {
    let talk = std::fs::read(log).expect("xboard writes its log");
    for line in String::from_utf8_lossy(&talk).lines() {
        let complaint = line.contains("<first : Error") || line.contains("<first : Illegal");
        assert!(!complaint, "{line} in {}", log.display());
        assert!(!line.contains(">first : rejected"), "{line} in {}", log.display());
    }
}

/// The game has legal moves only, and its result is the one that is on the board.
fn check_game(game: &GameTree) {
    assert!(game.errors().is_empty(), "{:?}\n{game}", game.errors());
    assert!(game.move_count() >= 10, "{game}");
    let last = game.main_line().last().expect("a game has moves");
    let ending = last.comments().collect::<Vec<_>>().join(" ").to_lowercase();
    assert!(!FORFEITS.iter().any(|word| ending.contains(word)), "{ending}\n{game}");
    let won = match last.position().outcome() {
        Some(Outcome::Win(winner, WinReason::Checkmate)) => Some(winner),
        _ => None,
    };
    match game.result() {
        GameResult::White => assert_eq!(won, Some(mola_rules::Color::White), "{game}"),
        GameResult::Black => assert_eq!(won, Some(mola_rules::Color::Black), "{game}"),
        GameResult::Draw => assert_eq!(won, None, "{game}"),
        GameResult::Unfinished => panic!("the game has no result:\n{game}"),
    }
}

#[test]
#[ignore = "`cargo xtask clients` installs what this test needs and runs it"]
fn xboard_plays_a_match_against_fairy_max() {
    let fairymax = installed("fairymax").display().to_string();
    for game in match_in_xboard("fairymax", &fairymax, &[]) {
        check_game(&game);
    }
}

#[test]
#[ignore = "`cargo xtask clients` installs what this test needs and runs it"]
fn xboard_plays_a_match_of_the_pocket_engine_that_ponders() {
    let fairymax = installed("fairymax").display().to_string();
    let options = [
        "-firstOptions",
        concat!("Engine=Mola_pocket_", env!("CARGO_PKG_VERSION")),
        "-ponderNextMove",
        "true",
    ];
    for game in match_in_xboard("pocket", &fairymax, &options) {
        check_game(&game);
    }
}

/// `PyChess` plays with its own players and rules, but without its windows.
#[test]
#[ignore = "`cargo xtask clients` installs what this test needs and runs it"]
fn pychess_plays_a_game_in_either_protocol() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/pychess_game.py");
    for protocol in ["uci", "xboard"] {
        let folder = folder(&format!("pychess_{protocol}"));
        // Debian's packages are known to Debian's Python only.
        let output = Command::new(installed("xvfb-run"))
            .args(["--auto-servernum", "timeout", "600", "/usr/bin/python3", script])
            .arg(mola())
            .arg(protocol)
            .current_dir(&folder)
            .env("HOME", &folder)
            .output()
            .expect("xvfb-run starts");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{protocol}: {text}\n{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
#[ignore = "`cargo xtask clients` installs what this test needs and runs it"]
fn python_chess_drives_both_engines_in_both_protocols() {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/check.py");
    for engine in ["", "Mola pocket"] {
        let mut check = Command::new("timeout");
        check.args(["600", &python, script]).arg(mola()).env("MOLA_ENGINE", engine);
        let output = check.output().expect("Python is there");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{engine}: {text}\n{}", String::from_utf8_lossy(&output.stderr));
        assert!(text.trim_end().ends_with("checks passed"), "{engine}: {text}");
    }
}

//! Games survive `kill -9`: no move that was seen is lost, and no file is torn.
//!
//! `MOLA_KILLS` says how often the program is killed; 50 times if it is not set.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use mola_game::pgn::GameTree;

/// A small generator of numbers, so that every run kills at other moments, and says at which.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

fn start(home: &Path, resume: bool) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin("mola"))
        .args(["play", "--plain", "--speak"])
        .args(if resume { vec!["--resume"] } else { vec!["--new", "--side", "both"] })
        .env("XDG_STATE_HOME", home)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts")
}

/// The only game that is kept, which must be whole.
fn kept(home: &Path) -> Option<GameTree> {
    let entries = std::fs::read_dir(home.join("mola/games")).ok()?;
    let paths: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    let games: Vec<&PathBuf> =
        paths.iter().filter(|path| path.extension().is_some_and(|name| name == "pgn")).collect();
    assert!(games.len() <= 1, "{games:?}");
    let text = std::fs::read_to_string(games.first()?).expect("a game can be read");
    Some(text.parse().unwrap_or_else(|error| panic!("a torn file: {error}\n{text}")))
}

#[test]
fn no_move_that_was_seen_is_lost() {
    let kills = std::env::var("MOLA_KILLS").ok().and_then(|number| number.parse().ok()).unwrap_or(50);
    let mut home = tempfile::tempdir().expect("a folder");
    let mut dice = Dice(std::process::id().into());
    // The moves of the game, and of the games before.
    let mut played = 0;
    let mut before = 0;
    for kill in 0..kills {
        if played > LONGEST {
            home = tempfile::tempdir().expect("a folder");
            before += played;
            played = 0;
        }
        let mut program = start(home.path(), played > 0);
        let mut input = program.stdin.take().expect("there is an input");
        let output = BufReader::new(program.stdout.take().expect("there is an output"));
        let id = program.id();
        let delay = Duration::from_micros(dice.roll(12_000));
        let moves: Vec<&str> = (played..played + 60).map(nth_move).collect();
        let moves = moves.join("\n") + "\n";
        let writer = std::thread::spawn(move || {
            // The program dies in the middle of it.
            let _ = input.write_all(moves.as_bytes());
            input
        });
        let mut seen = 0;
        let mut killed = false;
        for line in output.lines().map_while(Result::ok) {
            if line.contains("White: ") || line.contains("Black: ") {
                seen += 1;
            }
            if seen > 0 && !killed && dice.roll(4) == 0 {
                std::thread::sleep(delay);
                program.kill().expect("it can be killed");
                killed = true;
            }
        }
        if !killed {
            program.kill().expect("it can be killed");
        }
        program.wait().expect("it ends");
        drop(writer.join());
        let Some(game) = kept(home.path()) else {
            assert_eq!(played + seen, 0, "kill {kill} of {id}: the game is gone");
            continue;
        };
        let total = game.main_line().count();
        assert!(
            total >= played + seen,
            "kill {kill}: {seen} moves were seen after {played}, {total} are kept"
        );
        played = total;
    }
    let total = before + played;
    println!("{kills} kills, {total} moves, none lost");
    assert!(total > kills, "the games went on: {total} moves after {kills} kills");
}

/// How long a game may be before another is begun: the pawns run out of steps.
const LONGEST: usize = 95;

/// The moves of a long game: knights go out and back, then both players push a pawn, or the position
/// would be repeated too often.
fn nth_move(ply: usize) -> &'static str {
    const DANCE: [&str; 8] = ["g1f3", "g8f6", "b1c3", "b8c6", "f3g1", "f6g8", "c3b1", "c6b8"];
    const STEPS: [&str; 24] = [
        "a2a3", "a7a6", "b2b3", "b7b6", "d2d3", "d7d6", "e2e3", "e7e6", "g2g3", "g7g6", "h2h3",
        "h7h6", //
        "a3a4", "a6a5", "b3b4", "b6b5", "d3d4", "d6d5", "e3e4", "e6e5", "g3g4", "g6g5", "h3h4", "h6h5",
    ];
    match ply % 10 {
        step @ 0..8 => DANCE[step],
        step => STEPS.get(ply / 10 * 2 + step - 8).copied().unwrap_or("quit"),
    }
}

#[test]
fn the_moves_of_the_long_game_are_legal() {
    let mut game: mola_game::Game = mola_game::Game::default();
    for ply in 0..120 {
        game.play_text(nth_move(ply)).unwrap_or_else(|error| panic!("move {ply}: {error}"));
    }
    assert_eq!(game.outcome(), None);
}

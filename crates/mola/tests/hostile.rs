//! Whatever the world throws at the program: pipes where files should be, and too little memory.
#![cfg(unix)]

mod program;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use program::{command, mola, run, text};

/// Talks UCI to the program, started by a shell after some words, until it says a word. Then it must leave
/// when it is told to. Gives what it said.
fn session(before: &str, lines: &str, until: &str) -> String {
    let program = assert_cmd::cargo::cargo_bin("mola");
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{before} exec \"$0\" uci")]).arg(program);
    let mut child = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a shell starts");
    let mut input = child.stdin.take().unwrap();
    input.write_all(lines.as_bytes()).unwrap();
    let mut said = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    while !said.lines().last().is_some_and(|line| line.starts_with(until)) {
        assert!(output.read_line(&mut said).unwrap() > 0, "{until} never came: {said}");
    }
    input.write_all(b"quit\n").unwrap();
    assert!(child.wait().unwrap().success(), "{said}");
    said
}

#[test]
fn pipes_and_devices_are_not_read_as_networks_books_and_tables() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in [text(&pipe), "/dev/zero"] {
        for option in ["EvalFile", "BookFile", "SyzygyPath"] {
            let lines = format!("setoption name {option} value {path}\nisready\n");
            let out = session("", &lines, "readyok");
            assert!(out.contains("info string") && out.contains(option), "{option} {path}: {out}");
        }
    }
    let err = mola(&["bench", "1", "--eval-file", "/dev/zero"]).failed();
    assert!(err.contains("not a file"), "{err}");
}

#[test]
fn with_too_little_memory_there_are_fewer_threads_and_the_table_stays() {
    // Half a gigabyte of addresses.
    let limit = "ulimit -v 524288;";
    let out = session(limit, "setoption name Threads value 512\ngo depth 5\n", "bestmove");
    assert!(out.contains("info string not enough memory for 512 threads;"), "{out}");
    let out = session(limit, "setoption name Hash value 4096\ngo depth 5\n", "bestmove");
    assert!(out.contains("not enough memory"), "{out}");
}

#[test]
fn without_a_home_games_are_said_not_to_be_saved() {
    let mut play = command();
    play.args(["play", "--plain", "--side", "both"]).stdin(Stdio::null());
    for variable in ["HOME", "XDG_STATE_HOME", "LOCALAPPDATA"] {
        play.env_remove(variable);
    }
    let out = run(&mut play).fine();
    assert!(out.contains("Games are not saved, because HOME is not set."), "{out}");
}

#[test]
fn bad_numbers_are_refused_in_words() {
    let cases: [(&[&str], &str); 3] = [
        (&["match", "mola", "pocket", "--games", "3"], "even number, such as 4"),
        (&["analyze", "startpos", "--st", "0"], "no time at all"),
        (&["play", "--pgn", "games.pgn", "--game", "0"], "'0' must be above zero"),
    ];
    for (arguments, words) in cases {
        let run = mola(arguments);
        assert_eq!(run.code, Some(2), "{}", run.err);
        assert!(run.err.contains(words), "{}", run.err);
    }
}

//! Whatever the world throws at the program: pipes where files should be, and too little memory.
#![cfg(unix)]

mod program;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
#[cfg(target_os = "linux")]
use std::{fs::OpenOptions, thread::sleep, time::Instant};

use program::{Run, command, mola, run, text};

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
    let pipe = pipe_in(folder.path());
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

/// A named pipe in a folder.
fn pipe_in(folder: &Path) -> PathBuf {
    let pipe = folder.join("pipe.pgn");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    pipe
}

#[test]
fn pipes_and_devices_are_refused_where_a_file_is_read_whole() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = pipe_in(folder.path());
    for path in [text(&pipe), "/dev/zero"] {
        let cases: [&[&str]; 5] = [
            &["net", "show", path],
            &["data", "stats", path],
            &["match", "mola", "pocket", "--nodes", "9", "--games", "2", "--openings", path],
            &["lab", path],
            &["play", "--plain", "--side", "both", "--pgn", path],
        ];
        for arguments in cases {
            let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin("mola"));
            command.args(arguments).env("XDG_STATE_HOME", folder.path());
            let output = command.timeout(Duration::from_secs(20)).output().unwrap();
            let err = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{arguments:?}: {err}");
            assert!(err.contains("a pipe or a device, not a file"), "{arguments:?}: {err}");
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_analysis_that_waits_for_a_pipe_ends_at_the_first_signal() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = pipe_in(folder.path());
    for writes in [None, Some(""), Some("1. e4 e5 *\n\n1. d4 *")] {
        // For both, a pipe is opened at once.
        let open = |_| OpenOptions::new().read(true).write(true).open(&pipe).unwrap();
        let mut writer = writes.map(open);
        let mut child = command().args(["analyze", text(&pipe), "--nodes", "9"]).spawn().unwrap();
        let deadline = Instant::now() + Duration::from_secs(20);
        // Before it listens, a signal ends it in another way.
        while !catches_signals(child.id()) {
            assert!(Instant::now() < deadline && child.try_wait().unwrap().is_none(), "{writes:?}");
            sleep(Duration::from_millis(5));
        }
        if let (Some(writer), Some(text)) = (&mut writer, writes) {
            writer.write_all(text.as_bytes()).unwrap();
        }
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        let ended = loop {
            match child.try_wait().unwrap() {
                None if Instant::now() < deadline => sleep(Duration::from_millis(5)),
                ended => break ended,
            }
        };
        if ended.is_none() {
            child.kill().unwrap();
        }
        assert_eq!(ended.and_then(|status| status.code()), Some(130), "{writes:?}");
    }
}

/// Whether a process handles what ends others.
#[cfg(target_os = "linux")]
fn catches_signals(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    // Signals are numbered from 1, and SIGTERM is the 15th.
    caught.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask & 1 << 14 != 0))
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

/// Runs the program with some words of the shell before it.
fn run_after(before: &str, arguments: &[&str]) -> Run {
    let program = assert_cmd::cargo::cargo_bin("mola");
    run(Command::new("sh").args(["-c", &format!("{before} exec \"$0\" \"$@\"")]).arg(program).args(arguments))
}

#[test]
fn commands_work_with_as_many_threads_as_can_be_had() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.pgn");
    std::fs::write(&games, "1. e4 e5 *\n\n".repeat(40)).unwrap();
    let perft = ["perft", "3", "--threads", "300"];
    let analyze = ["analyze", text(&games), "--nodes", "50", "--jsonl", "--concurrency", "300"];
    let analyzed = mola(&[&analyze[..6], &["1"]].concat()).fine();
    let matched = ["match", "mola", "pocket", "--nodes", "50", "--games", "8", "--concurrency", "300"];
    let matched = [&matched[..], &["--max-moves", "10"]].concat();
    let cases: [(&[&str], &str); 3] =
        [(&perft, "8902 nodes"), (&analyze, &analyzed), (&matched, "Mola 0.1.0             8 ")];
    // Half a gigabyte of addresses.
    let limit = "ulimit -v 524288;";
    for (arguments, expected) in cases {
        let limited = run_after(limit, arguments);
        assert!(limited.err.contains("not enough memory for 300 threads;"), "{}", limited.err);
        assert!(limited.fine().contains(expected), "{arguments:?}");
    }
    // Not even one stack fits.
    let refused = format!("{limit} export RUST_MIN_STACK=4000000000;");
    let alone = run_after(&refused, &perft);
    assert!(alone.err.contains("the system allows 1 of "), "{}", alone.err);
    assert!(alone.fine().contains("8902 nodes"));
    for arguments in [&analyze[..], &matched] {
        let err = run_after(&refused, arguments).failed();
        assert!(err.contains("no thread can be started"), "{err}");
    }
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

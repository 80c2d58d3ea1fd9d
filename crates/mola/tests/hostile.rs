//! Whatever the world throws at the program: pipes where files should be, and too little memory.
#![cfg(unix)]

mod program;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
#[cfg(target_os = "linux")]
use std::{fs::OpenOptions, process::Child, thread::sleep, time::Instant};

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
fn a_pipe_instead_of_the_configuration_is_named_and_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("mola");
    std::fs::create_dir(&home).unwrap();
    std::fs::rename(pipe_in(folder.path()), home.join("config.toml")).unwrap();
    for (arguments, code) in [(&["config"][..], 1), (&["play", "--plain", "--side", "both"], 0)] {
        let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin("mola"));
        command.args(arguments).env("XDG_CONFIG_HOME", folder.path()).env("XDG_STATE_HOME", folder.path());
        let output = command.write_stdin("").timeout(Duration::from_secs(20)).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
        assert!(said.contains("could not be read: this is a pipe or a device"), "{arguments:?}: {said}");
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
        wait_for("a handler of signals", || catches_signals(child.id()));
        if let (Some(writer), Some(text)) = (&mut writer, writes) {
            writer.write_all(text.as_bytes()).unwrap();
        }
        ends_at_the_first_signal(&mut child);
    }
    let mut worker = command();
    worker.args(["analyze", "--worker", "--nodes", "9"]).stdin(Stdio::piped());
    let mut worker = worker.spawn().unwrap();
    wait_for("a handler of signals", || catches_signals(worker.id()));
    ends_at_the_first_signal(&mut worker);
}

#[test]
#[cfg(target_os = "linux")]
fn an_analysis_that_is_stopped_keeps_what_was_found() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let mut analyze = command();
    analyze
        .args(["analyze", "-", "--nodes", "9", "--out", text(&out), "--formats", "pgn"])
        .stdin(Stdio::piped());
    let mut child = analyze.spawn().unwrap();
    // More than is read before the first game is looked at, and no end.
    let game = format!("1. e4 {{{}}} e5 *\n\n", "long ".repeat(20_000));
    let mut writer = child.stdin.take().unwrap();
    for _ in 0..20 {
        writer.write_all(game.as_bytes()).unwrap();
    }
    let journal = out.join("analysis.jsonl");
    let lines = || std::fs::read_to_string(&journal).unwrap_or_default().lines().count();
    wait_for("two games", || lines() > 2);
    ends_at_the_first_signal(&mut child);
    let kept = std::fs::read_to_string(out.join("annotated.pgn")).unwrap();
    assert!(kept.matches("[%eval").count() >= 4, "{} bytes", kept.len());
}

/// Waits until something is true.
#[cfg(target_os = "linux")]
fn wait_for(what: &str, is_there: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !is_there() {
        assert!(Instant::now() < deadline, "{what} never came");
        sleep(Duration::from_millis(5));
    }
}

/// Sends a signal to a process and sees it end as one that was interrupted.
#[cfg(target_os = "linux")]
fn ends_at_the_first_signal(child: &mut Child) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    let deadline = Instant::now() + Duration::from_secs(20);
    let ended = loop {
        match child.try_wait().unwrap() {
            None if Instant::now() < deadline => sleep(Duration::from_millis(5)),
            ended => break ended,
        }
    };
    if ended.is_none() {
        child.kill().unwrap();
    }
    assert_eq!(ended.and_then(|status| status.code()), Some(130));
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

#[test]
fn a_book_that_does_not_fit_into_memory_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book.bin");
    std::fs::File::create(&book).unwrap().set_len(512 << 20).unwrap();
    let lines = format!("setoption name BookFile value {}\nisready\n", text(&book));
    let out = session("ulimit -v 1048576;", &lines, "readyok");
    assert!(out.contains("BookFile was not set"), "{out}");
}

#[test]
fn a_bench_ends_when_it_is_told_to() {
    // At this depth it would take hours.
    let out = session("", "uci\nbench 60\nstop\n", "info string the bench was stopped");
    assert!(out.contains("uciok"), "{out}");
    let began = std::time::Instant::now();
    let mut uci = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin("mola"));
    uci.arg("uci").write_stdin("uci\nbench 60\nquit\n").timeout(Duration::from_secs(20)).assert().success();
    assert!(began.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_log_that_nobody_reads_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = pipe_in(folder.path());
    let err = run(command().args(["uci", "--log", text(&pipe)]).stdin(Stdio::null())).failed();
    assert!(err.contains("cannot write the log"), "{err}");
}

#[test]
fn a_game_is_not_saved_into_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = pipe_in(folder.path());
    let mut play = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin("mola"));
    play.args(["play", "--plain", "--side", "both"]).env("XDG_STATE_HOME", folder.path());
    let typed = format!("e4\nsave {}\n", text(&pipe));
    let output = play.write_stdin(typed).timeout(Duration::from_secs(20)).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("a pipe or a device"), "{said}");
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
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let row = concat!("Mola ", env!("CARGO_PKG_VERSION"), " 8");
    let cases: [(&[&str], &str); 3] = [(&perft, "8902 nodes"), (&analyze, &analyzed), (&matched, row)];
    // Half a gigabyte of addresses.
    let limit = "ulimit -v 524288;";
    for (arguments, expected) in cases {
        let limited = run_after(limit, arguments);
        assert!(limited.err.contains("not enough memory for 300 threads;"), "{}", limited.err);
        assert!(words(&limited.fine()).contains(&words(expected)), "{arguments:?}");
    }
    // Not even one stack fits.
    let refused = format!("{limit} export RUST_MIN_STACK=4000000000;");
    let alone = run_after(&refused, &perft);
    assert!(alone.err.contains("the system allows 1 of "), "{}", alone.err);
    assert!(alone.fine().contains("8902 nodes"));
    for arguments in [&analyze[..], &matched, &["analyze", "-"]] {
        let err = run_after(&refused, arguments).failed();
        assert!(err.contains("no thread can be started"), "{arguments:?}: {err}");
    }
}

#[test]
fn a_file_with_a_game_does_not_start_programs() {
    let folder = tempfile::tempdir().unwrap();
    let (file, trace) = (folder.path().join("game.pgn"), folder.path().join("trace"));
    let program = format!("uci:touch {}", text(&trace));
    let game = format!(
        "[Event \"Casual game\"]\n[Site \"Mola\"]\n[WhitePlayer \"{program}\"]\n[BlackPlayer \"{program}\"]\n\n*\n"
    );
    std::fs::write(&file, game).unwrap();
    let play = |arguments: &[&str], typed: &str| {
        let mut play = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin("mola"));
        play.args(["play", "--plain"]).args(arguments).env("XDG_STATE_HOME", folder.path());
        let output = play.write_stdin(typed.to_owned()).timeout(Duration::from_secs(20)).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let load = format!("load {}\ne4\n", text(&file));
    for said in [play(&["--pgn", text(&file)], "e4\n"), play(&["--side", "both"], &load)] {
        // People play it instead.
        assert!(said.contains("e4"), "{said}");
        assert!(!trace.exists(), "{said}");
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

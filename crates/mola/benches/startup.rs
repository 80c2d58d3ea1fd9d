//! How long it takes from the command to the first board, beside a program that does nothing but
//! print a word, since `true` shows nothing that could be waited for.
//!
//! Both run in a terminal of their own, by turns. The board is there when the keys below it are.
//! `cargo bench -p mola --bench startup` prints the figures.
#![cfg(unix)]

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Runs of each.
const RUNS: usize = 41;

/// What `script` starts in a terminal of 80 by 24.
fn in_terminal(command: &str) -> Command {
    let mut script = Command::new("script");
    script.args(["--quiet", "--flush", "--return", "--command"]);
    script.arg(format!("stty cols 80 rows 24; exec {command}")).arg("/dev/null");
    script.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    script.env("TERM", "xterm-256color").env("LC_ALL", "C.UTF-8").env_remove("NO_COLOR");
    script
}

/// The time until the output holds `mark`.
fn time(mut command: Command, mark: &str) -> Duration {
    let began = Instant::now();
    let mut child = command.spawn().expect("script is installed");
    let input = child.stdin.take();
    let mut output = child.stdout.take().expect("there is an output");
    let mut seen = Vec::new();
    let mut chunk = [0; 8192];
    let elapsed = loop {
        let count = output.read(&mut chunk).expect("the output can be read");
        seen.extend_from_slice(&chunk[..count]);
        let text = String::from_utf8_lossy(&seen);
        if text.contains(mark) {
            break began.elapsed();
        }
        assert!(count > 0, "no {mark}: {text}");
    };
    drop(input);
    let _ = child.kill();
    let _ = child.wait();
    elapsed
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn main() {
    let home = tempfile::tempdir().expect("a folder");
    let mola = format!("env XDG_STATE_HOME={} {}", home.path().display(), env!("CARGO_BIN_EXE_mola"));
    let (mut boards, mut nothings) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        nothings.push(time(in_terminal("env printf menu"), "menu"));
        boards.push(time(in_terminal(&mola), "menu"));
    }
    let (board, nothing) = (median(boards), median(nothings));
    let more = board.saturating_sub(nothing);
    println!(
        "first board {board:.1?}, printf {nothing:.1?}: {more:.1?} more (median of {RUNS}; the bar is 50 ms)"
    );
}

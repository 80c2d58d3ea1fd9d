//! A program that misbehaves on request, to see that its driver survives.
//!
//! The argument tells how: `mute`, `mute-once FILE`, `crash`, `crash-once FILE`, `hang`, `illegal`, `none`, `flood`,
//! `deaf`, `xboard-illegal`, `xboard-resign`, `xboard-claim`, `xboard-drowsy`, `old`.

use std::io::{self, BufRead, Write};
use std::time::Duration;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let fault = arguments.next().unwrap_or_default();
    let file = arguments.next().unwrap_or_default();
    let is_silent = fault == "mute-once" && !std::path::Path::new(&file).exists();
    if is_silent {
        let _ = std::fs::write(&file, "");
    }
    if fault == "mute" || is_silent {
        std::thread::sleep(Duration::from_hours(1));
    }
    let say = |text: &str| {
        let mut out = io::stdout().lock();
        let _ = writeln!(out, "{text}").and_then(|()| out.flush());
    };
    let mut late = None;
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        if let Some(answer) = late.take() {
            say(answer);
        }
        let word = line.split_whitespace().next().unwrap_or_default();
        match (word, fault.as_str()) {
            ("uci", _) => say(
                "id name Faulty\nid author nobody\noption name Hash type spin default 1 min 1 max 9\nuciok",
            ),
            ("isready", _) => say("readyok"),
            ("protover", "old") | ("quit", "deaf" | "hang") => {}
            ("protover", _) => say("feature ping=1 setboard=1 usermove=1 myname=\"Faulty\" done=1"),
            // It notices a question when the next line comes.
            ("ping", "xboard-drowsy") => late = Some("pong 1"),
            ("ping", _) => say(&line.replace("ping", "pong")),
            ("quit", _) => return,
            ("go", "crash") => {
                eprintln!("first words");
                eprintln!("assertion failed: on purpose");
                std::process::exit(3);
            }
            ("go", "crash-once") if !std::path::Path::new(&file).exists() => {
                let _ = std::fs::write(&file, "crashed");
                std::process::exit(4);
            }
            ("go", "crash-once") => say("info depth 1 score cp 1 pv e2e4\nbestmove e2e4"),
            ("go", "hang" | "deaf") => std::thread::sleep(Duration::from_hours(1)),
            ("go", "illegal") => say("bestmove e2e5"),
            ("go", "none") => say("bestmove (none)"),
            ("go", "flood") => {
                for depth in 1..20_000 {
                    say(&format!("info depth {depth} score cp 3 nodes {depth} pv e2e4 e7e5 g1f3"));
                }
                say("bestmove e2e4 ponder e7e5");
            }
            ("go", "mute-once") => say("move e2e4"),
            ("go", "xboard-illegal") => say("move e2e5"),
            ("go", "xboard-resign") => say("resign"),
            ("go", "xboard-claim") => say("offer draw\nmove e2e4\n1/2-1/2 {Draw by repetition}"),
            ("go", "xboard-drowsy") => {
                say("TCMove = 35");
                late = Some("move e2e4");
            }
            ("go", "old") => say("1. ... e7e5\nMy move is: e2e4"),
            _ => {}
        }
    }
}

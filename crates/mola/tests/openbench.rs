//! What the client of `OpenBench` and its match runner ask of the program, as they ask it. `cargo xtask
//! clients` runs these tests with a program that was built as the client builds it.

mod others;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use mola_rules::Position;

/// After this the client takes a bench for one that hangs.
const PATIENCE: Duration = Duration::from_mins(1);

/// What the program prints when it is run with these arguments, with the standard error among it, as the
/// client reads both.
fn mola(arguments: &[&str]) -> String {
    let (mut printed, both) = std::io::pipe().unwrap();
    let mut command = Command::new(others::mola());
    let mut child = command.args(arguments).stdout(both.try_clone().unwrap()).stderr(both).spawn().unwrap();
    // It holds the other end of the pipe.
    drop(command);
    let mut text = String::new();
    printed.read_to_string(&mut text).unwrap();
    assert!(child.wait().unwrap().success(), "{text}");
    text
}

/// Nodes and speed as the client finds them: from the last line up, with everything but letters and digits
/// taken for blanks, a number before or after the word.
fn found_in(bench: &str, word: &str) -> Option<u64> {
    let plain = |line: &str| line.to_uppercase().replace(|letter: char| !letter.is_ascii_alphanumeric(), " ");
    bench.lines().rev().find_map(|line| {
        let line = plain(line);
        let words: Vec<&str> = line.split_whitespace().collect();
        let at = words.iter().position(|&own| own == word)?;
        let number = |index: Option<usize>| words.get(index?)?.parse().ok();
        number(at.checked_sub(1)).or_else(|| number(Some(at + 1)))
    })
}

#[test]
fn the_bench_is_found_where_the_client_looks_for_it() {
    let started = Instant::now();
    let bench = mola(&["bench"]);
    assert!(started.elapsed() < PATIENCE, "{:?}", started.elapsed());
    assert!(bench.is_ascii(), "the client reads nothing else: {bench}");
    let signature = include_str!("signature.txt").trim().parse().unwrap();
    assert_eq!(found_in(&bench, "NODES"), Some(signature), "{bench}");
    assert!(found_in(&bench, "NPS").is_some_and(|speed| speed > 0), "{bench}");
}

/// An engine as the match runner sees it.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: std::io::Lines<BufReader<ChildStdout>>,
}

impl Engine {
    fn start() -> Self {
        let mut child =
            Command::new(others::mola()).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut engine = Self { child, input, output: BufReader::new(output).lines() };
        engine.ask("uci", "uciok");
        for (name, value) in [("Threads", "1"), ("Hash", "8"), ("UCI_Chess960", "false")] {
            writeln!(engine.input, "setoption name {name} value {value}").unwrap();
        }
        writeln!(engine.input, "ucinewgame").unwrap();
        engine.ask("isready", "readyok");
        engine
    }

    /// Sends a line, and gives the lines up to the one that begins with a word.
    fn ask(&mut self, line: &str, last: &str) -> Vec<String> {
        writeln!(self.input, "{line}").unwrap();
        let mut answer = Vec::new();
        while answer.last().is_none_or(|line: &String| !line.starts_with(last)) {
            answer.push(self.output.next().expect("it still runs").unwrap());
        }
        answer
    }
}

/// The runner makes a comment of the last line before a move, `{+0.31 9/14 81 500}`, and the client drops
/// moves with any other comment from the games that it sends: score, depths, time and nodes must be there.
#[track_caller]
fn check_comment(info: &str) {
    let words: Vec<&str> = info.split_whitespace().collect();
    let after = |word: &str| words.iter().skip_while(|&&own| own != word).nth(1).copied().unwrap_or_default();
    for word in ["depth", "seldepth", "time", "nodes"] {
        assert!(after(word).parse::<u64>().is_ok(), "{word}: {info}");
    }
    let unit = after("score");
    assert!(matches!(unit, "cp" | "mate") && after(unit).parse::<i32>().is_ok(), "{info}");
}

#[test]
fn a_game_at_fixed_nodes_is_played_as_the_match_runner_plays_it() {
    let openings = mola(&["genfens 1 seed 42 book None", "quit"]);
    let fen = openings.trim().strip_prefix("info string genfens ").unwrap();
    let start: Position = fen.parse().unwrap();
    let mut engines = [Engine::start(), Engine::start()];
    let (mut position, mut text) = (start, String::new());
    for ply in 0..30 {
        let engine = &mut engines[ply % 2];
        let played = if text.is_empty() { String::new() } else { format!(" moves{text}") };
        writeln!(engine.input, "position fen {fen}{played}").unwrap();
        engine.ask("isready", "readyok");
        let answer = engine.ask("go nodes 500", "bestmove ");
        let info = answer.iter().rfind(|line| line.starts_with("info depth ")).expect("a score");
        check_comment(info);
        let best = answer.last().unwrap().split_whitespace().nth(1).unwrap();
        let m = position.parse_uci(best).unwrap_or_else(|error| panic!("{best} in {position}: {error}"));
        position.play(m).unwrap();
        text = format!("{text} {best}");
        if position.outcome().is_some() {
            break;
        }
    }
    for mut engine in engines {
        writeln!(engine.input, "quit").unwrap();
        assert!(engine.child.wait().unwrap().success());
    }
}

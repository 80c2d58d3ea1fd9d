//! What the client of `OpenBench` and its match runner ask of the program, as they ask it. How the client
//! builds it, `make EXE=…`, is a step of `cargo xtask clients`.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use mola_game::pgn::{GameTree, Reader};
use mola_rules::Position;

/// What the program prints when it is run with these arguments.
fn mola(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_mola")).args(arguments).output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
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
    let bench = mola(&["bench", "4"]);
    let nodes = found_in(&bench, "NODES").unwrap_or_else(|| panic!("no nodes in {bench}"));
    assert!(nodes > 1000 && found_in(&bench, "NPS").is_some(), "{bench}");
    assert_eq!(found_in(&mola(&["bench", "4"]), "NODES"), Some(nodes), "and it is always the same");
}

/// An engine as the match runner sees it.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: std::io::Lines<BufReader<ChildStdout>>,
}

impl Engine {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mola"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
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

#[test]
fn a_game_at_fixed_nodes_is_played_as_the_match_runner_plays_it() {
    let openings = mola(&["genfens 1 seed 42 book None", "quit"]);
    let fen = openings.trim().strip_prefix("info string genfens ").unwrap();
    let start: Position = fen.parse().unwrap();
    let mut engines = [Engine::start(), Engine::start()];
    let (mut position, mut moves, mut text) = (start, Vec::new(), String::new());
    while moves.len() < 30 && position.outcome().is_none() {
        let engine = &mut engines[moves.len() % 2];
        let played = if text.is_empty() { String::new() } else { format!(" moves{text}") };
        writeln!(engine.input, "position fen {fen}{played}").unwrap();
        engine.ask("isready", "readyok");
        let answer = engine.ask("go nodes 500", "bestmove ");
        let info = answer.iter().rev().find(|line| line.starts_with("info depth ")).expect("a score");
        assert!(info.contains(" score ") && info.contains(" nodes ") && info.contains(" pv "), "{info}");
        let best = answer.last().unwrap().split_whitespace().nth(1).unwrap();
        let m = position.parse_uci(best).unwrap_or_else(|error| panic!("{best} in {position}: {error}"));
        position.play(m).unwrap();
        moves.push(m);
        text = format!("{text} {best}");
    }
    let pgn = GameTree::with_moves(start, moves.clone()).unwrap().to_string();
    let read: Vec<GameTree> = Reader::new(pgn.as_bytes()).map(Result::unwrap).collect();
    assert_eq!((read.len(), read[0].main_line().count(), read[0].errors().len()), (1, moves.len(), 0));
    for mut engine in engines {
        writeln!(engine.input, "quit").unwrap();
        assert!(engine.child.wait().unwrap().success());
    }
}

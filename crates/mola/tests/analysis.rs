//! `mola analyze` as a user runs it.

mod program;

use std::fs;

use mola_game::pgn::{GameTree, Nag, Reader};
use program::{mola, text};
use serde_json::Value;

const GAMES: &str = "[White \"Fool\"]\n[Black \"Sage\"]\n\n1. f3 {Bold.} e5 2. g4 Qh4# 0-1\n\n\
    [White \"Legal\"]\n[Black \"Saint Brie\"]\n\n\
    1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0\n";

#[test]
fn games_come_back_with_their_mistakes_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    fs::write(&file, GAMES).unwrap();
    let annotated = mola(&["analyze", text(&file), "--nodes", "5000"]).fine();
    let trees: Vec<GameTree> = Reader::new(annotated.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(trees.len(), 2);
    let moves: Vec<_> = trees[0].main_line().collect();
    assert!(moves[2].nags().any(|nag| nag == Nag::BLUNDER), "{annotated}");
    assert!(moves[2].comments().any(|comment| comment.contains("Blunder: allows mate in 1")), "{annotated}");
    assert!(moves[0].comments().any(|comment| comment == "Bold."), "what was there stays");
    assert_eq!(moves[1].children().count(), 2, "a better line stands beside the blunder");
    let has_eval =
        |node: &mola_game::pgn::Node<'_>| node.comments().any(|comment| comment.contains("[%eval "));
    assert!(moves[..3].iter().all(has_eval) && !has_eval(&moves[3]), "mate is on the board: {annotated}");
    let accuracy = |tag| trees[0].tag(tag).unwrap().parse::<f64>().unwrap();
    assert!(accuracy("WhiteAccuracy") < 60.0 && accuracy("BlackAccuracy") > 90.0, "{annotated}");
}

#[test]
fn games_that_were_cut_off_are_reported_and_few_nodes_are_enough() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cut.pgn");
    fs::write(&file, "[Event \"a\"]\n\n1. e4 e5 *\n\n[Event \"b").unwrap();
    let output = mola(&["analyze", text(&file), "--nodes", "1"]);
    let (out, err) = (output.out.clone(), output.err.clone());
    assert!(out.contains("1. e4 {[%eval "), "{out}{err}");
    assert!(err.contains("game 2, line 5") && err.contains("1 of the games could not be read"), "{err}");
}

#[test]
#[cfg(unix)]
fn games_come_through_pipes_and_control_characters_do_not() {
    let folder = tempfile::tempdir().unwrap();
    let (file, pipe) = (folder.path().join("games.pgn"), folder.path().join("pipe"));
    fs::write(&file, "[White \"\x1b[31mRed\"]\n\n1. e4 {\x1b]0;title\x07} *\n").unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let (from, to) = (file.clone(), pipe.clone());
    let writer = std::thread::spawn(move || fs::write(to, fs::read(from).unwrap()).unwrap());
    let annotated = mola(&["analyze", text(&pipe), "--nodes", "100"]).fine();
    writer.join().unwrap();
    assert!(annotated.contains("Red\"]") && !annotated.contains(['\x1b', '\x07']), "{annotated:?}");
}

#[test]
fn a_report_is_written_and_work_that_is_done_is_not_done_again() {
    let folder = tempfile::tempdir().unwrap();
    let (file, out) = (folder.path().join("games.pgn"), folder.path().join("report"));
    fs::write(&file, GAMES).unwrap();
    let arguments = ["analyze", text(&file), "--nodes", "3000", "--out", text(&out)];
    let summary = mola(&arguments).fine();
    assert!(summary.contains("Fool - Sage  0-1") && summary.contains("accurate"), "{summary}");
    let page = fs::read_to_string(out.join("report.html")).unwrap();
    assert!(page.contains("class=\"graph\"") && page.contains("<figure><svg"), "a graph and boards");
    assert!(page.contains("Legal – Saint Brie, 1-0"));
    // The games can be replayed: every move is a button, and every position is known.
    assert!(page.contains("class=\"replay\"") && page.contains("data-ply=\"1\""), "boards to replay on");
    assert!(page.contains("&quot;board&quot;:&quot;rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR&quot;"));
    let data: Value = serde_json::from_str(&fs::read_to_string(out.join("analysis.json")).unwrap()).unwrap();
    assert_eq!(data["games"][0]["moves"][2]["judgment"], "blunder");
    assert_eq!(data["games"][0]["white"]["blunders"], 1);
    // As if the program had been killed while it wrote the second game down.
    let journal = out.join("analysis.jsonl");
    let lines = fs::read_to_string(&journal).unwrap();
    let kept: Vec<&str> = lines.lines().collect();
    fs::write(&journal, format!("{}\n{}\n{}", kept[0], kept[1], &kept[2][..9])).unwrap();
    let before = fs::read_to_string(out.join("annotated.pgn")).unwrap();
    mola(&arguments).fine();
    assert_eq!(fs::read_to_string(&journal).unwrap(), lines, "only the torn game was done again");
    assert_eq!(fs::read_to_string(out.join("annotated.pgn")).unwrap(), before);
    let other = mola(&["analyze", text(&file), "--nodes", "3001", "--out", text(&out)]).failed();
    assert!(other.contains("choose another folder"), "{other}");
}

#[test]
fn a_position_is_shown_in_its_best_lines() {
    let shown =
        mola(&["analyze", "6k1/5ppp/8/8/8/8/8/R3K3", "w", "-", "-", "--depth", "4", "--lines", "2"]).fine();
    assert!(shown.contains("#1") && shown.contains("1.Ra8#"), "{shown}");
    assert_eq!(shown.lines().filter(|line| line.contains("depth")).count(), 2, "{shown}");
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        ["analyze", "startpos", "--nodes", "2000", "--lines", "2", "--out", text(folder.path()), "--json"];
    let data: Value = serde_json::from_str(&mola(&arguments).fine()).unwrap();
    assert_eq!(data["lines"].as_array().unwrap().len(), 2, "{data}");
    let kept = fs::read_to_string(folder.path().join("annotated.pgn")).unwrap();
    assert_eq!(kept.parse::<GameTree>().unwrap().root().children().count(), 2, "{kept}");
    assert!(fs::read_to_string(folder.path().join("report.html")).unwrap().contains("<figure><svg"));
    let arguments = ["analyze", "startpos moves e4 c5", "--nodes", "2000", "--json", "--engine", "pocket"];
    let data: Value = serde_json::from_str(&mola(&arguments).fine()).unwrap();
    assert_eq!(data["fen"], "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    assert!(data["lines"][0]["moves"][0].is_string(), "{data}");
}

#[test]
fn what_cannot_be_read_is_named_by_file_game_and_move() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    fs::write(&file, "1. e4 e5 *\n\n1. d4 d5 2. Ke3 *\n").unwrap();
    let run = mola(&["analyze", text(&file), "--depth", "1"]);
    assert!(run.out.contains("1. d4"), "what could be read is analyzed");
    let said = run.failed();
    assert!(said.contains("games.pgn: game 2, line 3, move 2.: \"Ke3\""), "{said}");
    fs::write(&file, "").unwrap();
    assert!(mola(&["analyze", text(&file)]).failed().contains("contains no game"));
    assert!(mola(&["analyze", "missing.pgn"]).failed().contains("cannot open missing.pgn"));
    assert!(mola(&["analyze", "8/8/8/8/8/8/8/K7 w - -"]).misused().contains("Black has no king"));
    let over = mola(&["analyze", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"]).failed();
    assert!(over.contains("White wins by checkmate"), "{over}");
}

//! `mola analyze` as a user runs it.

mod program;

use std::fs;
use std::io::{BufRead, BufReader, Write};

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
    assert!(mola(&["analyze", "8/8/8/8/8/8/8/K7 w - -"]).ended(2).contains("Black has no king"));
    let over = mola(&["analyze", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"]).failed();
    assert!(over.contains("White wins by checkmate"), "{over}");
}

/// Games that differ, in several lengths.
fn many_games() -> String {
    let openings = [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6",
        "1. d4 d5 2. c4 e6 3. Nc3",
        "1. c4",
        "1. e4 c5 2. Nf3 d6 3. d4 cxd4",
    ];
    let mut games = Vec::new();
    for game in 0..12 {
        let elo = if game % 2 == 0 { format!("[WhiteElo \"{}\"]\n", 1500 + game) } else { String::new() };
        let moves = format!("{} {{[%clk 0:01:0{}]}} *", openings[game % 4], game % 10);
        games.push(format!("[White \"W{game}\"]\n[Black \"B{game}\"]\n{elo}\n{moves}\n\n"));
    }
    games.concat()
}

const FILES: [&str; 5] =
    ["annotated.pgn", "report.html", "analysis.json", "positions.jsonl", "positions.parquet"];

/// Analyzes into a folder with all formats, and gives what is in the files.
fn analyzed_into(out: &std::path::Path, games: &str, more: &[&str]) -> Vec<Vec<u8>> {
    let mut arguments = vec!["analyze", games, "--nodes", "300", "--out", text(out)];
    arguments.extend(["--formats", "pgn,html,json,jsonl,parquet"]);
    arguments.extend(more);
    mola(&arguments).fine();
    FILES.iter().map(|name| fs::read(out.join(name)).unwrap()).collect()
}

#[test]
fn results_depend_neither_on_threads_nor_on_compression_nor_on_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let games = many_games();
    fs::write(place("games.pgn"), &games).unwrap();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(games.as_bytes()).unwrap();
    fs::write(place("games.pgn.gz"), packed.finish().unwrap()).unwrap();
    let plain = place("games.pgn");
    let one = analyzed_into(&place("one"), text(&plain), &["--concurrency", "1"]);
    assert_eq!(analyzed_into(&place("three"), text(&plain), &["--concurrency", "3"]), one);
    assert_eq!(analyzed_into(&place("packed"), text(&place("games.pgn.gz")), &[]), one);
    // Killed as soon as anything was found; if it had ended by then, nothing is left to do.
    let killed = place("killed");
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_mola"))
        .args(["analyze", text(&plain), "--nodes", "300", "--out", text(&killed)])
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let rows = || fs::read_to_string(killed.join("analysis.jsonl")).map_or(0, |text| text.lines().count());
    while rows() < 3 && child.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    let _ = child.kill();
    child.wait().unwrap();
    assert_eq!(analyzed_into(&killed, text(&plain), &[]), one);
    assert_eq!(rows(), 13, "a header, and each game once");
}

#[test]
fn what_a_killed_analysis_left_half_written_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let (games, out) = (folder.path().join("games.pgn"), folder.path().join("out"));
    fs::write(&games, GAMES).unwrap();
    fs::create_dir(&out).unwrap();
    for name in FILES {
        fs::write(out.join(format!(".{name}.tmp")), "half").unwrap();
    }
    analyzed_into(&out, text(&games), &[]);
    assert_eq!(fs::read_dir(&out).unwrap().count(), FILES.len() + 1, "these, and the journal");
}

#[cfg(unix)]
#[test]
fn an_engine_that_crashes_once_is_started_again() {
    let folder = tempfile::tempdir().unwrap();
    let (games, trace) = (folder.path().join("games.pgn"), folder.path().join("trace"));
    fs::write(&games, "1. e4 *\n").unwrap();
    let engine = concat!("sh '", env!("CARGO_MANIFEST_DIR"), "/tests/faulty/engine.sh'");
    let analyze = |engine: &str| mola(&["analyze", text(&games), "--nodes", "9", "--engine", engine]);
    let twice = analyze(&format!("{engine} stumbles '{}'", text(&trace)));
    assert!(
        twice.err.contains("game 1: Faulty failed at") && twice.err.contains("once more"),
        "{}",
        twice.err
    );
    assert_eq!(twice.fine().matches("[%eval").count(), 1);
    // One that crashes each time is given up.
    assert!(analyze(&format!("{engine} crash")).failed().contains("once more"));
}

#[test]
fn shares_are_the_whole_together() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.pgn");
    fs::write(&games, many_games()).unwrap();
    let printed = |more: &[&str]| {
        mola(&[&["analyze", text(&games), "--nodes", "200", "--jsonl"], more].concat()).fine()
    };
    let game_of = |line: &String| serde_json::from_str::<Value>(line).unwrap()["game"].as_u64().unwrap();
    let whole = printed(&[]);
    let mut shares: Vec<String> = ["1/5", "2/5", "3/5", "4/5", "5/5"]
        .iter()
        .flat_map(|shard| printed(&["--shard", shard]).lines().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    shares.sort_by_key(game_of);
    assert_eq!(shares.join("\n") + "\n", whole);
    let row: Value = serde_json::from_str(whole.lines().nth(5).unwrap()).unwrap();
    assert_eq!((&row["game"], &row["ply"], &row["move"]), (&1.into(), &6.into(), &"a6".into()));
    assert_eq!((&row["player"], &row["clock"]), (&"B0".into(), &60.0.into()));
    assert!(
        row["fen"].as_str().unwrap().starts_with("r1bqkbnr/pppp1ppp/2n5/1B2p3/") && row["loss"].is_number()
    );
    assert!(mola(&["analyze", text(&games), "--shard", "6/5"]).err.contains("write 1/4"));
    // A share without a game is finished at once, with an empty table among those of the others.
    let out = folder.path().join("share");
    let formats = "pgn,html,json,jsonl,parquet";
    let arguments = ["analyze", text(&games), "--shard", "20/20", "--out", text(&out), "--formats", formats];
    let run = mola(&arguments);
    assert!(run.err.contains("no game for the share 20/20"), "{}", run.err);
    assert!(run.fine().contains("positions.parquet"));
    assert_eq!(fs::read_to_string(out.join("positions.jsonl")).unwrap(), "");
    let data: Value = serde_json::from_str(&fs::read_to_string(out.join("analysis.json")).unwrap()).unwrap();
    assert_eq!(data["games"], Value::Array(Vec::new()));
}

#[test]
#[cfg(target_os = "linux")]
fn a_long_stream_takes_no_more_memory_than_a_short_one() {
    let (short, long) = (peak_memory(4), peak_memory(100));
    // The engine may not have been there yet.
    assert!(long < short + (48 << 10), "{short} kB for 4 MiB, {long} kB for 100 MiB");
}

/// The most memory that was used in KiB while a stream of `mebibytes` was read.
#[cfg(target_os = "linux")]
fn peak_memory(mebibytes: usize) -> u32 {
    // Nearly all of it is another share's, since thinking takes time and skipping does not.
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_mola"))
        .args(["analyze", "-", "--nodes", "1", "--concurrency", "1", "--shard", "1/10000"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let game = format!("[White \"A\"]\n\n{} *\n\n", "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(20));
    let piece = game.repeat((1 << 20) / game.len());
    for _ in 0..mebibytes {
        input.write_all(piece.as_bytes()).unwrap();
    }
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    drop(input);
    assert!(child.wait().unwrap().success());
    peak.trim().trim_end_matches(" kB").parse().unwrap()
}

#[test]
fn games_are_analyzed_elsewhere_and_once_each() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    fs::write(place("games.pgn"), many_games()).unwrap();
    let (games, out) = (place("games.pgn"), place("out"));
    let expected = analyzed_into(&place("here"), text(&games), &[]);
    let start = |arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_mola"));
        let piped = std::process::Stdio::piped;
        command.arg("analyze").args(arguments).stdin(piped()).stdout(piped()).spawn().unwrap()
    };
    let giver_arguments =
        [text(&games), "--nodes", "300", "--out", text(&out), "--hand-out", "--concurrency", "1"];
    let mut giver = start(&giver_arguments);
    let mut worker = start(&["--worker", "--nodes", "300"]);
    let jobs = BufReader::new(giver.stdout.take().unwrap());
    let (mut to_giver, mut to_worker) = (giver.stdin.take().unwrap(), worker.stdin.take().unwrap());
    let mut findings = BufReader::new(worker.stdout.take().unwrap()).lines();
    let mut count = 0;
    for job in jobs.lines() {
        writeln!(to_worker, "{}", job.unwrap()).unwrap();
        let finding = findings.next().unwrap().unwrap();
        count += 1;
        // Twice, as if a worker had been given up too early. At the end the giver may be gone.
        for _ in 0..2 {
            let _ = writeln!(to_giver, "{finding}");
        }
    }
    assert!(giver.wait().unwrap().success());
    drop(to_worker);
    assert!(worker.wait().unwrap().success());
    assert_eq!(count, 12);
    assert_eq!(analyzed_into(&out, text(&games), &[]), expected, "nothing is left to analyze");
    assert_eq!(fs::read_to_string(out.join("analysis.jsonl")).unwrap().lines().count(), 13);
    for (other, said) in
        [("{}\n", "cannot be read"), (r#"{"game":1,"engine":"other","opinions":[]}"#, "a worker uses")]
    {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_mola"));
        let piped = std::process::Stdio::piped;
        let new = place(&format!("other-{}", other.len()));
        command.args(["analyze", text(&games), "--nodes", "300", "--out", text(&new), "--hand-out"]);
        let mut giver = command.stdin(piped()).stdout(piped()).stderr(piped()).spawn().unwrap();
        writeln!(giver.stdin.as_mut().unwrap(), "{other}").unwrap();
        let output = giver.wait_with_output().unwrap();
        assert!(!output.status.success());
        let said_so = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said_so.contains(said), "{said_so}");
    }
}

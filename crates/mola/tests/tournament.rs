//! `mola match` as a user runs it.

mod program;

use std::fs::{self, File};
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use mola_game::pgn::{GameTree, Node, Reader};
use program::{Run, command, mola, run, text};
use serde_json::Value;

fn games(folder: &Path) -> Vec<GameTree> {
    let file = File::open(folder.join("games.pgn")).expect("there are games");
    let games: Vec<GameTree> = Reader::new(file).map(|tree| tree.expect("the file can be read")).collect();
    for game in &games {
        assert_eq!(game.errors(), [], "{game}");
    }
    games
}

fn json(run: Run) -> Value {
    serde_json::from_str(&run.fine()).expect("JSON")
}

#[test]
fn two_engines_play_and_everything_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("match");
    let fixed =
        ["match", "mola name=big", "pocket name=small", "--nodes", "300", "--out", text(&out), "--json"];
    let summary = json(run(command().args(fixed).args(["--games", "4", "--concurrency", "2"])));
    assert_eq!(summary["games"], 4);
    assert_eq!(summary["finished"], true);
    let engines = summary["engines"].as_array().unwrap();
    assert_eq!(engines[0]["name"], "big");
    let sum = |key: &str| engines.iter().map(|engine| engine[key].as_u64().unwrap()).sum::<u64>();
    assert_eq!(sum("games"), 8);
    assert_eq!(sum("wins"), sum("losses"));
    let pairs = |index: usize| -> Vec<u64> {
        let pairs = engines[index]["pentanomial"].as_array().unwrap();
        pairs.iter().map(|count| count.as_u64().unwrap()).collect()
    };
    assert_eq!(pairs(0).iter().sum::<u64>(), 2);
    assert!(pairs(0).iter().eq(pairs(1).iter().rev()));
    let played = games(&out);
    assert_eq!(played.len(), 4);
    for game in &played {
        assert!(["big", "small"].contains(&game.tag("White").unwrap()));
        assert_eq!(game.tag("TimeControl"), Some("300 nodes"));
        assert!(game.tag("Termination").is_some() && game.result().as_str() != "*");
        assert!(game.to_string().contains("[%eval ") && game.to_string().contains("[%emt "));
    }
    // The two games of a round share an opening.
    let opening = |game: &GameTree| game.main_line().take(8).map(Node::played).collect::<Vec<_>>();
    let round = |name: &str| played.iter().find(|game| game.tag("Round") == Some(name)).unwrap();
    assert_eq!(opening(round("1.1")), opening(round("1.2")));
    assert_ne!(opening(round("1.1")), opening(round("2.1")));
    // More games of the same match go on from there.
    let more = json(run(command().args(fixed).args(["--games", "6"])));
    assert_eq!(more["games"], 6);
    assert_eq!(games(&out).len(), 6);
    let other = mola(&["match", "mola name=big", "pocket name=small", "--nodes", "301", "--out", text(&out)]);
    assert!(other.failed().contains("choose another folder"));
}

#[test]
fn a_match_that_was_killed_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("match");
    let arguments = [
        "match",
        "mola",
        "pocket",
        "--nodes",
        "2000",
        "--games",
        "10",
        "-c",
        "2",
        "--out",
        text(&out),
        "--json",
    ];
    let mut first = command().args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let results = out.join("results.jsonl");
    let lines = || fs::read_to_string(&results).map_or(0, |text| text.lines().count());
    while lines() < 4 && first.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(5));
    }
    // On Unix this is `kill -9`.
    first.kill().unwrap();
    first.wait().unwrap();
    let before = lines();
    let summary = json(run(command().args(arguments)));
    assert_eq!(summary["games"], 10);
    assert_eq!(games(&out).len(), 10);
    assert!(lines() == 11 && before >= 4, "{before} lines");
    let mut numbers: Vec<u64> = fs::read_to_string(&results)
        .unwrap()
        .lines()
        .skip(1)
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["game"].as_u64().unwrap())
        .collect();
    numbers.sort_unstable();
    assert!(numbers.into_iter().eq(1..=10));
}

#[cfg(unix)]
#[test]
fn what_engines_do_wrong_is_named_and_counted() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/faulty/engine.sh");
    let cases = [
        ("illegal", "600", "illegal", "rules infraction"),
        ("crash", "600", "crash", "abandoned"),
        ("late", "0.1", "time", "time forfeit"),
        ("hang", "0.1", "crash", "abandoned"),
    ];
    for (fault, clock, counted, termination) in cases {
        let engine = format!("sh '{script}' {fault} name=faulty tc={clock}");
        let play = || {
            let folder = tempfile::tempdir().unwrap();
            let out = folder.path().join("match");
            let arguments =
                ["match", "pocket nodes=50", &engine, "--games", "2", "--out", text(&out), "--json"];
            (json(mola(&arguments)), out, folder)
        };
        let (mut summary, mut out, mut folder) = play();
        // On a busy machine who is late by a little may be late by a second, and counts as hung.
        for _ in 0..9 {
            if fault == "late" && summary["engines"][1]["lost_by"][counted] != 2 {
                (summary, out, folder) = play();
            }
        }
        let faulty = &summary["engines"][1];
        assert_eq!(faulty["losses"], 2, "{fault}: {summary}");
        assert_eq!(faulty["lost_by"][counted], 2, "{fault}: {summary}");
        for game in games(&out) {
            assert_eq!(game.tag("Termination"), Some(termination), "{fault}");
        }
        drop(folder);
    }
}

#[cfg(unix)]
#[test]
fn an_engine_that_does_not_start_again_ends_the_match_and_the_games_count() {
    let folder = tempfile::tempdir().unwrap();
    let (out, starts) = (folder.path().join("match"), folder.path().join("starts"));
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/faulty/engine.sh");
    let engine = format!("sh '{script}' tires '{}' name=faulty tc=600", text(&starts));
    let ended = mola(&["match", "pocket nodes=50", &engine, "--games", "10", "--out", text(&out), "--json"]);
    let summary: Value = serde_json::from_str(&ended.out).expect("what is known is shown");
    assert_eq!((&summary["games"], &summary["finished"]), (&1.into(), &false.into()));
    let err = ended.failed();
    assert!(err.contains("faulty: ") && err.contains("too tired"), "{err}");
    assert_eq!(games(&out).len(), 1);
    assert!(out.join("summary.json").exists());
}

#[cfg(unix)]
#[test]
fn an_engine_that_never_starts_is_named() {
    let err = mola(&["match", "pocket", "sh -c 'exit 9'", "--nodes", "9"]).failed();
    assert!(err.contains("sh -c 'exit 9': the program ended"), "{err}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_match_in_good_order() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("match");
    let arguments = ["match", "mola", "pocket", "--nodes", "2000", "--games", "5000", "--out", text(&out)];
    let child = command().args(arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let results = out.join("results.jsonl");
    while fs::read_to_string(&results).map_or(0, |text| text.lines().count()) < 3 {
        thread::sleep(Duration::from_millis(5));
    }
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&output.stdout).contains("score"), "what is known is shown");
    assert!(games(&out).len() >= 2 && out.join("summary.json").exists());
}

#[test]
fn a_test_ends_when_it_is_decided() {
    let arguments = ["match", "mola nodes=2000", "pocket nodes=20", "--sprt", "0,100", "--json", "-c", "2"];
    let summary = json(mola(&arguments));
    assert_eq!(summary["sprt"]["decision"], "h1", "{summary}");
    assert_eq!(summary["finished"], true);
    assert!(summary["games"].as_u64().unwrap() < 200, "{summary}");
}

#[test]
fn a_gauntlet_of_three_from_a_file_of_openings() {
    let folder = tempfile::tempdir().unwrap();
    let (book, out) = (folder.path().join("book.epd"), folder.path().join("match"));
    fs::write(&book, "4k3/4p3/8/8/8/8/4P3/4K3 w - - bm e4;\ne2e4 e7e5\n").unwrap();
    let fixed = ["match", "mola", "mola name=two", "mola name=three", "--format", "gauntlet", "--depth", "2"];
    let more = ["--games", "4", "--openings", text(&book), "--in-order", "--out", text(&out)];
    let table = run(command().args(fixed).args(more)).fine();
    assert_eq!(
        table.lines().filter(|line| line.contains('%')).count(),
        3 + 2,
        "engines and couples: {table}"
    );
    let played = games(&out);
    assert_eq!(played.len(), 8);
    let is_first = |name: Option<&str>| name.is_some_and(|name| name.starts_with("Mola"));
    assert!(played.iter().all(|game| is_first(game.tag("White")) != is_first(game.tag("Black"))));
    assert_eq!(played.iter().filter(|game| game.tag("FEN").is_some()).count(), 4);
}

#[test]
fn built_in_engines_take_networks_and_every_other_option() {
    let folder = tempfile::tempdir().unwrap();
    let net = folder.path().join("x.nnue");
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/../mola-engine/net/mola.nnue"), &net).unwrap();
    let engine = format!("mola name=file option.EvalFile={}", text(&net));
    let builtin = "mola name=builtin option.EvalFile='<builtin>' option.OwnBook=true";
    let summary = json(mola(&["match", &engine, builtin, "mola", "--depth", "1", "--games", "2", "--json"]));
    assert_eq!(summary["games"], 6, "{summary}");
    let missing = mola(&["match", "mola option.EvalFile=/no/such/x.nnue", "mola", "--depth", "1"]).failed();
    assert!(missing.contains("there is no such file"), "{missing}");
}

#[test]
fn mistakes_in_the_command_are_explained() {
    let cases: [(&[&str], &str, i32); 7] = [
        (&["match", "mola", "pocket"], "nothing says how long mola may think", 2),
        (&["match", "mola", "pocket", "--nodes", "9", "--each", "mola"], "--each takes settings", 2),
        (
            &["match", "mola", "pocket", "mola", "--nodes", "9", "--sprt", "0,5"],
            "--sprt compares two engines",
            2,
        ),
        (&["match", "mola", "no-such-engine", "--nodes", "9"], "no-such-engine could not be started", 1),
        (
            &["match", "mola option.Hsh=1", "pocket", "--nodes", "9"],
            "there is no option Hsh; it has: Hash",
            1,
        ),
        (&["match", "mola option.Hash=x", "pocket", "--nodes", "9"], "Hash takes a number from 1", 1),
        (
            &["match", "mola", "pocket", "--nodes", "9", "--openings", "/no/such/file"],
            "cannot open /no/such/file",
            1,
        ),
    ];
    for (arguments, expected, code) in cases {
        let said = mola(arguments).ended(code);
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
    for usage in [&["match", "mola"][..], &["match", "mola", "pocket", "--tc", "fast"], &["match", "--what"]]
    {
        assert_eq!(mola(usage).code, Some(2), "{usage:?}");
    }
}

#[test]
fn an_edited_engine_plays_the_original() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pocket.toml");
    let printed = mola(&["lab"]).fine();
    assert!(printed.contains("[material]\npawn = [70, 123]"), "{printed}");
    std::fs::write(&file, printed).unwrap();
    let arguments = ["lab", text(&file), "--games", "4", "--nodes", "60", "--json", "-c", "2"];
    let same: Value = serde_json::from_str(&mola(&arguments).fine()).unwrap();
    // Equal engines: in each pair both play the same game with either color.
    assert_eq!((&same["games"], &same["score"]), (&4.into(), &0.5.into()), "{same}");

    std::fs::write(&file, "[material]\nqueen = [0, 0]\nrook = [0, 0]\nknight = [0, 0]\nbishop = [0, 0]\n")
        .unwrap();
    let worse: Value = serde_json::from_str(&mola(&arguments).fine()).unwrap();
    assert!(worse["score"].as_f64().unwrap() < 0.5, "{worse}");
    let turned = worse["turned"].as_array().unwrap();
    assert!(!turned.is_empty() && turned.iter().all(|turn| turn["fen"].is_string()), "{worse}");
    let spoken = mola(&arguments[..6]).fine();
    assert!(spoken.contains("The edited engine: ") && spoken.contains("edited thought"), "{spoken}");

    std::fs::write(&file, "[rules]\ntempo = 3\nspeed = 9\n").unwrap();
    let said = mola(&arguments).failed();
    assert!(said.contains("pocket.toml, line 3: \"speed\" is not a rule; there are tempo"), "{said}");
    let said = mola(&["match", &format!("pocket values={}", text(&file)), "mola", "--nodes", "9"]).failed();
    assert!(said.contains("line 3"), "{said}");
}

//! What the smaller commands print, and how they fail.

mod program;

use std::fs::{self, OpenOptions};
use std::io::Read;
use std::process::Stdio;

use program::{command, mola, run, text};
use serde_json::Value;

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&mola(arguments).fine()).expect("JSON")
}

#[test]
fn every_command_has_help_with_examples() {
    let commands = [
        "perft",
        "bench",
        "eval",
        "analyze",
        "svg",
        "match",
        "lab",
        "datagen",
        "doctor",
        "config",
        "help",
        "completions",
        "man",
    ];
    for name in commands {
        let help = mola(&[name, "--help"]).fine();
        assert!(help.contains("Examples:") && help.contains(&format!("mola {name} ")), "{help}");
    }
    let help = mola(&["--help"]).fine();
    assert!(commands.iter().all(|name| help.contains(&format!("\n  {name}"))), "{help}");
    assert!(help.contains("Exit codes: 0 "), "{help}");
}

#[test]
fn perft_and_bench_tell_programs_what_they_count() {
    let perft = json(&["perft", "3", "--json"]);
    assert_eq!(perft["nodes"], 8902);
    assert_eq!(perft["moves"].as_object().unwrap().len(), 20);
    let bench = json(&["bench", "3", "--json"]);
    let positions = bench["positions"].as_array().unwrap();
    let sum: u64 = positions.iter().map(|one| one["nodes"].as_u64().unwrap()).sum();
    assert_eq!(bench["nodes"], sum);
    let spoken = mola(&["bench", "3"]).fine();
    assert!(spoken.lines().last().unwrap().starts_with(&format!("{sum} nodes ")), "{spoken}");
}

#[test]
fn an_evaluation_has_a_picture_and_values_that_programs_can_read() {
    // Black is a pawn down.
    let shown = mola(&["eval", "rnbqkbnr/ppp1pppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]).fine();
    assert!(shown.contains("4 . . . . ♙ . . .") && shown.contains("Black to move"), "{shown}");
    assert!(shown.contains("The network's value: +") && shown.contains("for White"), "{shown}");
    assert!(mola(&["eval", "--ascii", "startpos"]).fine().contains("R N B Q K B N R"));
    let data = json(&["eval", "--json", "4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"]);
    assert!(data["value"].as_i64().unwrap() > 300, "{data}");
    let pieces = data["pieces"].as_object().unwrap();
    assert!(pieces.len() == 8 && pieces["e2"].as_i64().unwrap() > 20, "{data}");
    let known = json(&["eval", "--json", "4k3/8/8/8/8/8/8/3QK3 b - - 0 1"]);
    assert!(
        known["known_ending"].as_i64().unwrap() > 5000 && known["known_ending"] == known["value"],
        "{known}"
    );
}

#[test]
fn the_small_engine_explains_its_score_square_by_square() {
    let shown = mola(&["eval", "--engine", "pocket", "--ascii", "startpos", "moves", "e4"]).fine();
    assert!(shown.contains(" e4      white pawn") && shown.contains("Pocket's value: +"), "{shown}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pocket.toml");
    fs::write(&file, "[material]\nqueen = [70, 123]\n").unwrap();
    let queen =
        |engine: &str| json(&["eval", "--engine", engine, "--json", "startpos"])["squares"]["d1"].clone();
    let (own, edited) = (queen("pocket"), queen(&format!("pocket values={}", text(&file))));
    let number = |value: &Value| value["middlegame"].as_i64().unwrap();
    assert_eq!(number(&own) - number(&edited), 935 - 70, "{own} {edited}");
    assert!(mola(&["eval", "--engine", "gnuchess", "startpos"]).failed().contains("--engine pocket"));
}

/// Nothing that moves a terminal's cursor, colors its text or renames its window.
#[track_caller]
fn assert_harmless(said: &str) {
    let is_harmful = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\t');
    assert!(!said.contains(is_harmful), "{said:?}");
}

/// A network whose note, which is text from its trainer, colors the terminal.
fn network_with_escapes() -> Vec<u8> {
    /// Where the hash and then the note begin: `training/FORMAT.md`.
    const HASH: usize = 24;
    const NOTE: usize = 32;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("random.nnue");
    mola(&["net", "random", "32", "--out", text(&file)]).fine();
    let mut bytes = fs::read(file).unwrap();
    bytes[NOTE..NOTE + 5].copy_from_slice(b"\x1b[31m");
    let others = bytes[..HASH].iter().chain(&bytes[NOTE..]);
    let hash = others
        .fold(0xCBF29CE484222325, |hash: u64, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100000001B3));
    bytes[HASH..NOTE].copy_from_slice(&hash.to_le_bytes());
    bytes
}

#[test]
fn escapes_in_a_network_do_not_reach_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("red.nnue");
    fs::write(&file, network_with_escapes()).unwrap();
    let shown = mola(&["net", "show", text(&file)]).fine();
    assert!(shown.contains("\u{fffd}[31mm weights, seed 1"), "the note is shown: {shown:?}");
    assert_harmless(&shown);
    let set = |path: &str| {
        let option = format!("setoption name EvalFile value {path}");
        mola(&[&option, "uci", "eval", "go depth 1"]).fine()
    };
    let taken = set(text(&file));
    assert!(!taken.contains("was not set") && taken.contains("bestmove "), "{taken:?}");
    assert_harmless(&taken);
    let refused = set("no\x1b[31mfile");
    assert!(refused.contains("EvalFile was not set"), "{refused:?}");
    assert_harmless(&refused);
    let missing = mola(&["net", "show", "no\x1b[31mfile"]).failed();
    assert!(missing.contains("[31mfile"), "{missing:?}");
    assert_harmless(&missing);
}

#[cfg(unix)]
#[test]
fn escapes_of_an_engine_do_not_reach_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let engine = concat!("sh '", env!("CARGO_MANIFEST_DIR"), "/tests/faulty/engine.sh' escapes");
    let (out, typed) = (folder.path().join("match"), folder.path().join("typed"));
    fs::write(&typed, "e4\n").unwrap();
    let mut play_match = command();
    play_match.args(["match", "pocket nodes=50", &format!("{engine} tc=600"), "--games", "2"]);
    let mut play = command();
    play.args(["play", "--plain", "--engine", engine]).env("XDG_STATE_HOME", folder.path());
    let mut analyze = command();
    analyze.args(["analyze", "startpos moves e4 e5", "--engine", engine]);
    for one in [play_match.args(["--out", text(&out)]), &mut play, &mut analyze] {
        let said = run(one.stdin(fs::File::open(&typed).unwrap()));
        let all = said.out + &said.err;
        assert!(all.contains("[31mFaulty") || all.contains("[2Jorder"), "its words are shown: {all:?}");
        assert_harmless(&all);
    }
    for kept in [out, folder.path().join("mola/games")] {
        let files: Vec<_> = fs::read_dir(kept).unwrap().map(|entry| entry.unwrap().path()).collect();
        let texts: Vec<_> = files.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
        assert!(texts.iter().any(|text| text.contains("[Event ")), "{files:?}");
        for text in &texts {
            assert_harmless(text);
        }
    }
}

#[test]
fn a_bad_position_is_explained_part_by_part() {
    let cases = [
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "Black has no king"),
        ("8/8/4k3/8/8/8/8/4K4 w - - 0 1", "rank 1"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "x"),
        ("startpos moves e4 e4", "e4"),
        ("nonsense", "nonsense"),
    ];
    for command in ["eval", "svg", "analyze"] {
        for (fen, part) in cases {
            let said = mola(&[command, fen]).ended(2);
            assert!(said.contains(part), "{command}: {said}");
        }
    }
}

#[test]
fn a_picture_shows_what_was_asked_for() {
    let picture =
        mola(&["svg", "startpos", "moves", "e4", "--size", "300", "--arrow", "c7c5", "--flip"]).fine();
    assert!(picture.starts_with("<svg ") && picture.contains("width=\"300\""), "{picture}");
    let plain = mola(&["svg", "startpos"]).fine();
    let marked = mola(&["svg", "startpos", "--last", "e2e4", "--mark", "d5", "--no-coordinates"]).fine();
    assert!(plain.contains("<text") && !marked.contains("<text") && marked.len() != plain.len());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.svg");
    mola(&["svg", "startpos", "--out", text(&file)]).fine();
    assert_eq!(fs::read_to_string(&file).unwrap(), plain);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no draft is left");
    assert_eq!(mola(&["svg", "startpos", "--arrow", "e2"]).code, Some(2));
    assert!(
        mola(&["svg", "startpos", "--out", "/no/such/folder/x.svg"]).failed().contains("/no/such/folder")
    );
}

#[test]
fn shells_and_manuals_know_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = mola(&["completions", shell]).fine();
        assert!(script.contains("analyze") && script.contains("concurrency"), "{shell}");
    }
    assert_eq!(mola(&["completions", "cmd"]).code, Some(2));
    let folder = tempfile::tempdir().unwrap();
    mola(&["man", text(folder.path())]).fine();
    for page in ["mola.1", "mola-match.1", "mola-analyze.1", "mola-perft.1", "mola-engines.1"] {
        assert!(fs::read_to_string(folder.path().join(page)).unwrap().contains(".TH"), "{page}");
    }
    // An example stands on a line of its own, and with letters that a shell understands.
    let page = fs::read_to_string(folder.path().join("mola-play.1")).unwrap();
    assert!(
        page.contains("\n  mola play \\-\\-engine \\(aqgnuchess \\-\\-xboard proto=xboard\\(aq\n"),
        "{page}"
    );
}

#[test]
fn help_knows_commands_and_topics() {
    assert_eq!(mola(&["help"]).fine(), mola(&["--help"]).fine());
    assert_eq!(mola(&["help", "play"]).fine(), mola(&["play", "--help"]).fine());
    assert_eq!(mola(&["help", "data", "merge"]).fine(), mola(&["data", "merge", "--help"]).fine());
    assert!(mola(&["help", "engines"]).fine().contains("option.NAME=VALUE"));
    assert!(mola(&["help", "levels"]).fine().contains("  20  Mola "));
    let unknown = mola(&["help", "fishing"]);
    assert_eq!(unknown.code, Some(2));
    assert!(
        unknown.err.contains("no help on 'fishing'") && unknown.err.contains("engines"),
        "{}",
        unknown.err
    );
    assert!(mola(&["--help"]).fine().contains("mola/config.toml"));
}

#[test]
fn the_configuration_is_shown_and_its_mistakes_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let config = |arguments: &[&str]| {
        run(command().arg("config").args(arguments).env("XDG_CONFIG_HOME", folder.path()))
    };
    let file = folder.path().join("mola/config.toml");
    assert_eq!(config(&["--path"]).fine().trim_end(), text(&file));
    let shown = config(&[]).fine();
    assert!(shown.contains("there is no such file yet") && shown.contains("\n# level = 5\n"), "{shown}");
    fs::create_dir(folder.path().join("mola")).unwrap();
    // What is shown is a file to start from.
    fs::write(&file, shown).unwrap();
    config(&[]).fine();
    fs::write(&file, "level = 3\ncolor = pink\n").unwrap();
    let shown = config(&[]);
    assert!(shown.out.contains("(set in line 1)\nlevel = 3\n"), "{}", shown.out);
    let said = shown.failed();
    assert!(said.contains("config.toml, line 2: put quotes around the value: color = \"pink\"."), "{said}");
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    assert!(config(&[]).failed().contains("could not be read"));
    let homeless = ["HOME", "XDG_CONFIG_HOME", "APPDATA", "USERPROFILE"];
    let lost =
        run(homeless.iter().fold(&mut command(), |command, name| command.env_remove(name)).arg("config"));
    assert!(lost.fine().contains("does not say where your home is"));
}

#[test]
fn the_doctor_knows_the_machine_and_finds_tables() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("KRPvKR.rtbw"), "").unwrap();
    let shown = mola(&["doctor", "--syzygy", text(folder.path())]).fine();
    assert!(shown.contains("1 WDL and 0 DTZ files, up to 5 pieces"), "{shown}");
    let found = json(&["doctor", "--json"]);
    assert!(found["machine"]["processors"].as_u64().unwrap() >= 1, "{found}");
    assert!(found["nodes_per_second"].as_u64().unwrap() > 0, "{found}");
    assert_eq!(found["terminal"]["interactive"], false);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said_and_nothing_panics() {
    let cases: [&[&str]; 7] = [
        &["perft", "1"],
        &["bench", "1"],
        &["eval", "startpos"],
        &["svg", "startpos"],
        &["completions", "bash"],
        &["analyze", "startpos", "--depth", "1"],
        &["match", "mola", "pocket", "--depth", "1", "--games", "2", "--max-moves", "5"],
    ];
    for arguments in cases {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let said = run(command().args(arguments).stdout(full));
        // Their standard output is not captured, so it looks empty here.
        let said = said.failed();
        assert!(said.contains("standard output") && said.contains("No space left"), "{arguments:?}: {said}");
    }
    assert!(mola(&["svg", "startpos", "--out", "/dev/full"]).failed().contains("No space left"));
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_heard_enough_is_no_error() {
    let mut child = command()
        .args(["perft", "3", "--divide"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""));
}

//! `mola datagen`, `mola data` and `mola net`, as a user runs them.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;

/// A folder of its own for each test, gone afterwards.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("mola-learning-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn mola(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::cargo_bin("mola").expect("the program is built").args(arguments).output();
    let output = output.expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn succeed(arguments: &[&str]) -> String {
    let (code, out, err) = mola(arguments);
    assert_eq!(code, Some(0), "{arguments:?}: {err}");
    out
}

fn play(scratch: &Scratch, name: &str, extra: &[&str]) -> String {
    let folder = scratch.path(name);
    let quick = ["datagen", &folder, "--positions", "300", "--nodes", "50", "--threads", "1"];
    succeed(&[&quick, extra].concat());
    folder
}

#[test]
fn games_are_counted_mixed_and_exported() {
    let scratch = Scratch::new("export");
    let folder = play(&scratch, "games", &[]);
    let stats = succeed(&["data", "stats", &folder, "--json"]);
    let counts: serde_json::Value = serde_json::from_str(&stats).unwrap();
    let number = |name: &str| counts[name].as_u64().unwrap() as usize;
    assert!(number("games") > 1 && number("kept") >= 300, "{stats}");

    let (one, other) = (scratch.path("one.mola"), scratch.path("other.mola"));
    succeed(&["data", "shuffle", &folder, "--seed", "3", "--out", &one]);
    // Every game once, though all of them are named twice.
    let said = succeed(&["data", "shuffle", &folder, &folder, "--seed", "3", "--out", &other]);
    assert!(said.contains("duplicates"), "{said}");
    assert_eq!(fs::read(&one).unwrap().len(), fs::read(&other).unwrap().len());
    let positions = scratch.path("positions");
    succeed(&["data", "export", &one, "--out", &positions]);
    assert_eq!(fs::read(&positions).unwrap().len(), 32 * (number("kept") + 1));
    let folder = Path::new(&positions).parent().unwrap();
    let mut names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(names.all(|name| !name.to_string_lossy().ends_with(".tmp")), "a draft is left behind");
}

#[test]
fn with_hindsight_scores_come_from_what_followed() {
    let scratch = Scratch::new("hindsight");
    let (folder, out) = (play(&scratch, "games", &[]), scratch.path("positions"));
    let export = |hindsight: &str| {
        succeed(&["data", "export", &folder, "--hindsight", hindsight, "--out", &out]);
        fs::read(&out).unwrap()
    };
    let (none, some, all) = (export("0"), export("0.5"), export("1"));
    let score = |sample: &[u8]| i16::from_le_bytes([sample[24], sample[25]]);
    let mut distances = [0; 2];
    for ((none, some), all) in none.chunks(32).zip(some.chunks(32)).zip(all.chunks(32)).skip(1) {
        assert!(none[..24] == all[..24] && none[26..] == all[26..], "nothing but the score changes");
        assert_eq!(score(all), [-3000, 0, 3000][usize::from(all[26])], "the result alone counts");
        for (distance, sample) in distances.iter_mut().zip([none, some]) {
            *distance += u64::from(score(sample).abs_diff(score(all)));
        }
    }
    assert!(distances[1] < distances[0], "{distances:?} from the result");
    let refuse = |extra: [&str; 2]| {
        let (code, _, err) = mola(&[&["data", "export", &folder, "--out", &out], &extra[..]].concat());
        assert_eq!(code, Some(2), "{err}");
        err
    };
    assert!(refuse(["--hindsight", "1.5"]).contains("type a number from 0 to 1"));
    assert!(refuse(["--hindsight=1", "--tree"]).contains("--tree"));
}

#[test]
fn what_more_threads_played_counts_when_fewer_resume() {
    let scratch = Scratch::new("threads");
    let folder = scratch.path("games");
    let datagen = |positions: &str, threads: &str| {
        let quick = ["datagen", &folder, "--nodes", "20", "--tree", "1", "--positions", positions];
        let said = succeed(&[&quick[..], &["--threads", threads]].concat());
        said.split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    let sizes =
        || ["games-0.mola", "games-1.mola"].map(|name| fs::read(format!("{folder}/{name}")).unwrap().len());
    let (all, before) = (datagen("400", "2"), sizes());
    assert_eq!((datagen("400", "1"), sizes()), (all, before), "there is nothing left to play");
}

#[test]
fn torn_and_damaged_games_are_found_and_the_others_saved() {
    let scratch = Scratch::new("damage");
    let folder = play(&scratch, "games", &[]);
    let file = Path::new(&folder).join("games-0.mola");
    let whole = fs::read(&file).unwrap();
    let mut bytes = whole[..whole.len() - 3].to_vec();
    fs::write(&file, &bytes).unwrap();
    let said = succeed(&["data", "check", &folder]);
    assert!(said.contains("bytes of a torn game"), "{said}");
    play(&scratch, "games", &[]);
    assert!(fs::read(&file).unwrap() == whole, "the torn game is played again, and no other");

    bytes[40] ^= 0x55;
    fs::write(&file, &bytes).unwrap();
    let (code, _, err) = mola(&["datagen", &folder, "--threads", "1"]);
    assert_eq!(code, Some(1));
    assert!(err.contains("games-0.mola: the record after 0 games is damaged"), "{err}");
    let (code, out, err) = mola(&["data", "check", &folder]);
    assert_eq!(code, Some(1));
    assert!(
        out.contains("1 damaged, the first after 0 games") && err.contains("mola data merge"),
        "{out}{err}"
    );
    let saved = scratch.path("saved.mola");
    succeed(&["data", "merge", &folder, "--out", &saved]);
    assert!(!succeed(&["data", "check", &saved]).contains("damaged"));
}

#[test]
fn positions_of_the_tree_leave_the_games_as_they_are() {
    let scratch = Scratch::new("tree");
    let folder = play(&scratch, "tree", &["--tree", "2"]);
    let samples = scratch.path("positions");
    succeed(&["data", "export", &folder, "--tree", "--out", &samples]);
    let bytes = fs::read(&samples).unwrap();
    assert!(bytes.len() > 32 * 50, "{}", bytes.len());
    assert!(bytes.chunks(32).skip(1).all(|sample| sample[26] == 3), "no result is known");
    let plain = play(&scratch, "plain", &[]);
    let read = |folder: &str| fs::read(Path::new(folder).join("games-0.mola")).unwrap();
    let (with, without) = (read(&folder), read(&plain));
    let both = with.len().min(without.len());
    assert!(with[..both] == without[..both]);
}

#[test]
fn old_games_get_new_scores_and_keep_their_moves() {
    let scratch = Scratch::new("rescore");
    let random = scratch.path("random.nnue");
    succeed(&["net", "random", "64", "--out", &random]);
    let folder = play(&scratch, "games", &["--tree", "2"]);
    let rescore = |name: &str, extra: &[&str]| {
        let out = scratch.path(name);
        succeed(&[&["data", "rescore", &folder, "--nodes", "50", "--out", &out], extra].concat());
        out
    };
    let read = |path: &str| fs::read(path).unwrap();
    let [one, again, other] = [("one", "<builtin>"), ("again", "<builtin>"), ("other", random.as_str())]
        .map(|(name, network)| rescore(name, &["--eval-file", network]));
    assert_eq!(read(&one), read(&again), "the same network thinks the same");
    assert_ne!(read(&one), read(&other));
    let positions = |games: &str| {
        let out = scratch.path("positions");
        succeed(&["data", "export", games, "--out", &out]);
        let bytes = fs::read(&out).unwrap();
        bytes.chunks(32).map(|sample| sample[..24].to_vec()).collect::<Vec<_>>()
    };
    let (old, new) = (positions(&folder), positions(&one));
    // Where a mate is seen now, a position is no longer worth learning from.
    assert!(new.len() > 100 && new.iter().all(|board| old.contains(board)), "{} of {}", new.len(), old.len());
    let tree = rescore("tree.tree", &["--tree"]);
    let said = succeed(&["data", "check", &tree]);
    assert!(!said.contains("damaged"), "{said}");
}

#[test]
fn other_files_are_refused_in_words() {
    let scratch = Scratch::new("refuse");
    let (text, out) = (scratch.path("text"), scratch.path("out"));
    fs::write(&text, "1. e4 e5").unwrap();
    for command in [&["data", "stats", &text][..], &["data", "export", &text, "--out", &out]] {
        let (code, _, err) = mola(command);
        assert_eq!(code, Some(1));
        assert!(err.contains("not a file of games"), "{err}");
    }
    let (code, _, err) = mola(&["net", "show", &text]);
    assert_eq!(code, Some(1));
    assert!(err.contains("not a Mola network"), "{err}");
    let empty = scratch.path("empty");
    fs::create_dir(&empty).unwrap();
    assert!(mola(&["data", "check", &empty]).2.contains("no file of games"));
}

#[test]
fn eval_file_takes_networks_and_refuses_everything_else() {
    let scratch = Scratch::new("net");
    let [good, bad, layers] = ["good.nnue", "bad.nnue", "layers.nnue"].map(|name| scratch.path(name));
    succeed(&["net", "random", "64", "--out", &good]);
    succeed(&["net", "random", "64", "--layers", "--out", &layers]);
    let (code, _, err) = mola(&["net", "random", "96", "--layers", "--out", &layers]);
    assert!(code == Some(1) && err.contains("a multiple of 64"), "{err}");
    let mut bytes = fs::read(&good).unwrap();
    bytes[5_000] ^= 1;
    fs::write(&bad, bytes).unwrap();
    let ask = |network: &str| {
        let mut command = Command::cargo_bin("mola").expect("the program is built");
        let option = format!("setoption name EvalFile value {network}");
        let output = command.args([&option, "uci", "go depth 5"]).output().expect("the program starts");
        String::from_utf8(output.stdout).unwrap()
    };
    let last_score = |said: &str| said.lines().rfind(|line| line.contains(" score ")).unwrap().to_owned();
    let (plain, with, refused, missing) = (ask("<builtin>"), ask(&good), ask(&bad), ask(&scratch.path("no")));
    assert!(plain.contains("option name EvalFile type string"), "{plain}");
    assert_ne!(last_score(&plain), last_score(&with));
    let with_layers = ask(&layers);
    assert!(
        !with_layers.contains("not set") && last_score(&with_layers) != last_score(&plain),
        "{with_layers}"
    );
    assert!(refused.contains("EvalFile was not set") && refused.contains("hash"), "{refused}");
    assert!(missing.contains("there is no such file"), "{missing}");
}

#[test]
fn a_trained_network_is_judged_better_than_a_random_one() {
    let scratch = Scratch::new("judge");
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/nnue");
    let [scores, small] =
        ["deep-scores.txt", "small.nnue"].map(|name| testdata.join(name).to_str().unwrap().to_owned());
    let random = scratch.path("random.nnue");
    succeed(&["net", "random", "32", "--out", &random]);
    let said = succeed(&["net", "judge", &scores, &small, &random]);
    let errors: Vec<f64> =
        said.lines().map(|line| line.split([' ', ',']).next().unwrap().parse().unwrap()).collect();
    assert!(errors.len() == 2 && errors[0] + 0.01 < errors[1], "{said}");
    let difference = said.split_once('(').unwrap().1.split(' ').next().unwrap();
    assert!((difference.parse::<f64>().unwrap() - (errors[1] - errors[0])).abs() < 0.000_02, "{said}");
    let text = scratch.path("text");
    for score in ["much", "nan", "inf"] {
        fs::write(&text, format!("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1; {score}")).unwrap();
        let (code, _, err) = mola(&["net", "judge", &text, &small]);
        assert!(
            code == Some(1) && err.contains("line 1") && err.contains("a FEN, a semicolon and a score"),
            "{err}"
        );
    }
}

#[test]
fn the_network_shows_what_each_piece_is_worth() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/nnue");
    let file = |end: &str| here.join(format!("small.{end}")).to_str().unwrap().to_owned();
    let out = succeed(&["net", "show", &file("nnue"), "--fen", "4k3/8/8/8/8/8/3QP3/4K3 w - - 0 1"]);
    assert!(out.contains("The network's value: +") && out.contains("   Q   "), "{out}");
    for end in ["nnue", "trained"] {
        let out = succeed(&["net", "golden", &file(end), &file("golden")]);
        assert!(out.contains("all as the trainer says"), "{out}");
    }
}

//! The commands as a user runs them.

use assert_cmd::Command;

fn mola(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::cargo_bin("mola").expect("the program is built").args(arguments).output();
    let output = output.expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn perft_counts_the_starting_position() {
    let (code, out, _) = mola(&["perft", "4"]);
    assert_eq!(code, Some(0));
    assert!(out.starts_with("197281 nodes in "), "{out}");
}

#[test]
fn depth_zero_is_one_position() {
    assert!(mola(&["perft", "0"]).1.starts_with("1 nodes"));
}

#[test]
fn the_number_of_threads_does_not_change_the_count() {
    for threads in ["1", "3", "64"] {
        let (_, out, _) = mola(&["perft", "3", "--threads", threads]);
        assert!(out.starts_with("8902 nodes"), "{threads} threads: {out}");
    }
}

#[test]
fn divide_lists_every_first_move() {
    let (_, out, _) = mola(&["perft", "2", "--divide", "--fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]);
    assert!(out.lines().any(|line| line == "e1g1: 3"), "{out}");
    let moves: u64 =
        out.lines().filter_map(|line| line.split_once(": ")).map(|(_, n)| n.parse::<u64>().unwrap()).sum();
    assert_eq!(moves, 66);
    assert!(out.contains("\n66 nodes"), "{out}");
}

#[test]
fn a_bad_fen_is_explained_on_stderr() {
    let (code, out, err) = mola(&["perft", "1", "--fen", "8/8/8/8/8/8/8/K7 w - - 0 1"]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(err.contains("Black has no king"), "{err}");
}

#[test]
fn an_impossible_en_passant_square_is_dropped_everywhere() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - e6 0 1";
    let folder = tempfile::tempdir().unwrap();
    let network = folder.path().join("small.nnue");
    let network = network.to_str().unwrap();
    mola(&["net", "random", "32", "--out", network]);
    let cases: [&[&str]; 5] = [
        &["analyze", fen, "--depth", "1"],
        &["eval", fen],
        &["svg", fen],
        &["perft", "1", "--fen", fen],
        &["net", "show", network, "--fen", fen],
    ];
    for arguments in cases {
        let (code, _, err) = mola(arguments);
        assert_eq!(code, Some(0), "{arguments:?}: {err}");
    }
}

#[test]
fn a_bad_depth_is_a_usage_error() {
    let (code, _, err) = mola(&["perft", "many"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("many"), "{err}");
}

#[test]
fn what_is_wrong_with_a_number_is_said_in_words() {
    let cases: [(&[&str], &str); 6] = [
        (&["perft", "many"], "'many' is not a whole number"),
        (&["perft", "3", "--threads", "0"], "'0' must be above zero"),
        (&["match", "mola", "pocket", "--nodes", "1e6"], "'1e6' is not a whole number"),
        (&["datagen", "x", "--positions", "99999999999999999999"], "is too large"),
        (&["analyze", "startpos", "--depth", "deep"], "'deep' is not a whole number"),
        (&["play", "--game", "two", "--pgn", "x.pgn"], "'two' is not a whole number"),
    ];
    for (arguments, words) in cases {
        let (code, _, err) = mola(arguments);
        assert_eq!(code, Some(2), "{arguments:?}");
        assert!(err.contains(words) && !err.contains("invalid digit"), "{arguments:?}: {err}");
    }
}

#[test]
fn behind_a_pipe_uci_is_spoken() {
    let mut command = Command::cargo_bin("mola").expect("the program is built");
    let output = command.write_stdin("uci\nisready\nquit\n").output().expect("the program starts");
    let said = String::from_utf8(output.stdout).expect("the program writes UTF-8");
    assert!(said.contains("uciok") && said.contains("readyok"), "{said}");
}

#[test]
fn a_conversation_is_recorded_line_by_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("mola.log");
    for _ in 0..2 {
        let mut command = Command::cargo_bin("mola").expect("the program is built");
        command.args(["uci", "--log"]).arg(&log).write_stdin("uci\r\nisready\nquit").assert().success();
    }
    let text = std::fs::read_to_string(&log).expect("a log");
    // The seconds differ from run to run.
    let lines: Vec<&str> = text.lines().map(|line| line.get(11..).unwrap_or(line)).collect();
    assert_eq!(text.matches("--- Mola ").count(), 2, "the second is added to the first:\n{text}");
    for (line, count) in [("> uci", 2), ("< uciok", 2), ("> isready", 2), ("< readyok", 2)] {
        assert_eq!(lines.iter().filter(|&&other| other == line).count(), count, "{line} in\n{text}");
    }
    let (code, _, error) = mola(&["uci", "--log", "/missing/folder/mola.log"]);
    assert_eq!(code, Some(1), "{error}");
    assert!(error.contains("cannot write the log /missing/folder/mola.log"), "{error}");
}

#[test]
fn bench_ends_in_nodes_and_speed() {
    let (code, out, _) = mola(&["bench", "4"]);
    assert_eq!(code, Some(0));
    let last: Vec<&str> = out.lines().last().unwrap_or_default().split(' ').collect();
    assert!(
        matches!(last[..], [nodes, "nodes", speed, "nps"] if nodes.parse::<u64>().is_ok_and(|n| n > 1_000) && speed.parse::<u64>().is_ok()),
        "{out}"
    );
}

/// Whoever changes how the engine plays changes this number, and tells it in the commit.
#[test]
fn bench_counts_the_same_nodes_in_every_build() {
    let (code, out, _) = mola(&["bench"]);
    assert_eq!(code, Some(0));
    let nodes = out.lines().last().and_then(|line| line.split(' ').next());
    assert_eq!(nodes, Some(include_str!("signature.txt").trim()));
}

/// `OpenBench` calls an engine with lines of UCI as its arguments, and reads what it prints.
#[test]
fn openings_are_generated_as_openbench_asks_for_them() {
    let ask = |seed: &str| {
        let line = format!("genfens 4 seed {seed} book None ");
        let (code, out, err) = mola(&["setoption name Hash value 8", &line, "quit"]);
        assert_eq!((code, err.as_str()), (Some(0), ""));
        out
    };
    let first = ask("18446744073709551615");
    assert_eq!(first.lines().count(), 4, "{first}");
    for line in first.lines() {
        let fen = line.strip_prefix("info string genfens ").unwrap_or_else(|| panic!("{line}"));
        let position: mola_rules::Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert!(position.outcome().is_none() && position.fullmoves() == 5, "eight or nine plies: {fen}");
    }
    assert_eq!(first, ask("18446744073709551615"), "the same seed gives the same openings");
    assert_ne!(first, ask("1"));
}

#[test]
fn lines_of_uci_are_carried_out_to_their_end() {
    let (code, out, _) = mola(&["position startpos moves e2e4", "d", "go depth 3", "quit", "d"]);
    assert_eq!(code, Some(0));
    assert!(out.contains("Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"), "{out}");
    assert!(out.trim_end().lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{out}");
}

#[test]
fn a_mistyped_command_is_told_as_one() {
    for arguments in [&["prefix"][..], &["perft 3"], &["bnech"]] {
        let (code, out, err) = mola(arguments);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(err.contains("unrecognized subcommand"), "{err}");
    }
}

#[test]
fn eval_explains_the_evaluation_piece_by_piece() {
    let fen = "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let (_, out, _) = mola(&[fen, "eval", "quit"]);
    for word in ["|   Q   |", "|   k   |", "The network's value: ", " for White"] {
        assert!(out.contains(word), "{word}: {out}");
    }
}

#[test]
fn benches_that_run_side_by_side_count_the_same_nodes() {
    let nodes = || {
        let (code, out, _) = mola(&["bench", "5"]);
        assert_eq!(code, Some(0));
        out.lines().last().and_then(|line| line.split(' ').next()).map(str::to_owned)
    };
    let counts = std::thread::scope(|scope| {
        [0; 3].map(|_| scope.spawn(nodes)).map(|bench| bench.join().expect("a bench ends"))
    });
    assert!(counts[0].is_some() && counts.iter().all(|count| *count == counts[0]), "{counts:?}");
}

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
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert!(err.contains("Black has no king"), "{err}");
}

#[test]
fn a_bad_depth_is_a_usage_error() {
    let (code, _, err) = mola(&["perft", "many"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("many"), "{err}");
}

#[test]
fn behind_a_pipe_uci_is_spoken() {
    let mut command = Command::cargo_bin("mola").expect("the program is built");
    let output = command.write_stdin("uci\nisready\nquit\n").output().expect("the program starts");
    let said = String::from_utf8(output.stdout).expect("the program writes UTF-8");
    assert!(said.contains("uciok") && said.contains("readyok"), "{said}");
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

//! What is kept from move to move equals what is computed from scratch, at every node.

mod soak;
mod suite;

use std::collections::HashMap;

use mola_rules::{Board, MoveKind, Observer, Piece, Position, Square, perft};

/// Nodes below one position that CI can afford.
const CI_NODES: u64 = 100_000;
/// The long run goes four moves deep, unless that is out of all proportion.
const SOAK_NODES: u64 = 20_000_000;

/// A board that is only told of changes, as an evaluation is.
#[derive(Clone, Copy)]
struct Copycat(Board);

impl Observer for Copycat {
    fn lifted(&mut self, piece: Piece, from: Square) {
        assert_eq!(self.0.remove(from), Some(piece), "lifted from {from} what is not there");
    }

    fn landed(&mut self, piece: Piece, on: Square) {
        assert_eq!(self.0.piece_at(on), None, "landed on {on}, which is taken");
        self.0.put(on, piece);
    }
}

/// Visits every node down to `depth` and returns how many there were.
fn walk(position: &Position, copycat: Copycat, depth: u32) -> u64 {
    assert_eq!(position.key(), position.key_from_scratch(), "{position}");
    assert_eq!(copycat.0, *position.board(), "{position}");
    check_pass(position);
    if depth == 0 {
        return 1;
    }
    let mut nodes = 1;
    for m in position.legal_moves() {
        let (mut child, mut copycat) = (*position, copycat);
        child.play_observed(m, &mut copycat);
        nodes += walk(&child, copycat, depth - 1);
    }
    nodes
}

/// Passing the turn changes the turn and the en passant right; passing it twice brings back the key.
fn check_pass(position: &Position) {
    if position.is_check() {
        return;
    }
    let mut passed = *position;
    passed.pass();
    assert_eq!(passed.turn(), !position.turn(), "{position}");
    assert_eq!(passed.board(), position.board(), "{position}");
    assert_eq!(passed.castling(), position.castling(), "{position}");
    assert_eq!(passed.en_passant(), None, "{position}");
    assert_eq!(passed.key(), passed.key_from_scratch(), "{position}");
    assert_ne!(passed.key(), position.key(), "{position}");
    if !passed.is_check() && position.en_passant().is_none() {
        passed.pass();
        assert_eq!(passed.key(), position.key(), "{position}");
    }
}

#[test]
fn keys_and_observed_boards_are_right_at_every_node() {
    let budget = if soak::wanted() { SOAK_NODES } else { CI_NODES };
    let mut total = 0;
    for line in suite::all() {
        let position = line.position();
        let depth = line.counts.iter().rev().find(|&&(depth, nodes)| depth <= 4 && nodes <= budget);
        let depth = depth.map_or(1, |&(depth, _)| depth);
        let nodes = walk(&position, Copycat(*position.board()), depth);
        assert_eq!(nodes, (0..=depth).map(|depth| perft(&position, depth)).sum(), "{}", line.fen);
        total += nodes;
    }
    println!("{total} nodes");
}

#[test]
fn keys_are_right_at_every_node_of_perft_4_where_all_rules_meet() {
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "1r2k1r1/2P4P/8/8/8/8/p4p2/1R2K1R1 w GBgb - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    ];
    for fen in fens {
        let position: Position = fen.parse().unwrap();
        let nodes = walk(&position, Copycat(*position.board()), 4);
        assert_eq!(nodes, (0..=4).map(|depth| perft(&position, depth)).sum(), "{fen}");
    }
}

/// Collects every position below `position` under its key.
fn collect(position: &Position, depth: u32, seen: &mut HashMap<u64, Position>) {
    let sameness = |position: &Position| {
        (*position.board(), position.turn(), position.castling(), position.en_passant())
    };
    let known = *seen.entry(position.key()).or_insert(*position);
    assert_eq!(sameness(&known), sameness(position), "one key for {known} and {position}");
    if depth > 0 {
        position.for_each_child(|_, child| collect(child, depth - 1, seen));
    }
}

#[test]
fn different_positions_have_different_keys_and_equal_ones_the_same() {
    let mut seen = HashMap::new();
    for line in suite::all() {
        let depth = line.deepest_within(5_000).map_or(0, |(depth, _)| depth);
        collect(&line.position(), depth, &mut seen);
    }
    // The other direction: no position was found under two keys.
    let positions = seen
        .values()
        .map(|position| (*position.board(), position.turn(), position.castling(), position.en_passant()));
    let distinct: std::collections::HashSet<_> = positions.collect();
    assert_eq!(distinct.len(), seen.len());
    assert!(seen.len() > 100_000, "{} positions", seen.len());
}

#[test]
fn clocks_are_not_in_the_key() {
    let early: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
    let late: Position = "4k3/8/8/8/8/8/8/4K2R w K - 42 99".parse().unwrap();
    assert_eq!(early.key(), late.key());
    assert_ne!(early, late);
}

#[test]
fn rights_and_turn_are_in_the_key() {
    let key = |fen: &str| fen.parse::<Position>().unwrap().key();
    let all = key("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let keys = ["KQk", "KQq", "Kkq", "Qkq", "-"]
        .map(|rights| key(&format!("r3k2r/8/8/8/8/8/8/R3K2R w {rights} - 0 1")));
    assert!(keys.iter().all(|&other| other != all));
    assert_ne!(key("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"), all);
    assert_ne!(
        key("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"),
        key("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"),
        "a capture that can be made makes a difference"
    );
    assert_eq!(
        key("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1"),
        key("4k3/8/8/3p4/8/8/8/4K3 w - - 0 1"),
        "a capture that cannot be made does not"
    );
}

#[test]
fn an_observer_hears_of_captures_first_and_of_castling_as_four_changes() {
    #[derive(Default)]
    struct Log(Vec<String>);
    impl Observer for Log {
        fn lifted(&mut self, piece: Piece, from: Square) {
            self.0.push(format!("-{}{from}", piece.letter()));
        }
        fn landed(&mut self, piece: Piece, on: Square) {
            self.0.push(format!("+{}{on}", piece.letter()));
        }
    }
    let heard = |fen: &str, kind: MoveKind| {
        let mut position: Position = fen.parse().unwrap();
        let m = position.legal_moves().into_iter().find(|m| m.kind() == kind).unwrap();
        let mut log = Log::default();
        position.play_observed(m, &mut log);
        log.0.concat()
    };
    assert_eq!(heard("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", MoveKind::EnPassant), "-pd5-Pe5+Pd6");
    assert_eq!(heard("4k3/8/8/8/8/8/8/4K2R w K - 0 1", MoveKind::Castle), "-Ke1-Rh1+Kg1+Rf1");
    // King and rook change places: both are off the board before either lands.
    assert_eq!(heard("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", MoveKind::Castle), "-Kf1-Rg1+Kg1+Rf1");
    assert_eq!(heard("1r5k/P7/8/8/8/8/8/K7 w - - 0 1", MoveKind::PromoteQueen), "-rb8-Pa7+Qb8");
}

//! The search keeps its promises: limits, mates, draws, memory.

use mola_pocket::{Answer, Entry, Host, Limits, Move, Pocket, Position, mate_in};
use std::time::Duration;

fn fen(text: &str) -> Position {
    Position::from_fen(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn think(position: &Position, limits: &Limits, entries: usize) -> Answer {
    let mut table = vec![Entry::EMPTY; entries];
    Pocket::new(&mut table).think(position, &[], limits, &mut ())
}

/// Every line of the suite: the position and the number of moves to mate.
fn puzzles() -> impl Iterator<Item = (Position, i32)> {
    include_str!("../../../testdata/mates/short.epd").lines().filter(|line| !line.starts_with('#')).map(
        |line| {
            let (board, operations) = line.split_once(" dm ").expect("each puzzle says its length");
            let (moves, _) = operations.split_once(';').expect("operations end with a semicolon");
            (fen(board), moves.parse().expect("the length is a number"))
        },
    )
}

#[test]
fn every_mate_of_the_suite_is_found_and_its_length_is_right() {
    let mut nodes_by_length = [(0, 0, 0); 4];
    for (position, moves) in puzzles() {
        let answer = think(&position, &Limits::nodes(3_000_000), 1 << 16);
        assert_eq!(mate_in(answer.score), Some(moves), "{}", String::from_utf8_lossy(&position.board64()));
        // The announced mate is real: played out against itself it comes on the announced ply.
        let (mut current, mut past) = (position, Vec::new());
        for ply in (0..2 * moves - 1).rev() {
            let reply = think(&current, &Limits::nodes(3_000_000), 1 << 16);
            past.push(current.key());
            current = current.play(reply.best.unwrap()).unwrap();
            assert_eq!(current.has_legal_move(), ply > 0);
        }
        let (count, total, most) = &mut nodes_by_length[moves as usize];
        (*count, *total, *most) = (*count + 1, *total + answer.nodes, answer.nodes.max(*most));
    }
    assert!(nodes_by_length.iter().map(|entry| entry.0).sum::<u64>() >= 100);
    for (moves, (count, total, most)) in nodes_by_length.iter().enumerate().skip(1) {
        eprintln!("mate in {moves}: {count} puzzles, {} nodes on average, {most} at most", total / count);
    }
}

#[test]
fn limits_of_zero_still_give_a_legal_move() {
    for limits in [
        Limits::depth(0),
        Limits::nodes(0),
        Limits { soft: Duration::ZERO, hard: Duration::ZERO, ..Limits::NONE },
        Limits::clock(Duration::ZERO, Duration::ZERO),
    ] {
        let answer = think(&Position::START, &limits, 16);
        assert!(Position::START.play(answer.best.unwrap()).is_some());
    }
}

#[test]
fn a_node_limit_is_never_exceeded() {
    for nodes in [1, 2, 10, 100, 1_000, 12_345] {
        assert_eq!(think(&Position::START, &Limits::nodes(nodes), 1 << 12).nodes, nodes);
    }
}

#[test]
fn the_same_question_gets_the_same_answer() {
    let ask = || think(&Position::START, &Limits::nodes(50_000), 1 << 12);
    assert_eq!(ask(), ask());
}

#[test]
fn any_table_works_even_none() {
    for entries in [0, 1, 2, 3, 100] {
        let answer = think(&Position::START, &Limits::depth(5), entries);
        assert_eq!(answer.depth, 5);
        assert!(Position::START.play(answer.best.unwrap()).is_some());
        let mate = think(&fen("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"), &Limits::depth(3), entries);
        assert_eq!(mate_in(mate.score), Some(1));
    }
}

#[test]
fn a_low_horizon_still_plays() {
    let mut table = [Entry::EMPTY; 64];
    for horizon in [0, 2, 3, 8, 1_000] {
        let mut engine = Pocket::new(&mut table);
        engine.set_horizon(horizon);
        let answer = engine.think(&Position::START, &[], &Limits::nodes(2_000), &mut ());
        assert!(Position::START.play(answer.best.unwrap()).is_some());
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let mated = think(&fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"), &Limits::depth(3), 16);
    assert_eq!((mated.best, mate_in(mated.score)), (None, Some(0)));
    let stalemate = think(&fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), &Limits::depth(3), 16);
    assert_eq!((stalemate.best, stalemate.score), (None, 0));
}

#[test]
fn the_loser_takes_the_repetition_and_the_winner_avoids_it() {
    // White is a rook down, but the queen gives perpetual check on e8 and h5.
    let perpetual = fen("6k1/6p1/8/7Q/8/8/rq6/7K w - - 0 1");
    assert_eq!(think(&perpetual, &Limits::depth(8), 1 << 14).score, 0);
    // White has a queen more, but going back to g1 repeats the position.
    let white = fen("8/8/8/8/8/k7/8/K6Q w - - 0 1");
    let mut past = Vec::new();
    let mut position = white;
    for text in ["h1g1", "a3b3", "g1h1", "b3a3"] {
        past.push(position.key());
        position = position.play(position.parse_move(text).unwrap()).unwrap();
    }
    let mut table = vec![Entry::EMPTY; 1 << 12];
    let answer = Pocket::new(&mut table).think(&position, &past, &Limits::depth(6), &mut ());
    assert_ne!(position.move_text(answer.best.unwrap()).to_string(), "h1g1");
    assert!(answer.score > 500);
}

#[test]
fn a_pawn_becomes_a_rook_where_a_queen_would_stalemate() {
    // Saavedra's study of 1895, one move before its point.
    let position = fen("8/2P5/8/8/3r4/8/2K5/k7 w - - 0 1");
    let answer = think(&position, &Limits::depth(9), 1 << 16);
    assert_eq!(position.move_text(answer.best.unwrap()).to_string(), "c7c8r");
}

struct Listener {
    depths: Vec<u8>,
    polls: u32,
}

impl Host for Listener {
    fn stop(&mut self) -> bool {
        self.polls += 1;
        self.polls > 20
    }

    fn report(&mut self, found: &Answer, line: &[Move]) {
        self.depths.push(found.depth);
        assert!(!line.is_empty() && line.len() <= usize::from(found.depth));
        let mut position = Position::START;
        for &chosen in line {
            position = position.play(chosen).expect("a reported line is legal");
        }
    }
}

#[test]
fn each_depth_is_reported_once_and_stop_is_heard() {
    let mut host = Listener { depths: Vec::new(), polls: 0 };
    let mut table = vec![Entry::EMPTY; 1 << 12];
    let answer = Pocket::new(&mut table).think(&Position::START, &[], &Limits::NONE, &mut host);
    assert_eq!(host.depths, (1..=answer.depth).collect::<Vec<_>>());
    assert!(answer.nodes < 256 * 22);
    assert!(Position::START.play(answer.best.unwrap()).is_some());
}

#[test]
fn what_is_reported_last_is_what_is_played() {
    /// Keeps the first move of the last line.
    struct Last(Option<Move>);
    impl Host for Last {
        fn report(&mut self, _found: &Answer, line: &[Move]) {
            self.0 = line.first().copied();
        }
    }
    let mut reports = 0;
    for text in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    ] {
        let position = fen(text);
        for nodes in (50..20_000).step_by(397) {
            let (mut table, mut last) = (vec![Entry::EMPTY; 4096], Last(None));
            let answer = Pocket::new(&mut table).think(&position, &[], &Limits::nodes(nodes), &mut last);
            if let Some(shown) = last.0 {
                assert_eq!(answer.best, Some(shown), "{text}, {nodes} nodes");
                reports += 1;
            }
        }
    }
    assert!(reports > 100);
}

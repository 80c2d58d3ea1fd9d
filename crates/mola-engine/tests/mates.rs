//! Short mates: found, counted right, and real when played out.

use mola_engine::Mola;
use mola_game::{Engine, Limits, Listener, Score, Task};
use mola_rules::{Outcome, Position, WinReason};

#[test]
fn every_mate_of_the_suite_is_found_and_plays_out() {
    let suite = include_str!("../../../testdata/mates/short.epd");
    let mut engine = Mola::new();
    let mut count = 0;
    for line in suite.lines().filter(|line| !line.starts_with('#')) {
        let (fen, operations) = line.split_once(" dm ").expect("a mate is announced");
        let moves: u32 = operations.split(';').next().unwrap().trim().parse().expect("a number");
        let root: Position = fen.parse().expect("a legal position");
        let mut listener = Listener::new();
        engine.new_game();
        let limits = Limits { nodes: Some(2_000_000), mate: Some(moves), ..Limits::NONE };
        engine.think(Task::new(&root, limits), &mut listener);
        assert_eq!(listener.score(), Some(Score::Mate(moves)), "{fen}");
        let mut position = root;
        for &m in listener.pv() {
            position.play(m).expect("a legal line");
        }
        assert_eq!(position.outcome(), Some(Outcome::Win(root.turn(), WinReason::Checkmate)), "{fen}");
        count += 1;
    }
    assert!(count >= 100);
}

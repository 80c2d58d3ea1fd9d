//! Steps of the search, one worker at a time.

use std::sync::atomic::{AtomicBool, AtomicU64};

use super::*;
use crate::cycles::Cycles;
use crate::nnue::choice::built_in;
use crate::params::Knobs;
use crate::transposition::Table;

/// Lets a worker with the built-in network and an empty memory look at a position.
fn with_worker<T>(fen: &str, run: impl FnOnce(&mut Worker<'_>) -> T) -> T {
    let (knobs, network) = (Knobs::new(), built_in().unwrap());
    let shared = Shared {
        knobs: &knobs,
        table: &Table::least(),
        reductions: &Reductions::new(&knobs),
        cycles: &Cycles::new(),
        tablebase: None,
        table_hits: AtomicU64::new(0),
        network: &network,
        stop: AtomicBool::new(false),
        nodes: AtomicU64::new(0),
        node_limit: None,
    };
    let mut memory = Memory::new();
    let root: Position = fen.parse().unwrap();
    run(&mut Worker::new(&shared, &mut memory, &mut || false, &root, &[], &[]))
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn an_exact_value_teaches_the_history_of_its_move() {
    with_worker(START, |worker| {
        worker.search::<Pv>(0, -INFINITE, INFINITE, 1, false);
        let m = worker.lines[0].iter().next().unwrap();
        let (scene, turn) = (worker.scene(0), worker.states[0].position.turn());
        assert!(worker.memory.history.quiet(&scene, turn, m) > 0);
    });
}

#[test]
fn a_leaf_that_stands_pat_keeps_its_evaluation() {
    with_worker(START, |worker| {
        let value = worker.quiesce::<NonPv>(0, -2000, -1999);
        let entry = worker.shared.table.probe(worker.states[0].position.key(), 0).unwrap();
        assert_eq!((entry.value, entry.bound), (value, Bound::Lower));
        assert!(entry.eval != UNKNOWN);
    });
}

#[test]
fn a_node_cut_by_reverse_futility_keeps_its_evaluation() {
    with_worker("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", |worker| {
        worker.search::<NonPv>(0, -1, 0, 3, true);
        let entry = worker.shared.table.probe(worker.states[0].position.key(), 0).unwrap();
        assert_eq!((entry.bound, entry.m), (Bound::None, None));
        assert!(entry.eval > 500 && entry.eval != UNKNOWN);
    });
}

#[test]
fn quiescence_leaves_the_evaluation_of_its_ply_alone() {
    with_worker(START, |worker| {
        worker.stack.at(0).eval = 123;
        worker.quiesce::<NonPv>(0, -1, 0);
        assert_eq!(worker.stack.at(0).eval, 123);
    });
}

#[test]
fn a_quiet_move_is_judged_by_what_it_did_to_the_evaluation() {
    let learned = |before: Value| {
        with_worker(START, |worker| {
            let root = worker.states[0].position;
            let m = root.parse_san("e4").unwrap();
            worker.stack.at(0).eval = before;
            worker.play(m, 0);
            // Black is content with little, so that the search has nothing else to say about White's move.
            worker.search::<NonPv>(1, -1001, -1000, 1, false);
            worker.memory.history.quiet(&worker.scene(0), root.turn(), m)
        })
    };
    // White thought to be far behind, or far ahead, and stands equal after the move.
    assert!(learned(-500) > 1000, "{}", learned(-500));
    assert!(learned(500) < -1000, "{}", learned(500));
}

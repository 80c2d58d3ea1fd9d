//! Variations of any depth, without recursion and in linear time.

use std::time::Duration;

use cpu_time::ThreadTime;
use mola_game::pgn::{Event, Events, Fault, GameTree, Limit, ReadLimits, Reader};

/// Variations inside variations that go on: queen's knights go out and back, and at each step the
/// king's knight could have gone instead.
fn nested(depth: usize) -> String {
    const STEPS: [[&str; 2]; 4] = [["Nc3", "Nf6"], ["Nc6", "Nf3"], ["Nb1", "Nf6"], ["Nb8", "Nf3"]];
    let mut text = String::from("Nf3");
    for [step, instead] in STEPS.iter().cycle().take(depth) {
        text.push_str(" (");
        text.push_str(step);
        text.push(' ');
        text.push_str(instead);
    }
    text + &")".repeat(depth) + " *"
}

#[test]
fn a_hundred_thousand_variations_inside_each_other_are_read_without_recursion() {
    const DEPTH: usize = 100_000;
    let text = format!("1. e4 {} {} e5 *", "(1. e4 ".repeat(DEPTH), ")".repeat(DEPTH));
    // A stack of this size holds no hundred thousand calls.
    let reading = std::thread::Builder::new().stack_size(128 << 10).spawn(move || {
        let tree = Reader::new(text.as_bytes()).next().expect("a game").expect("memory can be read");
        assert_eq!(tree.errors(), []);
        assert_eq!(tree.move_count(), DEPTH + 2);
        assert_eq!(tree.main_line().count(), 2);
        let again: GameTree = tree.to_string().parse().expect("what was written can be read");
        assert!(again == tree);
    });
    reading.expect("a thread").join().expect("no overflow");
}

#[test]
fn deep_variations_that_go_on_are_read_and_written_without_recursion() {
    let text = nested(60_000);
    let reading = std::thread::Builder::new().stack_size(128 << 10).spawn(move || {
        let tree = Reader::new(text.as_bytes()).next().expect("a game").expect("memory can be read");
        let again: GameTree = tree.to_string().parse().expect("what was written can be read");
        assert!(again == tree);
        tree.move_count()
    });
    assert!(reading.expect("a thread").join().expect("no overflow") > 60_000);
}

#[test]
fn ten_times_the_nesting_takes_about_ten_times_as_long() {
    let time = |depth: usize| {
        let text = format!("1. e4 {} {} *", "( {x} ".repeat(depth), ")".repeat(depth));
        let best = (0..5).map(|_| {
            let start = ThreadTime::now();
            assert_eq!(Reader::new(text.as_bytes()).count(), 1);
            start.elapsed()
        });
        best.min().unwrap_or(Duration::MAX)
    };
    let (short, long) = (time(10_000), time(100_000));
    // Quadratic time would be a hundredfold. CPU time, the best of five: a busy machine does not show.
    assert!(long < 50 * short, "{short:?} for ten thousand, {long:?} for a hundred thousand");
}

#[test]
fn what_exceeds_the_limits_is_left_out_and_told_once() {
    let limits = ReadLimits { moves: 50, depth: 5, notes: 10, text: 100, tags: 3, errors: 32 };
    let text = format!(
        "{} 1. e4 {} {} {} {} *",
        "[A \"x\"] [B \"x\"] [C \"x\"] [D \"x\"] [E \"x\"]",
        "$1 ".repeat(20),
        "{a comment of some length}".repeat(20),
        "(1. d4 ".repeat(20) + &")".repeat(20),
        "Nf6 Nf3 Ng8 Ng1 ".repeat(20),
    );
    let tree =
        Reader::with_limits(text.as_bytes(), limits).next().expect("a game").expect("memory can be read");
    let told = |limit| {
        tree.errors()
            .iter()
            .filter(|error| matches!(error.fault, Fault::Limit { limit: of, .. } if of == limit))
            .count()
    };
    for limit in [Limit::Moves, Limit::Depth, Limit::Notes, Limit::Tags] {
        assert_eq!(told(limit), 1, "{limit}: {:?}", tree.errors());
    }
    assert_eq!(tree.move_count(), 50);
    assert_eq!(tree.tags().count(), 10);
}

#[test]
fn a_game_can_be_skipped_without_looking_at_it() {
    let text = "[Event \"x\"]\n\n1. e4 (1. d4 {x}) e5 *\n\n".repeat(3);
    let mut events = Events::new(text.as_bytes());
    assert!(events.skip_game().expect("memory can be read"));
    assert!(matches!(events.next_event(), Ok(Some(Event::Tag { name: "Event", .. }))));
    assert!(events.skip_game().expect("memory can be read"));
    assert!(events.skip_game().expect("memory can be read"));
    assert!(!events.skip_game().expect("memory can be read"));
}

//! The pocket engine through the seam, and its moves against those of the rules.

use std::time::Duration;

use mola_game::{Engine, Game, Limits, Listener, Score, Task, Time, TimeControl};
use mola_pocket::{Entry, PocketEngine, Position};
use mola_rules as rules;

fn engine() -> PocketEngine<Vec<Entry>> {
    PocketEngine::new(vec![Entry::EMPTY; 4096])
}

/// Every position of the corpus, in ordinary chess.
fn corpus() -> Vec<rules::Position> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/perft/standard.epd");
    let text = std::fs::read_to_string(file).expect("the corpus is there");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.map(|line| line.split(';').next().unwrap().trim().parse().expect("a legal position")).collect()
}

fn names(position: &rules::Position) -> Vec<String> {
    let style = rules::CastlingStyle::Standard;
    let mut names: Vec<_> = position.legal_moves().iter().map(|m| m.uci(style).to_string()).collect();
    names.sort();
    names
}

/// Compares the legal moves of both crates at every node of a small tree.
fn compare(position: &rules::Position, pocket: &Position, depth: u32, nodes: &mut u64) {
    *nodes += 1;
    let mut moves = Vec::new();
    pocket.for_each_legal(|m, next| {
        let text = String::from_utf8(pocket.move_text(m).as_bytes().to_vec()).unwrap();
        moves.push((text, *next));
    });
    let mut found: Vec<String> = moves.iter().map(|(text, _)| text.clone()).collect();
    found.sort();
    assert_eq!(found, names(position), "{position}");
    assert_eq!(pocket.in_check(), position.is_check(), "{position}");
    if depth > 0 {
        for (text, next) in moves {
            let child = position.after(position.parse_uci(&text).unwrap());
            compare(&child, &next, depth - 1, nodes);
        }
    }
}

#[test]
fn its_moves_are_the_legal_moves_on_the_whole_corpus() {
    let mut nodes = 0;
    let positions = corpus();
    assert!(positions.len() >= 60, "the corpus is larger than that");
    for position in positions {
        let pocket = Position::from_fen(&position.to_string()).expect("the pocket engine reads it");
        compare(&position, &pocket, 1, &mut nodes);
    }
    assert!(nodes > 1_000);
}

#[test]
fn every_depth_is_reported_once_with_a_legal_line() {
    let root = rules::Position::start();
    let mut heard: Vec<(u32, Vec<rules::Move>)> = Vec::new();
    let limits = Limits { depth: Some(6), ..Limits::NONE };
    let mut listener = Listener::new().hear(|report| heard.push((report.depth, report.pv.to_vec())));
    let answer = engine().think(Task::new(&root, limits), &mut listener);
    drop(listener);
    assert_eq!(heard.iter().map(|(depth, _)| *depth).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    for (_, line) in &heard {
        let mut position = root;
        for &m in line {
            position.play(m).expect("a legal line");
        }
        assert!(!line.is_empty());
    }
    assert_eq!(answer.best, Some(heard[5].1[0]));
}

#[test]
fn both_colors_find_their_mates() {
    for (fen, best) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8#"),
        ("r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 1", "Ra1#"),
        ("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "Qh4#"),
    ] {
        let root: rules::Position = fen.parse().unwrap();
        let mut listener = Listener::new();
        let limits = Limits { depth: Some(3), ..Limits::NONE };
        let answer = engine().think(Task::new(&root, limits), &mut listener);
        assert_eq!(root.san(answer.best.unwrap()).as_str(), best);
        assert_eq!(listener.score(), Some(Score::Mate(1)));
    }
}

#[test]
fn a_repetition_in_the_game_is_seen() {
    // Two rooks up, Black must not let the position come back.
    let mut game: Game = Game::new("7k/8/8/8/8/1r6/r7/7K w - - 0 1".parse().unwrap(), TimeControl::Unlimited);
    for text in ["Kg1", "Kg8", "Kh1", "Kh8"] {
        game.play_text(text).unwrap();
    }
    game.play_text("Kg1").unwrap();
    let limits = Limits { depth: Some(4), ..Limits::NONE };
    let best = engine().think(game.task(limits), &mut ()).best.unwrap();
    game.play(best).unwrap();
    assert_eq!(game.position().repetitions(game.past()), 0);
}

#[test]
fn chess960_positions_get_a_legal_move() {
    for number in [0, 333, 518, 959] {
        let root = rules::Position::chess960(number);
        let limits = Limits { depth: Some(2), ..Limits::NONE };
        let best = engine().think(Task::new(&root, limits), &mut ()).best;
        assert!(best.is_some_and(|m| root.is_legal(m)));
    }
}

#[test]
fn no_limit_and_no_memory_is_too_small() {
    let root = rules::Position::start();
    let nothing = [
        Limits { depth: Some(0), ..Limits::NONE },
        Limits { nodes: Some(0), ..Limits::NONE },
        Limits { time: Time::Move(Duration::ZERO), depth: Some(3), ..Limits::NONE },
        Limits {
            time: Time::Clock { left: Duration::ZERO, increment: Duration::ZERO, moves_to_go: Some(0) },
            depth: Some(3),
            ..Limits::NONE
        },
    ];
    for limits in nothing {
        let mut engine = PocketEngine::new([Entry::EMPTY; 0]);
        let best = engine.think(Task::new(&root, limits), &mut ()).best;
        assert!(best.is_some_and(|m| root.is_legal(m)), "{limits:?}");
    }
}

#[test]
fn only_the_moves_asked_for_are_played() {
    let root = rules::Position::start();
    let only = [root.parse_san("a3").unwrap()];
    let limits = Limits { depth: Some(2), ..Limits::NONE };
    let task = Task { only: &only, ..Task::new(&root, limits) };
    assert_eq!(engine().think(task, &mut ()).best, Some(only[0]));
}

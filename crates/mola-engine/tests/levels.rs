//! Levels that are people: how strong the lowest is, and what no level overlooks. The same seeds play the same games.

mod arena;

use arena::{Counter, Random, Taker, points, rated};
use mola_game::coach::Level;
use mola_game::{Dice, Engine, Limits, Task};
use mola_rules::{Position, Square};

const LOWEST: i32 = Level::LOWEST_RATING;

#[test]
fn the_lowest_level_beats_a_random_mover() {
    let share = points(&mut rated(LOWEST, 1), &mut Random(Dice::new(2)), 20);
    assert!(share > 0.9, "{share}");
}

#[test]
fn the_lowest_level_is_a_match_for_one_that_takes_whatever_it_can() {
    let share = points(&mut rated(LOWEST, 1), &mut Taker(Dice::new(2)), 60);
    assert!((0.25..=0.75).contains(&share), "{share}");
}

#[test]
fn the_lowest_level_loses_to_one_that_counts_pieces_after_each_reply() {
    let share = points(&mut rated(LOWEST, 1), &mut Counter(Dice::new(2)), 40);
    assert!(share <= 0.35, "{share}");
}

#[test]
fn weak_levels_differ_in_strength() {
    for (weak, strong) in [(LOWEST, 700), (700, 1000), (1000, 1300)] {
        let share = points(&mut rated(strong, 1), &mut rated(weak, 2), 20);
        assert!(share > 0.65, "{strong} against {weak}: {share}");
    }
}

#[test]
fn a_free_piece_is_ignored_at_most_one_time_in_ten() {
    let positions: Vec<(Position, Square)> = include_str!("../../../testdata/levels/free_pieces.txt")
        .lines()
        .map(|line| {
            let (fen, square) = line.split_once(" ; ").expect("a square after the position");
            (fen.parse().unwrap(), square.parse().unwrap())
        })
        .collect();
    assert!(positions.len() > 50);
    for elo in [800, 1000, 1300, 1700] {
        let ignored = (1..=3).map(|seed| count_ignored(&mut rated(elo, seed), &positions)).sum::<usize>();
        let all = 3 * positions.len();
        assert!(10 * ignored <= all, "{elo} ignores {ignored} of {all}");
    }
}

fn count_ignored(engine: &mut dyn Engine, positions: &[(Position, Square)]) -> usize {
    let limits = Limits { depth: Some(20), ..Limits::NONE };
    let mut ignores = |(position, square): &&(Position, Square)| {
        engine.think(Task::new(position, limits), &mut ()).best.expect("a move").to() != *square
    };
    positions.iter().filter(|one| ignores(one)).count()
}

#[test]
fn a_queen_that_can_be_taken_by_a_knight_is_taken() {
    let fen = "rnbqkb1r/pppp1ppp/5n2/4p2Q/4P3/2N5/PPPP1PPP/R1B1KBNR b KQkq - 3 3";
    let position: Position = fen.parse().unwrap();
    for elo in [800, 1000, 1200] {
        let mut engine = rated(elo, 7);
        let taken = (0..40)
            .filter(|_| {
                let limits = Limits { depth: Some(20), ..Limits::NONE };
                let best = engine.think(Task::new(&position, limits), &mut ()).best;
                best.is_some_and(|m| m.to() == Square::H5)
            })
            .count();
        assert!(taken >= 36, "{elo}: {taken} of 40");
    }
}

//! How strong the levels are.
//!
//! `levels ladder [FIRST] [LAST] [GAMES]` plays every level against the next, and fails if one of them is not stronger
//! than the one below. `levels match ONE OTHER [GAMES]` plays two players, each of which is a rating, `random`,
//! `taker` or `counter`. `levels free COUNT` prints positions in which a piece can be taken for nothing.

#[path = "../tests/arena/mod.rs"]
mod arena;

use arena::{Counter, Random, Taker, free_piece, level, points, points_with_openings, rated};
use mola_engine::Mola;
use mola_game::coach::Level;
use mola_game::{Dice, Engine, Limits, Task};
use mola_rules::Position;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let number = |index: usize, usual: u32| {
        words
            .get(index)
            .map_or(usual, |word| word.parse().unwrap_or_else(|_| panic!("{word} is not a number")))
    };
    match *words.as_slice() {
        ["ladder", ..] => ladder(number(1, 1), number(2, 20), number(3, 100)),
        ["match", one, other, ..] => {
            let (games, one, other) = (number(3, 100), &mut *player(one, 1), &mut *player(other, 2));
            println!("{:.1} % of {games} games", 100.0 * points(one, other, games));
        }
        ["free", ..] => print_free_pieces(number(1, 60)),
        _ => panic!("type ladder, match or free"),
    }
}

fn player(name: &str, seed: u64) -> Box<dyn Engine> {
    match name {
        "random" => Box::new(Random(Dice::new(seed))),
        "taker" => Box::new(Taker(Dice::new(seed))),
        "counter" => Box::new(Counter(Dice::new(seed))),
        rating => Box::new(rated(rating.parse().expect("a rating"), seed)),
    }
}

fn ladder(first: u32, last: u32, games: u32) {
    let levels: Vec<Level> =
        Level::all().filter(|level| (first..=last).contains(&u32::from(level.number()))).collect();
    let mut monotone = true;
    for (index, pair) in levels.windows(2).enumerate() {
        let [weaker, stronger] = pair else { unreachable!("windows of two") };
        let seed = 2 * index as u64;
        let share = points_with_openings(&mut level(*stronger, seed), &mut level(*weaker, seed + 1), games);
        println!("{stronger} against {weaker}: {:.1} % of {games} games", 100.0 * share);
        monotone &= share > 0.5;
    }
    assert!(monotone, "a level is not stronger than the one below");
}

/// From games of beginners, no more than one of each.
fn print_free_pieces(count: u32) {
    let (mut weak, mut judge) = (rated(700, 3), Mola::new());
    let mut found = 0;
    while found < count {
        let mut position = Position::start();
        for ply in 0..80 {
            if position.outcome().is_some() {
                break;
            }
            if ply > 6
                && let Some(square) = free_piece(&position, &mut judge)
            {
                println!("{position} ; {square}");
                found += 1;
                break;
            }
            let limits = Limits { depth: Some(40), ..Limits::NONE };
            let answer = weak.think(Task::new(&position, limits), &mut ());
            position.play_unchecked(answer.best.expect("the game is not over"));
        }
    }
}

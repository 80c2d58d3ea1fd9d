//! Openings: what they are called, and what people play in them.

use std::collections::HashMap;
use std::sync::OnceLock;

use mola_rules::{Move, Position};

use crate::Game;

/// A line for each opening: its code, its name and its moves, between bars.
const LINES: &str = include_str!("openings.txt");

/// An opening that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Its place in the Encyclopaedia of Chess Openings.
    pub code: &'static str,
    /// What it is called.
    pub name: &'static str,
}

/// What people know about a position of the opening.
#[derive(Default)]
struct Known {
    opening: Option<Opening>,
    /// The moves that lines of the list continue with, each with how many do.
    moves: Vec<(Move, u32)>,
}

/// The list by position, so that a different order of moves leads to the same name.
fn book() -> &'static HashMap<u64, Known> {
    static BOOK: OnceLock<HashMap<u64, Known>> = OnceLock::new();
    BOOK.get_or_init(|| {
        let mut book: HashMap<u64, Known> = HashMap::new();
        for (opening, moves) in LINES.lines().filter_map(read) {
            let mut position = Position::start();
            for text in moves.split_whitespace() {
                let Ok(m) = position.parse_san(text) else { break };
                let known = &mut book.entry(position.key()).or_default().moves;
                match known.iter_mut().find(|(other, _)| *other == m) {
                    Some((_, count)) => *count += 1,
                    None => known.push((m, 1)),
                }
                position.play_unchecked(m);
            }
            book.entry(position.key()).or_default().opening.get_or_insert(opening);
        }
        // The most usual first.
        book.values_mut().for_each(|known| known.moves.sort_by_key(|&(_, count)| std::cmp::Reverse(count)));
        book
    })
}

/// An opening and its moves.
fn read(line: &'static str) -> Option<(Opening, &'static str)> {
    let mut parts = line.split('|').map(str::trim);
    Some((Opening { code: parts.next()?, name: parts.next()? }, parts.next()?))
}

/// The opening that leads to a position, if it has a name.
///
/// ```
/// use mola_game::coach::opening;
/// use mola_rules::Position;
/// let mut position = Position::start();
/// assert_eq!(opening(&position), None);
/// for text in ["e4", "e5", "Nf3", "Nc6", "Bb5"] {
///     position.play(position.parse_san(text).unwrap()).unwrap();
/// }
/// assert_eq!(opening(&position).unwrap().name, "Ruy Lopez");
/// ```
pub fn opening(position: &Position) -> Option<Opening> {
    opening_of(position.key())
}

/// The same, by the position's key.
fn opening_of(key: u64) -> Option<Opening> {
    book().get(&key)?.opening
}

/// The opening of a game: the last of its positions that has a name.
pub fn opening_of_game(game: &Game) -> Option<Opening> {
    if game.is_empty() || *game.start() != Position::start() {
        return None;
    }
    let present = std::iter::once(game.position().key());
    present.chain(game.past().iter().rev().copied()).find_map(opening_of)
}

/// What a person might play in a position of the opening: a move as often as openings begin with it. `dice` is a
/// random number from 0 to 1. None where the list ends.
///
/// ```
/// use mola_game::coach::opening_move;
/// use mola_rules::Position;
/// let start = Position::start();
/// assert_eq!(start.san(opening_move(&start, 0.0).unwrap()).to_string(), "e4");
/// assert_eq!(opening_move(&"4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap(), 0.5), None);
/// ```
pub fn opening_move(position: &Position, dice: f64) -> Option<Move> {
    let known = &book().get(&position.key())?.moves;
    let total: u32 = known.iter().map(|(_, count)| count).sum();
    let mut left = dice * f64::from(total);
    let chosen = known.iter().find(|(_, count)| {
        left -= f64::from(*count);
        left < 0.0
    });
    chosen.or(known.last()).map(|&(m, _)| m)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_list_can_be_played() {
        for line in LINES.lines() {
            let (expected, moves) = read(line).unwrap_or_else(|| panic!("{line}"));
            let mut position = Position::start();
            for text in moves.split_whitespace() {
                let m = position.parse_san(text).unwrap_or_else(|error| panic!("{line}: {error}"));
                position.play_unchecked(m);
            }
            assert_eq!(opening(&position), Some(expected), "two names for one position");
            let [volume, tens, ones] = expected.code.as_bytes() else { panic!("{line}") };
            assert!(
                (b'A'..=b'E').contains(volume) && tens.is_ascii_digit() && ones.is_ascii_digit(),
                "{line}"
            );
        }
        assert!(LINES.lines().count() >= 300, "{}", LINES.lines().count());
    }

    #[test]
    fn every_move_of_the_list_is_played_by_some_dice() {
        let start = Position::start();
        let played: std::collections::HashSet<String> = (0..1000)
            .filter_map(|step| opening_move(&start, f64::from(step) / 1000.0))
            .map(|m| start.san(m).to_string())
            .collect();
        assert!(["e4", "d4", "c4", "Nf3", "b3"].iter().all(|&name| played.contains(name)), "{played:?}");
        assert!(opening_move(&start, 1.0).is_some());
    }

    #[test]
    fn the_latest_name_counts_and_the_order_of_moves_does_not() {
        let name = |moves: &str| {
            let mut game: Game = Game::default();
            for text in moves.split(' ') {
                game.play_text(text).unwrap();
            }
            opening_of_game(&game).map(|opening| opening.name)
        };
        assert_eq!(name("e4 e5 Nf3 Nc6 Bb5 h6 h3"), Some("Ruy Lopez"));
        assert_eq!(name("d4 d5 c4 e6 Nc3 Nf6 Nf3 c6"), name("c4 c6 Nc3 d5 d4 Nf6 Nf3 e6"));
        assert_eq!(name("Nf3 d5 d4 Nf6 c4 e6 Nc3 Bb4"), Some("Queen's Gambit Declined: Ragozin Defense"));
        assert_eq!(opening_of_game(&Game::default()), None);
    }
}

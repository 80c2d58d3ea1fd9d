//! Openings: what they are called, and what people play in them.

use std::collections::HashMap;
use std::sync::OnceLock;

use mola_rules::{Move, Position};

/// A line for each opening: its name, a colon, and its moves.
const LINES: &str = include_str!("openings.txt");

/// What people know about a position of the opening.
#[derive(Default)]
struct Known {
    name: Option<&'static str>,
    /// The moves that lines of the list continue with, each with how many do.
    moves: Vec<(Move, u32)>,
}

/// The list by position, so that a different order of moves leads to the same name.
fn book() -> &'static HashMap<u64, Known> {
    static BOOK: OnceLock<HashMap<u64, Known>> = OnceLock::new();
    BOOK.get_or_init(|| {
        let mut book: HashMap<u64, Known> = HashMap::new();
        for (name, moves) in LINES.lines().filter_map(|line| line.split_once(": ")) {
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
            book.entry(position.key()).or_default().name.get_or_insert(name);
        }
        book
    })
}

/// The name of the opening that leads to a position, if it has one.
///
/// ```
/// use mola_game::coach::opening;
/// use mola_rules::Position;
/// let mut position = Position::start();
/// assert_eq!(opening(&position), None);
/// for text in ["e4", "e5", "Nf3", "Nc6", "Bb5"] {
///     position.play(position.parse_san(text).unwrap()).unwrap();
/// }
/// assert_eq!(opening(&position), Some("Ruy Lopez"));
/// ```
pub fn opening(position: &Position) -> Option<&'static str> {
    book().get(&position.key())?.name
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
    fn every_line_of_the_list_can_be_played_and_has_a_name_of_its_own() {
        let mut names = std::collections::HashSet::new();
        for line in LINES.lines() {
            let (name, moves) = line.split_once(": ").unwrap_or_else(|| panic!("{line}"));
            let mut position = Position::start();
            for text in moves.split_whitespace() {
                let m = position.parse_san(text).unwrap_or_else(|error| panic!("{line}: {error}"));
                position.play_unchecked(m);
            }
            assert_eq!(opening(&position), Some(name), "two names for one position");
            assert!(names.insert(name), "{name} is there twice");
        }
        assert!(names.len() > 100);
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
    fn another_order_of_moves_leads_to_the_same_name() {
        let mut position = Position::start();
        for text in ["Nf3", "d5", "d4", "Nf6", "c4", "c6"] {
            position.play(position.parse_san(text).unwrap()).unwrap();
        }
        assert_eq!(opening(&position), Some("Slav Defense, main line"));
    }
}

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

/// What people play in a position of the opening: each move with a weight. Nothing where the list ends.
///
/// ```
/// use mola_game::coach::opening_moves;
/// use mola_rules::Position;
/// let best = opening_moves(&Position::start()).iter().max_by_key(|(_, weight)| weight).unwrap();
/// assert_eq!(best.0.to_string(), "e2e4");
/// ```
pub fn opening_moves(position: &Position) -> &'static [(Move, u32)] {
    book().get(&position.key()).map_or(&[], |known| &known.moves)
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
    fn another_order_of_moves_leads_to_the_same_name() {
        let mut position = Position::start();
        for text in ["Nf3", "d5", "d4", "Nf6", "c4", "c6"] {
            position.play(position.parse_san(text).unwrap()).unwrap();
        }
        assert_eq!(opening(&position), Some("Slav Defense, main line"));
    }
}

//! The names of openings, found by their positions, so that the order of moves does not matter.

use std::collections::HashMap;
use std::sync::LazyLock;

use mola_game::Game;
use mola_rules::Position;

/// An opening that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Opening {
    /// Its place in the Encyclopaedia of Chess Openings.
    pub(crate) code: &'static str,
    pub(crate) name: &'static str,
}

/// One line for each: code, name and moves, between bars.
const TABLE: &str = include_str!("opening_names.txt");

/// The openings by the keys of their positions. Reading takes a few milliseconds, so it waits for
/// the first move.
static BY_POSITION: LazyLock<HashMap<u64, Opening>> =
    LazyLock::new(|| TABLE.lines().filter_map(read).collect());

/// The opening of a line of the table, with the key of its position.
fn read(line: &'static str) -> Option<(u64, Opening)> {
    let mut parts = line.split('|').map(str::trim);
    let (code, name, moves) = (parts.next()?, parts.next()?, parts.next()?);
    let mut position = Position::start();
    for text in moves.split(' ') {
        position.play_unchecked(position.parse_san(text).ok()?);
    }
    Some((position.key(), Opening { code, name }))
}

/// The opening of a game: the last of its positions that has a name.
pub(crate) fn of(game: &Game) -> Option<Opening> {
    if game.is_empty() || game.start().key() != Position::start().key() {
        return None;
    }
    let present = std::iter::once(game.position().key());
    present.chain(game.past().iter().rev().copied()).find_map(|key| BY_POSITION.get(&key).copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_can_be_played() {
        for line in TABLE.lines() {
            let (_, opening) = read(line).unwrap_or_else(|| panic!("cannot be played: {line}"));
            let [volume, tens, ones] = opening.code.as_bytes() else { panic!("{line}") };
            assert!(
                (b'A'..=b'E').contains(volume) && tens.is_ascii_digit() && ones.is_ascii_digit(),
                "{line}"
            );
        }
        assert!(TABLE.lines().count() >= 300, "{}", TABLE.lines().count());
    }

    #[test]
    fn the_latest_name_counts_and_the_order_of_moves_does_not() {
        let name = |moves: &str| {
            let mut game: Game = Game::default();
            for text in moves.split(' ') {
                game.play_text(text).unwrap();
            }
            of(&game).map(|opening| opening.name)
        };
        assert_eq!(name("e4 e5 Nf3 Nc6 Bb5 h6 h3"), Some("Ruy Lopez"));
        assert_eq!(name("d4 d5 c4 e6 Nc3 Nf6 Nf3 c6"), name("c4 c6 Nc3 d5 d4 Nf6 Nf3 e6"));
        assert_eq!(name("Nf3 d5 d4 Nf6 c4 e6 Nc3 Bb4"), Some("Queen's Gambit Declined: Ragozin Defense"));
        assert_eq!(of(&Game::default()), None);
    }
}

//! Counting positions: the proof of a move generator.

use crate::position::side::{Black, Side, White};
use crate::{Color, Move, Position};

/// How many sequences of `depth` legal moves there are from `position`.
///
/// The last move of each sequence is counted without being played.
///
/// ```
/// use mola_rules::{Position, perft};
/// assert_eq!(perft(&Position::start(), 4), 197_281);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match position.turn() {
        Color::White => count::<White>(position, depth),
        Color::Black => count::<Black>(position, depth),
    }
}

/// The same count for each first move; empty at depth 0.
///
/// ```
/// use mola_rules::{Position, divide};
/// let counts: Vec<_> = divide(&Position::start(), 3).collect();
/// assert_eq!(counts.len(), 20);
/// assert_eq!(counts.iter().map(|&(_, nodes)| nodes).sum::<u64>(), 8_902);
/// ```
pub fn divide(position: &Position, depth: u32) -> impl Iterator<Item = (Move, u64)> {
    let moves = position.legal_moves();
    let position = *position;
    moves
        .into_iter()
        .take(if depth == 0 { 0 } else { usize::MAX })
        .map(move |m| (m, perft(&position.after(m), depth - 1)))
}

fn count<S: Side>(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_as::<S>()),
        _ => {
            let mut nodes = 0;
            position.children_as::<S>(|_, child| nodes += count::<S::Opponent>(child, depth - 1));
            nodes
        }
    }
}

//! The score of a move is `-negamax(&next, depth - 1)`.

use mola_rules::Position;

use super::e15_mate_or_stalemate::{Ending, ending};
use super::e17_an_evaluation::evaluate;

/// What a position is worth to the player to move, looking `depth` plies ahead.
pub fn negamax(position: &Position, depth: u32) -> i32 {
    match ending(position) {
        Ending::Checkmate => return -30_000,
        Ending::Stalemate => return 0,
        Ending::GoesOn if depth == 0 => return evaluate(position),
        Ending::GoesOn => {}
    }
    let score = |&m| {
        let mut next = *position;
        next.play_unchecked(m);
        -negamax(&next, depth - 1)
    };
    position.legal_moves().iter().map(score).max().unwrap_or(0)
}

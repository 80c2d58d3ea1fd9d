//! The score of a move is `-alpha_beta(&next, -beta, -alpha, depth - 1, ply + 1, nodes)`. Raise
//! alpha to it, and return when alpha reaches beta.

use mola_rules::Position;

use super::e15_mate_or_stalemate::{Ending, ending};
use super::e17_an_evaluation::evaluate;
use super::e20_the_shorter_mate::mated;

/// What a position is worth between alpha and beta.
pub fn alpha_beta(
    position: &Position,
    mut alpha: i32,
    beta: i32,
    depth: u32,
    ply: i32,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    match ending(position) {
        Ending::Checkmate => return mated(ply),
        Ending::Stalemate => return 0,
        Ending::GoesOn if depth == 0 => return evaluate(position),
        Ending::GoesOn => {}
    }
    for &m in &position.legal_moves() {
        let mut next = *position;
        next.play_unchecked(m);
        alpha = alpha.max(-alpha_beta(&next, -beta, -alpha, depth - 1, ply + 1, nodes));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

//! Copy exercise 21. At depth 0 call `quiesce`; loop over `ordered(position)`; push
//! `position.key()` to `past` before the loop and pop it after. Ask `repeats` only where `ply > 0`.

use mola_rules::Position;

use super::e15_mate_or_stalemate::{Ending, ending};
use super::e20_the_shorter_mate::mated;
use super::e22_good_moves_first::ordered;
use super::e23_quiet_at_last::quiesce;
use super::e25_seen_before::repeats;

/// What a position is worth between alpha and beta.
pub fn search(
    position: &Position,
    past: &mut Vec<u64>,
    (mut alpha, beta): (i32, i32),
    depth: u32,
    ply: i32,
    nodes: &mut u64,
) -> i32 {
    if ply > 0 && repeats(position.key(), past, usize::from(position.halfmoves())) {
        return 0;
    }
    match ending(position) {
        Ending::Checkmate => return mated(ply),
        Ending::Stalemate => return 0,
        Ending::GoesOn if depth == 0 => return quiesce(position, alpha, beta, nodes),
        Ending::GoesOn => {}
    }
    *nodes += 1;
    past.push(position.key());
    for m in ordered(position) {
        let mut next = *position;
        next.play_unchecked(m);
        alpha = alpha.max(-search(&next, past, (-beta, -alpha), depth - 1, ply + 1, nodes));
        if alpha >= beta {
            break;
        }
    }
    past.pop();
    alpha
}

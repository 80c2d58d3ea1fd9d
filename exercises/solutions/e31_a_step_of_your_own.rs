//! `next.pass()` passes. The score is `-search(&next, past, (-beta, 1 - beta), depth - 3, ply + 1,
//! false, nodes)`. The last argument of the calls for moves is true.

use mola_rules::{Position, Role};

use super::e15_mate_or_stalemate::{Ending, ending};
use super::e17_an_evaluation::evaluate;
use super::e20_the_shorter_mate::mated;
use super::e22_good_moves_first::ordered;
use super::e23_quiet_at_last::quiesce;
use super::e25_seen_before::repeats;

/// What a position is worth between alpha and beta; `may_pass` is false after a pass.
pub fn search(
    position: &Position,
    past: &mut Vec<u64>,
    (mut alpha, beta): (i32, i32),
    depth: u32,
    ply: i32,
    may_pass: bool,
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
    let pawns = position.role(Role::Pawn) | position.role(Role::King);
    let promising = may_pass && depth >= 3 && !position.is_check() && evaluate(position) >= beta;
    if promising && (position.us() & !pawns).any() {
        let mut next = *position;
        next.pass();
        if -search(&next, past, (-beta, 1 - beta), depth - 3, ply + 1, false, nodes) >= beta {
            past.pop();
            return beta;
        }
    }
    for m in ordered(position) {
        let mut next = *position;
        next.play_unchecked(m);
        alpha = alpha.max(-search(&next, past, (-beta, -alpha), depth - 1, ply + 1, true, nodes));
        if alpha >= beta {
            break;
        }
    }
    past.pop();
    alpha
}

//! Begin with `alpha = alpha.max(evaluate(position))` and return if that reaches beta. Then it is
//! alpha-beta without a depth.

use mola_rules::Position;

use super::e17_an_evaluation::evaluate;
use super::e22_good_moves_first::{ordered, victim};

/// What a position is worth once all captures are played out.
pub fn quiesce(position: &Position, mut alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    alpha = alpha.max(evaluate(position));
    if alpha >= beta {
        return alpha;
    }
    for m in ordered(position) {
        if victim(position, m).is_none() {
            break;
        }
        let mut next = *position;
        next.play_unchecked(m);
        alpha = alpha.max(-quiesce(&next, -beta, -alpha, nodes));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

//! For each depth, search every legal move with `search` from exercise 26 and keep the best. If
//! `nodes` passes the limit within a depth, return what the depth before found. Stop at depth 30,
//! and at a mate.

use mola_rules::{Move, Position};

use super::e20_the_shorter_mate::mate_in;
use super::e22_good_moves_first::ordered;
use super::e26_all_together::search;

/// The best move, found with about this many nodes.
pub fn best_move(position: &Position, past: &[u64], limit: u64) -> Option<Move> {
    let mut moves = ordered(position);
    let (mut nodes, mut past) = (0, past.to_vec());
    for depth in 0..30 {
        let mut best = (-31_000, 0);
        past.push(position.key());
        for (index, &m) in moves.iter().enumerate() {
            if nodes >= limit {
                return moves.first().copied();
            }
            let mut next = *position;
            next.play_unchecked(m);
            let score = -search(&next, &mut past, (-31_000, -best.0), depth, 1, &mut nodes);
            if score > best.0 {
                best = (score, index);
            }
        }
        past.pop();
        // The best move of this depth is the first of the next.
        let found = moves.get(best.1).copied()?;
        moves.remove(best.1);
        moves.insert(0, found);
        if mate_in(best.0).is_some() {
            break;
        }
    }
    moves.first().copied()
}

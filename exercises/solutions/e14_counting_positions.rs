//! At depth 0 there is one position. Otherwise add up what each move leads to.

use mola_rules::Position;

/// How many positions there are after `depth` plies.
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let after = |&m| {
        let mut next = *position;
        next.play_unchecked(m);
        perft(&next, depth - 1)
    };
    position.legal_moves().iter().map(after).sum()
}

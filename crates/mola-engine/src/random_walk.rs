//! Positions of games in which every move is random, for tests.

use mola_rules::Position;

/// One position after the other, game after game; the same for the same seed, which must not be zero.
pub(crate) fn random_walk(seed: u64) -> impl Iterator<Item = Position> {
    let (mut position, mut noise) = (Position::start(), seed);
    std::iter::from_fn(move || {
        let is_over = |position: &Position| position.count_moves() == 0 || position.is_dead();
        if is_over(&position) || position.halfmoves() > 90 {
            position = Position::start();
        }
        let moves = position.legal_moves();
        noise ^= noise << 13;
        noise ^= noise >> 7;
        noise ^= noise << 17;
        position.play_unchecked(moves[noise as usize % moves.len()]);
        Some(position)
    })
}

//! Positions of games in which every move is random, for tests.

use mola_rules::Position;

use mola_game::Dice;

/// One position after the other, game after game; the same for the same seed.
pub(crate) fn random_walk(seed: u64) -> impl Iterator<Item = Position> {
    let (mut position, mut dice) = (Position::start(), Dice::new(seed));
    std::iter::from_fn(move || {
        let is_over = |position: &Position| position.count_moves() == 0 || position.is_dead();
        if is_over(&position) || position.halfmoves() > 90 {
            position = Position::start();
        }
        let moves = position.legal_moves();
        position.play_unchecked(moves[dice.below(moves.len())]);
        Some(position)
    })
}

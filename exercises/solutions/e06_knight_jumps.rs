//! Walk the eight steps -21, -19, -12, -8, 8, 12, 19 and 21 on the padded board, and skip the
//! border. To get back: `(padded - 21) % 10` is the file and `7 - (padded - 21) / 10` the rank.

use super::e05_the_padded_board::{on_board, padded};

/// The squares that a knight attacks.
pub fn knight_attacks(square: usize) -> u64 {
    let targets = [-21, -19, -12, -8, 8, 12, 19, 21].map(|step| padded(square).wrapping_add_signed(step));
    let targets = targets.into_iter().filter(|&target| on_board(target));
    targets.map(|target| 1 << ((7 - (target - 21) / 10) * 8 + (target - 21) % 10)).sum()
}

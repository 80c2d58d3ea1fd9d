//! Rank 8 are the squares from 56 on. `e02_names_of_squares::name` knows the names.

use super::e02_names_of_squares::name;

/// The moves of a white pawn between two squares, as UCI writes them.
pub fn pawn_moves(from: usize, to: usize) -> Vec<String> {
    let plain = name(from) + &name(to);
    if to < 56 { vec![plain] } else { ["q", "r", "b", "n"].map(|piece| plain.clone() + piece).to_vec() }
}

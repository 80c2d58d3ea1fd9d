//! Square 0 becomes 63. `std::array::from_fn` makes an array from a function of the index.

/// The board as the other player sees it.
pub fn turned(board: [i8; 64]) -> [i8; 64] {
    std::array::from_fn(|square| -board[63 - square])
}

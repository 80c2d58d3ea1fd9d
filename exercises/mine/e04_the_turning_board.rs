//! 4. The turning board
//!
//! Sunfish turns the board after every move, so that the side to move is always at the bottom. Our
//! pieces are positive, the opponent's negative, empty squares 0. Turn a board: every piece goes to the
//! opposite corner of the board and changes sides.

/// The board as the other player sees it.
pub fn turned(board: [i8; 64]) -> [i8; 64] {
    board
}

//! 5. The padded board
//!
//! A knight on h4 that jumps to the right must not land on a5. The pocket engine puts the board
//! into 120 squares with a border: row by row from the top, ten a row, two rows of border above and
//! below and one column on each side. There a8 is 21, h8 is 28, a1 is 91 and h1 is 98. Find a
//! square there, and tell the border from the board.

/// Where a square from 0 to 63 is among the 120.
pub fn padded(_square: usize) -> usize {
    0
}

/// Whether one of the 120 squares is on the board.
pub fn on_board(_padded: usize) -> bool {
    true
}

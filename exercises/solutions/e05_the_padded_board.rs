//! One file to the right is +1, one rank up is -10.

/// Where a square from 0 to 63 is among the 120.
pub fn padded(square: usize) -> usize {
    91 + square % 8 - 10 * (square / 8)
}

/// Whether one of the 120 squares is on the board.
pub fn on_board(padded: usize) -> bool {
    (21..=98).contains(&padded) && (1..=8).contains(&(padded % 10))
}

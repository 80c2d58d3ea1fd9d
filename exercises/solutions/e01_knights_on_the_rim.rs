//! The file is `square % 8`, the rank `square / 8`. The distance is the least of four numbers.

/// What a knight on this square is worth beyond its material.
pub fn knight_bonus(square: usize) -> i32 {
    let (file, rank) = (square % 8, square / 8);
    let steps = file.min(7 - file).min(rank).min(7 - rank);
    [-40, -10, 10, 20][steps]
}

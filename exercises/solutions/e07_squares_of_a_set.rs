//! `set.trailing_zeros()` is the lowest square, and `set &= set - 1` removes it.

/// The squares of a set, from the lowest to the highest.
pub fn squares(mut set: u64) -> Vec<usize> {
    let mut squares = Vec::new();
    while set != 0 {
        squares.push(set.trailing_zeros() as usize);
        set &= set - 1;
    }
    squares
}

//! `char::from(b'a' + 2)` is the letter c.

/// The name of a square, from a1 to h8.
pub fn name(square: usize) -> String {
    let (file, rank) = ((square % 8) as u8, (square / 8) as u8);
    [char::from(b'a' + file), char::from(b'1' + rank)].iter().collect()
}

//! Remove the a-file before you shift by 7, and the h-file before you shift by 9:
//! `0x0101_0101_0101_0101` is the a-file.

/// Where white pawns can take one of these enemies.
pub fn captures(pawns: u64, enemies: u64) -> u64 {
    const A_FILE: u64 = 0x0101_0101_0101_0101;
    ((pawns & !A_FILE) << 7 | (pawns & !(A_FILE << 7)) << 9) & enemies
}

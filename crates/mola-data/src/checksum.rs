//! A checksum for short records: Fletcher's, in sixteen bits.

/// Tells a whole record from a torn or damaged one.
pub(crate) fn fletcher16(bytes: &[u8]) -> u16 {
    let (mut low, mut high) = (1_u32, 0_u32);
    for &byte in bytes {
        low = (low + u32::from(byte)) % 255;
        high = (high + low) % 255;
    }
    (high << 8 | low) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_byte_or_a_swap_changes_the_sum() {
        assert_ne!(fletcher16(b"abc"), fletcher16(b"abd"));
        assert_ne!(fletcher16(b"abc"), fletcher16(b"acb"));
        assert_ne!(fletcher16(b""), fletcher16(&[0]));
    }
}

//! Bytes, and what they can be part of.

/// Words have this byte: a letter, a digit, or a sign.
const WORD: u8 = 1;
/// It is a digit.
pub(super) const DIGIT: u8 = 2;
/// It is of a letter beyond ASCII: a figurine, `½`, or a typing error.
pub(super) const FOREIGN: u8 = 4;

/// For each byte, whether words have it, and as what.
pub(super) const CLASS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'0'..=b'9' => WORD | DIGIT,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'+' | b'#' | b'=' | b':' | b'-' | b'/' | b'@' => WORD,
            0x80.. => WORD | FOREIGN,
            _ => 0,
        };
        byte += 1;
    }
    table
};

#[inline]
pub(super) fn is_word(byte: u8) -> bool {
    CLASS[usize::from(byte)] != 0
}

/// What begins no word at all.
pub(super) fn is_junk(byte: u8) -> bool {
    matches!(byte, b'"' | b'&' | b'\'' | b',' | b'<' | b'>' | b'\\' | b']' | b'^' | b'`' | b'|' | b'}' | b'~')
}

pub(super) fn is_not_line_end(byte: u8) -> bool {
    byte != b'\n' && byte != b'\r'
}

//! Letters in files: UTF-8, or else Latin-1.

use std::borrow::Cow;

/// The text of some bytes: UTF-8, or else Latin-1, in which most old files are.
pub(super) fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    std::str::from_utf8(bytes).map_or_else(|_| Cow::Owned(latin_1(bytes)), Cow::Borrowed)
}

/// The text of bytes that are Latin-1.
pub(super) fn latin_1(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// Bytes that were cut, without the half of a letter at their end: that alone does not mean Latin-1.
pub(super) fn whole_letters(bytes: &[u8]) -> &[u8] {
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => &bytes[..error.valid_up_to()],
        _ => bytes,
    }
}

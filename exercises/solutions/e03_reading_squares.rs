//! Match on `text.as_bytes()`: a pattern with ranges says it all.

/// The square that a text names, if it names one.
pub fn square(text: &str) -> Option<usize> {
    match text.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            Some(usize::from(rank - b'1') * 8 + usize::from(file - b'a'))
        }
        _ => None,
    }
}

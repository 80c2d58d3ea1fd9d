//! The offending bit of somebody's text, kept inside an error without allocating.

use core::fmt;

const CAPACITY: usize = 30;

/// The first few letters of a text, for error messages.
///
/// Errors quote what was typed. The text may be megabytes of
/// noise, and there may be no heap, so an excerpt keeps the beginning and marks the cut.
///
/// ```
/// use mola_rules::Excerpt;
/// assert_eq!(format!("{:?}", Excerpt::new("e2e5")), "\"e2e5\"");
/// let long = "x".repeat(1000);
/// assert!(Excerpt::new(&long).to_string().ends_with('…'));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Excerpt {
    bytes: [u8; CAPACITY],
    len: u8,
    cut: bool,
}

impl Excerpt {
    /// Keeps the beginning of `text`, at a letter's boundary.
    ///
    /// ```
    /// # use mola_rules::Excerpt;
    /// assert_eq!(Excerpt::new("Kd9").as_str(), "Kd9");
    /// ```
    pub fn new(text: &str) -> Self {
        let len = text.floor_char_boundary(CAPACITY);
        let mut bytes = [0; CAPACITY];
        bytes[..len].copy_from_slice(&text.as_bytes()[..len]);
        Self { bytes, len: len as u8, cut: len < text.len() }
    }

    /// What was kept.
    ///
    /// ```
    /// # use mola_rules::Excerpt;
    /// assert_eq!(Excerpt::new("").as_str(), "");
    /// ```
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.len as usize]).unwrap_or_default()
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())?;
        f.write_str(if self.cut { "…" } else { "" })
    }
}

/// Quoted and escaped, so that control characters from outside do not reach a terminal.
impl fmt::Debug for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tail = if self.cut { "…" } else { "" };
        write!(f, "\"{}{tail}\"", self.as_str().escape_debug())
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::ToString;

    #[test]
    fn an_excerpt_never_splits_a_letter() {
        let text = "♔".repeat(40);
        let excerpt = Excerpt::new(&text);
        assert_eq!(excerpt.as_str(), "♔".repeat(CAPACITY / 3));
        assert!(excerpt.to_string().ends_with('…'));
    }
}

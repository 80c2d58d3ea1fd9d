//! Text for the clipboard of the terminal's user, by the sequence OSC 52.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// What to write to the terminal so that it keeps `text` in its clipboard.
pub(crate) fn sequence(text: &str) -> String {
    format!("\x1b]52;c;{}\x07", STANDARD.encode(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_sent_as_the_standard_says() {
        assert_eq!(sequence("foo"), "\x1b]52;c;Zm9v\x07");
    }
}

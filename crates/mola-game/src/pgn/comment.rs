//! Comments: how games keep them, and where lines of them may be broken.

use std::borrow::Cow;

use memchr::memchr2;

fn is_line_end(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

/// The text on one line, without blanks around it. Line breaks mean nothing: the file's writer broke
/// lines to fit, and the next writer will break them elsewhere.
pub(super) fn tidy(text: &str) -> Cow<'_, str> {
    let text = text.trim_ascii();
    if memchr2(b'\n', b'\r', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    let mut line = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.bytes().position(|byte| byte.is_ascii_whitespace()) {
        let (word, after) = rest.split_at(start);
        let next = after.trim_ascii_start();
        let blanks = &after[..after.len() - next.len()];
        line.push_str(word);
        line.push_str(if blanks.bytes().any(is_line_end) { " " } else { blanks });
        rest = next;
    }
    line.push_str(rest);
    Cow::Owned(line)
}

/// The pieces of a tidy comment that stay on one line. Between them stands a single blank, which a
/// line's end can replace and [`tidy`] brings back.
///
/// A line does not begin with a bracket or a percent sign, which simple programs take for a tag or an
/// escape, and a command such as `[%clk 0:01:02]` is not broken.
pub(super) fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let bytes = text.as_bytes();
        let mut in_command = false;
        for (at, &byte) in bytes.iter().enumerate() {
            match byte {
                b'[' if bytes.get(at + 1) == Some(&b'%') => in_command = true,
                b']' => in_command = false,
                b' ' if !in_command && at > 0 => {
                    let before = bytes[at - 1];
                    let after = bytes.get(at + 1).copied().unwrap_or(b' ');
                    let alone = !before.is_ascii_whitespace() && !after.is_ascii_whitespace();
                    if alone && !matches!(after, b'[' | b'%') {
                        rest = Some(&text[at + 1..]);
                        return Some(&text[..at]);
                    }
                }
                _ => {}
            }
        }
        rest = None;
        Some(text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_become_blanks_and_other_blanks_stay() {
        assert_eq!(tidy("  one  two\tthree "), "one  two\tthree");
        assert_eq!(tidy("one\r\ntwo \n\n  three"), "one two three");
        assert_eq!(tidy(" \r\n "), "");
        assert_eq!(tidy("é\n♔"), "é ♔");
    }

    #[test]
    fn pieces_joined_by_blanks_are_the_text() {
        for text in ["", "a", "a b", "a  b c", "x [%clk 0:01:02] y z", "a %b [c] d", "[% a b", "é ♔ ü"] {
            assert_eq!(pieces(text).collect::<Vec<_>>().join(" "), text);
        }
        let found: Vec<&str> = pieces("well [%clk 0:01:02] played  indeed sir").collect();
        assert_eq!(found, ["well [%clk 0:01:02]", "played  indeed", "sir"]);
    }
}

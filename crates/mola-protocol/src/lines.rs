//! Lines from outside: of any bytes, of any length, ended in any way.

use std::io::{BufRead, ErrorKind};

/// The longest line that is taken, in bytes. The longest possible game has some twelve thousand
/// moves of six bytes each, and this is room for ten of them.
pub const LONGEST_LINE: usize = 1 << 20;

/// What a source of lines gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input<'a> {
    /// A line without its end. Bytes that are not UTF-8 have become replacement characters.
    Line(&'a str),
    /// A line so long that it was dropped.
    TooLong,
    /// There are no more lines.
    End,
}

/// Reads lines without ever keeping more than [`LONGEST_LINE`] bytes.
///
/// ```
/// use mola_protocol::{Input, Lines};
/// let mut lines = Lines::new("uci\r\nisready".as_bytes());
/// assert_eq!(lines.read(), Input::Line("uci"));
/// assert_eq!(lines.read(), Input::Line("isready"));
/// assert_eq!(lines.read(), Input::End);
/// ```
#[derive(Debug)]
pub struct Lines<R> {
    source: R,
    bytes: Vec<u8>,
    text: String,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `source`.
    pub const fn new(source: R) -> Self {
        Self { source, bytes: Vec::new(), text: String::new() }
    }

    /// Blocks until there is a line, or the source ends or fails, which is the same to a session:
    /// the other side has gone.
    pub fn read(&mut self) -> Input<'_> {
        self.bytes.clear();
        let mut too_long = false;
        loop {
            let chunk = match self.source.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(_) => &[],
            };
            if chunk.is_empty() {
                if self.bytes.is_empty() && !too_long {
                    return Input::End;
                }
                break;
            }
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            if self.bytes.len() + part.len() > LONGEST_LINE {
                too_long = true;
                self.bytes.clear();
            } else if !too_long {
                self.bytes.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            self.source.consume(used);
            if end.is_some() {
                break;
            }
        }
        if too_long {
            return Input::TooLong;
        }
        let line = self.bytes.strip_suffix(b"\r").unwrap_or(&self.bytes);
        self.text.clear();
        self.text.push_str(&String::from_utf8_lossy(line));
        Input::Line(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_not_text_are_read_all_the_same() {
        let mut lines = Lines::new(&b"\xff\xfe uci\n\n\0\n"[..]);
        assert_eq!(lines.read(), Input::Line("\u{fffd}\u{fffd} uci"));
        assert_eq!(lines.read(), Input::Line(""));
        assert_eq!(lines.read(), Input::Line("\0"));
        assert_eq!(lines.read(), Input::End);
    }

    #[test]
    fn a_line_of_any_length_is_dropped_without_being_kept() {
        let mut text = vec![b'x'; 3 * LONGEST_LINE];
        text.extend_from_slice(b"\nisready\n");
        let mut lines = Lines::new(&text[..]);
        assert_eq!(lines.read(), Input::TooLong);
        assert!(lines.bytes.capacity() <= 2 * LONGEST_LINE);
        assert_eq!(lines.read(), Input::Line("isready"));
    }

    #[test]
    fn the_longest_line_that_is_taken_is_taken_whole() {
        let mut text = vec![b'x'; LONGEST_LINE];
        text.push(b'\n');
        let mut lines = Lines::new(std::io::BufReader::with_capacity(100, &text[..]));
        assert!(matches!(lines.read(), Input::Line(line) if line.len() == LONGEST_LINE));
    }
}

//! What most of a file is, read in one glance at bytes that are at hand.
//!
//! All this could be left to the code for everything, which asks before each byte whether there is
//! one. Files are read nearly twice as fast because it is not.

use std::io::Read;

use memchr::memchr2;

use super::alphabet::{CLASS, DIGIT, FOREIGN};
use super::raw_tag::RawTag;
use super::source::{MAX_TEXT, Span};
use super::token::{Lexer, MAX_WORD, is_move};

/// What most words are.
#[derive(Clone, Copy, Debug)]
pub(super) enum Usual {
    Move(Span),
    Comment(Span),
}

impl<R: Read> Lexer<R> {
    /// The next word, if it is a move or a comment as they usually are: all there, after a single blank
    /// and perhaps a number. Otherwise nothing is passed, and [`next`](Self::next) has the say.
    #[inline(always)]
    pub(super) fn usual(&mut self) -> Option<Usual> {
        if self.owes() {
            return None;
        }
        let ahead = self.source.at_hand();
        let mut at = usize::from(matches!(ahead.first(), Some(b' ' | b'\n')));
        let digits = leading(&ahead[at..], |byte| byte.is_ascii_digit());
        if digits > 0 {
            let dots = leading(&ahead[at + digits..], |byte| byte == b'.');
            // Without a dot it may be a result or castling, and four zeros may be a pass.
            if dots == 0 || ahead[at] == b'0' || digits > 9 {
                return None;
            }
            at += digits + dots;
            at += usize::from(matches!(ahead.get(at), Some(b' ' | b'\n')));
        }
        let rest = &ahead[at..];
        let (usual, length) = match rest.first()? {
            b'{' => {
                let end = 1 + comment_length(&rest[1..])?;
                (Usual::Comment(self.source.span(at + 1, at + end)), end + 1)
            }
            b'a'..=b'h' | b'N' | b'B' | b'R' | b'Q' | b'K' | b'O' => {
                let mut classes = 0;
                let mut length = 0;
                let after = loop {
                    let byte = *rest.get(length)?;
                    let class = CLASS[usize::from(byte)];
                    if class == 0 {
                        break byte;
                    }
                    classes |= class;
                    length += 1;
                };
                let is_whole = matches!(after, b' ' | b'\n' | b'\r' | b')' | b'!' | b'?' | b'$');
                // No move is longer than `Qa1xb2+` and `exd8=Q#` by more than a sign or two.
                let is_plain = classes & FOREIGN == 0 && length < 10;
                if !is_whole || !is_plain || classes & DIGIT == 0 && !is_move(&rest[..length]) {
                    return None;
                }
                (Usual::Move(self.source.span(at, at + length)), length)
            }
            _ => return None,
        };
        self.pass_word(at + length);
        Some(usual)
    }

    /// Reads a tag as it usually is, on the line after the one before it. None, and nothing passed, if it is
    /// otherwise, or the one with which games begin.
    #[inline]
    pub(super) fn next_tag(&mut self) -> Option<RawTag> {
        match self.source.at_hand() {
            [b'\n', b'[', rest @ ..] if !self.owes() && !rest.starts_with(b"Event ") => {}
            _ => return None,
        }
        let tag = self.usual_tag(1)?;
        self.pass_word(0);
        Some(tag)
    }

    /// Reads a tag as it usually is, all there and without escapes, its bracket being at an offset.
    /// None, and nothing passed, if it is otherwise.
    pub(super) fn usual_tag(&mut self, bracket: usize) -> Option<RawTag> {
        let line = self.source.at_hand().get(bracket + 1..)?;
        let name = line.iter().take(MAX_WORD).position(|byte| !byte.is_ascii_alphanumeric())?;
        let value = line[name..].strip_prefix(b" \"")?;
        // A line does not end in a value, so there is a quote before that.
        let length = memchr2(b'"', b'\\', value)?;
        let start = bracket + 1 + name + 2;
        let is_whole =
            value[length..].starts_with(b"\"]") && memchr2(b'\n', b'\r', &value[..length]).is_none();
        if name == 0 || start + length >= MAX_TEXT || !is_whole {
            return None;
        }
        let tag = RawTag {
            name: self.source.span(bracket + 1, bracket + 1 + name),
            value: self.source.span(start, start + length),
            escaped: false,
        };
        self.source.advance(start + length + 2);
        Some(tag)
    }
}

/// How long a comment is whose first byte is the first of these, if its end is among them. A line that
/// begins as the first line of games do may be where somebody forgot to close it.
#[inline]
pub(super) fn comment_length(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += memchr2(b'}', b'\n', &bytes[at..])?;
        if at + 1 >= MAX_TEXT {
            return None;
        }
        if bytes[at] == b'}' {
            return Some(at);
        }
        at += 1;
        if bytes[at..].first().is_none_or(|&byte| byte == b'[') && !bytes[at..].starts_with(b"[%") {
            return None;
        }
    }
}

/// How many bytes at the beginning fit.
#[inline]
fn leading(bytes: &[u8], fits: impl Fn(u8) -> bool) -> usize {
    bytes.iter().position(|&byte| !fits(byte)).unwrap_or(bytes.len())
}

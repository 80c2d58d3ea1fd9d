//! Tags and other brackets, as they stand in a stream.

use std::io::{self, Read};

use super::Fault;
use super::alphabet::is_not_line_end;
use super::encoding::decoded;
use super::source::{MAX_TEXT, Span};
use super::token::{Lexer, MAX_WORD};

/// A tag as it stands in the buffer.
#[derive(Clone, Copy, Debug)]
pub(super) struct RawTag {
    pub(super) name: Span,
    pub(super) value: Span,
    /// Whether backslashes are to be taken out of the value.
    pub(super) escaped: bool,
}

impl<R: Read> Lexer<R> {
    /// Reads a tag, the cursor being at its bracket, or passes the line and says what is wrong.
    pub(super) fn tag(&mut self) -> io::Result<Result<RawTag, Fault>> {
        if let Some(tag) = self.usual_tag(0) {
            return Ok(Ok(tag));
        }
        let start = self.skip_spaces(1)?;
        let name_end =
            self.source.run(start, MAX_WORD, |byte| byte > b' ' && !matches!(byte, b'"' | b'[' | b']'))?;
        let quote = self.skip_spaces(name_end)?;
        if name_end == start || quote >= MAX_TEXT || self.source.peek(quote)? != Some(b'"') {
            return self.bad_tag();
        }
        let name = (start, name_end);
        // Written again as UTF-8, a name in Latin-1 must not become longer than what is read.
        if decoded(self.source.ahead(start, name_end)).len() >= MAX_WORD {
            return self.bad_tag();
        }
        let mut escaped = false;
        let mut at = quote + 1;
        let (value_end, length) = loop {
            at = self.source.run(at, MAX_TEXT, |byte| !matches!(byte, b'"' | b'\\' | b'\n' | b'\r'))?;
            if at >= MAX_TEXT {
                return self.bad_tag();
            }
            match self.source.peek(at)? {
                Some(b'\\') => {
                    escaped = true;
                    at += if matches!(self.source.peek(at + 1)?, Some(b'"' | b'\\')) { 2 } else { 1 };
                }
                // A quote inside a value that nobody escaped is not followed by a bracket.
                Some(b'"') => {
                    let bracket = self.skip_spaces(at + 1)?;
                    if self.source.peek(bracket)? == Some(b']') {
                        break (at, bracket + 1);
                    }
                    at += 1;
                }
                _ => match self.last_quote(quote + 1, at) {
                    Some(end) => break (end, at),
                    None => return self.bad_tag(),
                },
            }
        };
        let tag = RawTag {
            name: self.source.span(name.0, name.1),
            value: self.source.span(quote + 1, value_end),
            escaped,
        };
        self.source.advance(length);
        Ok(Ok(tag))
    }

    /// The quote that closes a value whose line ends without a proper end of a tag: the bracket may
    /// be missing, or a backslash before the quote was not meant as an escape.
    fn last_quote(&self, from: usize, to: usize) -> Option<usize> {
        let line = self.source.ahead(from, to).trim_ascii_end();
        let line = line.strip_suffix(b"]").unwrap_or(line).trim_ascii_end();
        let value = line.strip_suffix(b"\"")?;
        Some(from + value.len())
    }

    fn skip_spaces(&mut self, from: usize) -> io::Result<usize> {
        self.source.run(from, from.max(MAX_TEXT), |byte| byte == b' ' || byte == b'\t')
    }

    /// Passes the line of a tag that is none. Passing less would look at long lines again and again.
    fn bad_tag(&mut self) -> io::Result<Result<RawTag, Fault>> {
        let length = self.source.run(1, MAX_WORD, is_not_line_end)?;
        let fault = Fault::Tag(self.excerpt(0, length));
        self.source.skip_while(is_not_line_end)?;
        Ok(Err(fault))
    }

    /// Passes a bracket that begins no tag, to its end or the end of the line.
    pub(super) fn stray_bracket(&mut self) -> io::Result<Fault> {
        let in_brackets = |byte| byte != b']' && is_not_line_end(byte);
        let length = self.source.run(1, MAX_WORD, in_brackets)?;
        let fault = Fault::Word(self.excerpt(0, length));
        self.source.skip_while(in_brackets)?;
        if self.source.peek(0)? == Some(b']') {
            self.source.advance(1);
        }
        Ok(fault)
    }
}

//! Bytes from a stream, with as much lookahead as a token needs and no more memory than that.

use std::io::{self, ErrorKind, Read};

/// The longest text that is kept in one piece: a comment, or the value of a tag.
pub(super) const MAX_TEXT: usize = 1 << 20;

/// How many bytes are asked for at a time.
const ROOM: usize = 1 << 15;

/// A place in the buffer, from and to. It holds until the next byte is looked at.
pub(super) type Span = (usize, usize);

/// A stream with a cursor. Offsets count from the cursor.
#[derive(Debug)]
pub(super) struct Source<R> {
    read: R,
    buffer: Vec<u8>,
    cursor: usize,
    /// Where the bytes that were read end in the buffer.
    end: usize,
    ended: bool,
    /// The number of the line on which the byte at `counted` stands. Lines are counted in large
    /// pieces, not byte by byte.
    line: u64,
    counted: usize,
    /// A copy of the buffer's beginning, as far as it was asked for as text and is UTF-8. To decode in
    /// large pieces is faster than word by word.
    text: String,
}

impl<R: Read> Source<R> {
    pub(super) fn new(read: R) -> Self {
        Self {
            read,
            buffer: vec![0; ROOM],
            cursor: 0,
            end: 0,
            ended: false,
            line: 1,
            counted: 0,
            text: String::new(),
        }
    }

    /// Reads more, or says that the stream is at its end.
    #[cold]
    fn more(&mut self) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        if self.end == self.buffer.len() {
            self.make_room();
        }
        loop {
            match self.read.read(&mut self.buffer[self.end..]) {
                Ok(0) => {
                    self.ended = true;
                    return Ok(false);
                }
                Ok(count) => {
                    // A reader that claims more than it was lent must not take us out of bounds.
                    self.end = self.buffer.len().min(self.end + count);
                    return Ok(true);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Drops what lies behind the cursor. Only a token that fills half of the buffer makes it grow,
    /// so each byte is moved a bounded number of times, and tokens have limits.
    fn make_room(&mut self) {
        self.line();
        self.buffer.copy_within(self.cursor..self.end, 0);
        self.end -= self.cursor;
        self.cursor = 0;
        self.counted = 0;
        self.text.clear();
        if self.end > self.buffer.len() / 2 {
            self.buffer.resize(2 * self.buffer.len(), 0);
        }
    }

    /// The number of the line on which the cursor stands.
    pub(super) fn line(&mut self) -> u64 {
        // In pieces whose count fits a byte, which the compiler turns into sixteen comparisons at once.
        for piece in self.buffer[self.counted..self.cursor].chunks(224) {
            self.line += u64::from(piece.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>());
        }
        self.counted = self.cursor;
        self.line
    }

    /// The byte at an offset, if the stream has it.
    #[inline]
    pub(super) fn peek(&mut self, offset: usize) -> io::Result<Option<u8>> {
        loop {
            if let Some(&byte) = self.buffer[self.cursor..self.end].get(offset) {
                return Ok(Some(byte));
            }
            if !self.more()? {
                return Ok(None);
            }
        }
    }

    /// Whether these bytes come at an offset.
    pub(super) fn has(&mut self, offset: usize, bytes: &[u8]) -> io::Result<bool> {
        for (index, &byte) in bytes.iter().enumerate() {
            if self.peek(offset + index)? != Some(byte) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The offset, at most `limit`, of the first byte at or after `offset` that does not fit.
    #[inline]
    pub(super) fn run(
        &mut self,
        mut offset: usize,
        limit: usize,
        fits: impl Fn(u8) -> bool,
    ) -> io::Result<usize> {
        loop {
            // Not beyond the limit: asking for little at a time must not scan much each time.
            let stop = limit.min(self.end - self.cursor);
            if offset < stop {
                let unseen = &self.buffer[self.cursor + offset..self.cursor + stop];
                match unseen.iter().position(|&byte| !fits(byte)) {
                    Some(length) => return Ok(offset + length),
                    None => offset = stop,
                }
            }
            if offset >= limit || !self.more()? {
                return Ok(offset.min(limit));
            }
        }
    }

    /// Moves the cursor past all bytes that fit, however many.
    pub(super) fn skip_while(&mut self, fits: impl Fn(u8) -> bool) -> io::Result<()> {
        loop {
            let ahead = &self.buffer[self.cursor..self.end];
            let length = ahead.iter().position(|&byte| !fits(byte));
            self.advance(length.unwrap_or(ahead.len()));
            if length.is_some() || !self.more()? {
                return Ok(());
            }
        }
    }

    /// Moves the cursor over bytes that were looked at.
    #[inline]
    pub(super) fn advance(&mut self, length: usize) {
        debug_assert!(length <= self.end - self.cursor, "only what was seen can be passed");
        self.cursor = self.end.min(self.cursor + length);
    }

    /// The bytes that can be looked at without reading more.
    #[inline]
    pub(super) fn at_hand(&self) -> &[u8] {
        &self.buffer[self.cursor..self.end]
    }

    /// The bytes between two offsets, as far as they were looked at.
    #[inline]
    pub(super) fn ahead(&self, from: usize, to: usize) -> &[u8] {
        self.buffer[self.cursor..self.end].get(from..to).unwrap_or_default()
    }

    /// The place of the bytes between two offsets.
    #[inline]
    pub(super) fn span(&self, from: usize, to: usize) -> Span {
        (self.cursor + from, self.cursor + to)
    }

    /// The bytes at a place.
    #[inline]
    pub(super) fn bytes(&self, (from, to): Span) -> &[u8] {
        self.buffer.get(from..to).unwrap_or_default()
    }

    /// Gets [`text`](Self::text) ready up to a place.
    #[inline]
    pub(super) fn decode_to(&mut self, to: usize) {
        if to > self.text.len() {
            self.decode();
        }
    }

    #[cold]
    fn decode(&mut self) {
        let unseen = &self.buffer[self.text.len()..self.end];
        match std::str::from_utf8(unseen) {
            Ok(text) => self.text.push_str(text),
            Err(error) => {
                let valid = std::str::from_utf8(&unseen[..error.valid_up_to()]);
                self.text.push_str(valid.unwrap_or_default());
            }
        }
    }

    /// The text at a place, if it is UTF-8 and was decoded. None says nothing: what was not UTF-8 may stand
    /// before it.
    #[inline]
    pub(super) fn text(&self, (from, to): Span) -> Option<&str> {
        self.text.get(from..to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives out a byte at a time, interrupted before each.
    struct Drip<'a>(&'a [u8], bool);

    impl Read for Drip<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 {
                return Err(ErrorKind::Interrupted.into());
            }
            let length = self.0.len().min(1);
            buffer[..length].copy_from_slice(&self.0[..length]);
            self.0 = &self.0[length..];
            Ok(length)
        }
    }

    #[test]
    fn runs_and_lines_do_not_depend_on_how_the_bytes_arrive() {
        let text = b"aaa\nbbb\n\nccc";
        let mut source = Source::new(Drip(text, false));
        assert_eq!(source.run(0, 100, |byte| byte != b'\n').unwrap(), 3);
        assert_eq!(source.run(0, 2, |byte| byte != b'\n').unwrap(), 2);
        assert_eq!(source.line(), 1);
        assert_eq!(source.peek(8).unwrap(), Some(b'\n'));
        source.advance(9);
        assert_eq!(source.line(), 4);
        assert_eq!(source.run(0, 100, |_| true).unwrap(), 3);
        assert_eq!(source.peek(3).unwrap(), None);
    }

    #[test]
    fn text_is_what_the_bytes_say_or_nothing() {
        let bytes = "né♔".repeat(3).into_bytes();
        let latin_1 = b"one caf\xe9 two".to_vec();
        for bytes in [bytes, latin_1] {
            let mut source = Source::new(Drip(&bytes, false));
            for to in 0..=bytes.len() {
                source.run(0, to, |_| true).unwrap();
                source.decode_to(to);
                for from in 0..=to {
                    if let Some(text) = source.text((from, to)) {
                        assert_eq!(text.as_bytes(), &bytes[from..to]);
                    }
                }
            }
            let valid = std::str::from_utf8(&bytes).map_or(7, str::len);
            assert_eq!(source.text((0, valid)).map(str::len), Some(valid));
        }
    }

    #[test]
    fn the_buffer_grows_with_a_token_and_not_with_the_stream() {
        let mut source = Source::new(io::repeat(b'x').take(50 << 20));
        source.skip_while(|byte| byte == b'x').unwrap();
        assert_eq!(source.buffer.len(), ROOM);
        let mut source = Source::new(io::repeat(b'x'));
        assert_eq!(source.run(0, MAX_TEXT, |byte| byte == b'x').unwrap(), MAX_TEXT);
        assert!(source.buffer.len() <= 2 * MAX_TEXT);
    }
}

//! The words of a PGN stream: what comes next, whatever it means for the game.

use std::io::{self, Read};

use mola_rules::Excerpt;

use super::alphabet::{is_junk, is_not_line_end, is_word};
use super::encoding::{decoded, whole_letters};
use super::source::{MAX_TEXT, Source, Span};
use super::{Fault, GameResult, Nag};

/// No move, number or result is nearly as long.
pub(super) const MAX_WORD: usize = 255;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// One word. Those that say so are not passed yet: who asked decides what they are.
#[derive(Clone, Copy, Debug)]
pub(super) enum Token {
    StreamEnd,
    /// A `[`, not passed.
    Bracket,
    /// The digits of a move number, not passed.
    Number {
        length: usize,
        /// Whether it is the `1.` with which games begin, after an empty line.
        begins_game: bool,
    },
    Move(Span),
    NullMove,
    Nag(Nag),
    Result(GameResult),
    Comment(Span),
    Open,
    Close,
    Bad(Fault),
}

/// What is still to be passed of a comment that was cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tail {
    None,
    Brace,
    Line,
}

/// How a comment in braces ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CommentEnd {
    Brace,
    /// It does not: the stream ends, or the next game begins.
    Missing,
    TooLong,
}

/// Takes a stream apart into words.
#[derive(Debug)]
pub(super) struct Lexer<R> {
    pub(super) source: Source<R>,
    /// How many lines ended just before the latest word.
    newlines: u32,
    /// The byte before the cursor while blanks are passed, a line's end at the beginning.
    previous: u8,
    tail: Tail,
    /// A fault that is reported after the word it belongs to, and its line.
    late: Option<(u64, Fault)>,
}

impl<R: Read> Lexer<R> {
    pub(super) fn new(read: R) -> Self {
        Self { source: Source::new(read), newlines: 0, previous: b'\n', tail: Tail::None, late: None }
    }

    /// A fault that belongs to the word before, with its line.
    pub(super) fn late_fault(&mut self) -> Option<(u64, Fault)> {
        self.late.take()
    }

    /// Whether the latest word was the first on its line.
    pub(super) fn is_first_on_line(&self) -> bool {
        self.newlines > 0
    }

    /// Whether an empty line came before the latest word.
    pub(super) fn follows_empty_line(&self) -> bool {
        self.newlines > 1
    }

    /// Whether something must be reported or skipped before the next word.
    #[inline]
    pub(super) fn owes(&self) -> bool {
        self.tail != Tail::None || self.late.is_some()
    }

    /// Passes a word with the blank before it.
    #[inline]
    pub(super) fn pass_word(&mut self, length: usize) {
        self.source.advance(length);
        self.newlines = 0;
        self.previous = 0;
    }

    /// Whether a bracket that is next begins a tag, by its second letter.
    pub(super) fn bracket_begins_tag(&mut self) -> io::Result<bool> {
        Ok(self.source.peek(1)?.is_some_and(|byte| byte.is_ascii_alphabetic()))
    }

    /// Whether a comment is next on the same line.
    pub(super) fn comment_follows_on_line(&mut self) -> io::Result<bool> {
        self.pass_tail()?;
        self.source.skip_while(|byte| byte == b' ' || byte == b'\t')?;
        Ok(matches!(self.source.peek(0)?, Some(b'{' | b';')))
    }

    /// The next word.
    pub(super) fn next(&mut self) -> io::Result<Token> {
        self.pass_tail()?;
        loop {
            let Some(byte) = self.skip_blanks()? else { return Ok(Token::StreamEnd) };
            let token = match byte {
                b'{' => return self.brace_comment(),
                b';' => return self.line_comment(),
                b'[' => return Ok(Token::Bracket),
                b'$' => return self.nag(),
                b'!' | b'?' => return self.glyph(),
                b'(' => Token::Open,
                b')' => Token::Close,
                b'*' => Token::Result(GameResult::Unfinished),
                _ if is_word(byte) => match self.word(byte)? {
                    Some(token) => return Ok(token),
                    None => continue,
                },
                _ => return self.junk(),
            };
            self.source.advance(1);
            return Ok(token);
        }
    }

    /// Passes blanks, dots, control characters and escaped lines, and looks at the byte after them.
    #[inline]
    fn skip_blanks(&mut self) -> io::Result<Option<u8>> {
        self.newlines = 0;
        loop {
            let Some(byte) = self.source.peek(0)? else { return Ok(None) };
            match byte {
                b'\n' if self.previous == b'\r' => {}
                b'\n' | b'\r' => self.newlines = self.newlines.saturating_add(1),
                0..=b' ' | b'.' | 0x7f => {}
                b'%' if matches!(self.previous, b'\n' | b'\r') => {
                    self.source.skip_while(is_not_line_end)?;
                    continue;
                }
                // At the beginning, and wherever files were put together.
                0xef if self.source.has(0, BYTE_ORDER_MARK)? => {
                    self.source.advance(BYTE_ORDER_MARK.len());
                    continue;
                }
                _ => {
                    self.previous = 0;
                    return Ok(Some(byte));
                }
            }
            self.previous = byte;
            self.source.advance(1);
        }
    }

    /// A comment in braces. Cut if it is too long, its end is passed later: passing it now would
    /// move the buffer from under it.
    fn brace_comment(&mut self) -> io::Result<Token> {
        let (length, end) = self.comment_end(1)?;
        let text = self.source.span(1, length);
        let fault = match end {
            CommentEnd::Brace => None,
            CommentEnd::Missing => Some(Fault::CommentUnclosed),
            CommentEnd::TooLong => Some(Fault::TooLong(self.excerpt(1, length))),
        };
        if let Some(fault) = fault {
            self.late = Some((self.source.line(), fault));
        }
        self.tail = if end == CommentEnd::TooLong { Tail::Brace } else { Tail::None };
        self.source.advance(length + usize::from(end == CommentEnd::Brace));
        Ok(Token::Comment(text))
    }

    /// Where a comment ends, and how. A comment that somebody forgot to close would swallow the games
    /// after it; a line that begins as the first line of games do ends it.
    fn comment_end(&mut self, from: usize) -> io::Result<(usize, CommentEnd)> {
        let mut length = from;
        loop {
            length = self.source.run(length, MAX_TEXT, |byte| byte != b'}' && byte != b'\n')?;
            if length >= MAX_TEXT {
                return Ok((length, CommentEnd::TooLong));
            }
            match self.source.peek(length)? {
                Some(b'}') => return Ok((length, CommentEnd::Brace)),
                None => return Ok((length, CommentEnd::Missing)),
                Some(_) if self.source.has(length + 1, b"[Event \"")? => {
                    return Ok((length, CommentEnd::Missing));
                }
                Some(_) => length += 1,
            }
        }
    }

    /// A comment to the end of the line.
    fn line_comment(&mut self) -> io::Result<Token> {
        let length = self.source.run(1, MAX_TEXT, is_not_line_end)?;
        if length == MAX_TEXT {
            self.tail = Tail::Line;
            self.late = Some((self.source.line(), Fault::TooLong(self.excerpt(1, length))));
        }
        let text = self.source.span(1, length);
        self.source.advance(length);
        Ok(Token::Comment(text))
    }

    /// Passes what is left of a comment that was cut.
    fn pass_tail(&mut self) -> io::Result<()> {
        while self.tail == Tail::Brace {
            let (length, end) = self.comment_end(0)?;
            self.source.advance(length + usize::from(end == CommentEnd::Brace));
            if end != CommentEnd::TooLong {
                self.tail = Tail::None;
            }
        }
        if self.tail == Tail::Line {
            self.source.skip_while(is_not_line_end)?;
            self.tail = Tail::None;
        }
        Ok(())
    }

    fn nag(&mut self) -> io::Result<Token> {
        let length = self.source.run(1, MAX_WORD, |byte| byte.is_ascii_digit())?;
        let number =
            std::str::from_utf8(self.source.ahead(1, length)).ok().and_then(|text| text.parse().ok());
        let token = match number {
            Some(number) => Token::Nag(Nag::new(number)),
            None => Token::Bad(Fault::Nag(self.excerpt(0, length))),
        };
        self.source.advance(length);
        Ok(token)
    }

    fn glyph(&mut self) -> io::Result<Token> {
        let length = self.source.run(1, MAX_WORD, |byte| matches!(byte, b'!' | b'?'))?;
        let glyph = std::str::from_utf8(self.source.ahead(0, length)).ok().and_then(Nag::from_glyph);
        let token = glyph.map_or_else(|| Token::Bad(Fault::Word(self.excerpt(0, length))), Token::Nag);
        self.source.advance(length);
        Ok(token)
    }

    /// Bytes that begin nothing.
    fn junk(&mut self) -> io::Result<Token> {
        let length = self.source.run(1, MAX_WORD, is_junk)?;
        let token = Token::Bad(Fault::Word(self.excerpt(0, length)));
        self.source.advance(length);
        Ok(token)
    }

    /// A move, a number, a result, a mark, or nothing that matters.
    fn word(&mut self, first: u8) -> io::Result<Option<Token>> {
        let length = self.source.run(1, MAX_WORD + 1, is_word)?;
        if length > MAX_WORD {
            let fault = Fault::Word(self.excerpt(0, length));
            self.source.skip_while(is_word)?;
            return Ok(Some(Token::Bad(fault)));
        }
        if first.is_ascii_digit()
            && let Some(token) = self.number_or_result(length)?
        {
            return Ok(Some(token));
        }
        let (kept, passed) = self.move_length(length)?;
        let bytes = self.source.ahead(0, kept);
        let token = if kept > 0 && is_move(bytes) {
            Some(Token::Move(self.source.span(0, kept)))
        } else {
            wordless(bytes)
        };
        self.source.advance(passed);
        Ok(token)
    }

    /// What begins with a digit: a number, a result, castling with zeros, or `0000`.
    fn number_or_result(&mut self, length: usize) -> io::Result<Option<Token>> {
        let bytes = self.source.ahead(0, length);
        let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == length && bytes != b"0000" || bytes.get(digits).is_some_and(u8::is_ascii_alphabetic) {
            let is_one = &bytes[..digits] == b"1";
            let begins_game = is_one
                && self.follows_empty_line()
                && self.source.peek(digits)? == Some(b'.')
                && self.source.peek(digits + 1)? != Some(b'.');
            return Ok(Some(Token::Number { length: digits, begins_game }));
        }
        let result = std::str::from_utf8(bytes).ok().and_then(GameResult::from_text);
        if result.is_some() {
            self.source.advance(length);
        }
        Ok(result.map(Token::Result))
    }

    /// How many bytes of a word are the move, and how many are passed with it: `e8(Q)` belongs
    /// together though it looks like a variation, and `e.p.` says nothing though it looks like a move.
    #[inline]
    fn move_length(&mut self, length: usize) -> io::Result<(usize, usize)> {
        let last = self.source.peek(length - 1)?;
        match self.source.peek(length)? {
            Some(b'(') if matches!(last, Some(b'1' | b'8')) => {
                let promotes = matches!(
                    self.source.peek(length + 1)?,
                    Some(b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n')
                ) && self.source.peek(length + 2)? == Some(b')');
                Ok(if promotes { (length + 3, length + 3) } else { (length, length) })
            }
            Some(b'.') if last == Some(b'e') && self.source.peek(length + 1)? == Some(b'p') => {
                Ok((length - 1, length + 2))
            }
            _ => Ok((length, length)),
        }
    }

    pub(super) fn excerpt(&self, from: usize, to: usize) -> Excerpt {
        let bytes = self.source.ahead(from, to);
        // Enough for an excerpt, and a few bytes more so that it shows that it is one.
        match bytes.get(..64) {
            Some(beginning) => Excerpt::new(&decoded(whole_letters(beginning))),
            None => Excerpt::new(&decoded(bytes)),
        }
    }
}

/// Whether a word is meant as a move: it names a square, or castles.
pub(super) fn is_move(word: &[u8]) -> bool {
    if word.iter().any(u8::is_ascii_digit) {
        return !matches!(word, b"Z0" | b"z0" | b"0000");
    }
    matches!(word[0], b'O' | b'o') && word.iter().all(|byte| matches!(byte, b'O' | b'o' | b'-' | b'+' | b'#'))
}

/// What a word without a move says.
fn wordless(bytes: &[u8]) -> Option<Token> {
    let text = decoded(bytes);
    match text.as_ref() {
        // Signs of check and capture that somebody set apart from the move.
        "" | "+" | "++" | "#" | "ep" | "-" => None,
        "--" | "Z0" | "z0" | "0000" | "@@@@" | "null" | "NULL" | "Null" => Some(Token::NullMove),
        word => Some(
            Nag::from_glyph(word)
                .map(Token::Nag)
                .or_else(|| GameResult::from_text(word).map(Token::Result))
                .unwrap_or_else(|| Token::Bad(Fault::Word(Excerpt::new(word)))),
        ),
    }
}

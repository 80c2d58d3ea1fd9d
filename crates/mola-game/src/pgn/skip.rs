//! Passing over what a game consists of without taking it apart.
//!
//! Whoever wants one game in a thousand waits for those between. They need not be understood, only
//! their ends must be found; so most bytes are not looked at one by one. What is passed here is what reading
//! would pass, and if it is not as usual, nothing is: then reading has the say.

use std::array;
use std::io::Read;

use memchr::memchr3;

use super::GameResult;
use super::alphabet::is_word;
use super::source::MAX_TEXT;
use super::token::{Lexer, MAX_WORD};
use super::usual::comment_length;

impl<R: Read> Lexer<R> {
    /// Passes the tag with which most games begin, after an empty line.
    pub(super) fn pass_event(&mut self) -> bool {
        let found = self.source.at_hand().strip_prefix(b"\n\n[Event \"").and_then(rest_of_tag);
        if let Some(rest) = found {
            self.pass_word(b"\n\n[Event \"".len() + rest);
        }
        found.is_some()
    }

    /// Passes tags, each alone on the line after the one before it, as far as they are at hand. A line that
    /// ends as tags do is passed to its end by reading, too, whether or not the rest of it makes sense.
    pub(super) fn pass_tags(&mut self) {
        let ahead = self.source.at_hand();
        let mut at = 0;
        while let [b'\n', b'[', line @ ..] = &ahead[at..] {
            // With that name, the next game may begin.
            match rest_of_tag(line) {
                Some(rest) if !line.starts_with(b"Event ") => at += 2 + rest,
                _ => break,
            }
        }
        self.pass_word(at);
    }

    /// Passes the first move after the tags, if it is as it usually is.
    pub(super) fn pass_first_move(&mut self) -> bool {
        let is_near =
            matches!(self.source.at_hand(), [b'\n', b'\n', b'1', b'.', b' ', b'a'..=b'h' | b'A'..=b'Z', ..]);
        if is_near {
            self.source.advance(1);
        }
        is_near && self.usual().is_some()
    }

    /// Passes a result at the end of a line.
    pub(super) fn pass_result(&mut self) -> bool {
        let ahead = self.source.at_hand();
        let found = [GameResult::White, GameResult::Black, GameResult::Draw, GameResult::Unfinished]
            .map(GameResult::as_str)
            .into_iter()
            .find(|text| {
                ahead.strip_prefix(text.as_bytes()).is_some_and(|rest| rest.first() == Some(&b'\n'))
            });
        self.pass_word(found.map_or(0, str::len));
        found.is_some()
    }

    /// Passes moves, their numbers and marks, comments and variations, as long as nothing can end the
    /// game, and no further than the bytes that are at hand. `depth` is how many variations are open.
    pub(super) fn pass_moves(&mut self, depth: &mut u64) {
        let ahead = self.source.at_hand();
        // Where to look on, and a place that is not inside a word.
        let (mut at, mut between) = (0, 0);
        let end = loop {
            let stop = at + first_stop(&ahead[at..]);
            if stop == ahead.len() {
                break stop;
            }
            if ahead[stop] == b'-' && stop > at && ahead[stop - 1] == b'O' {
                // Castling, and no result.
                at = stop + 1;
                continue;
            }
            let next = match (ahead[stop], &ahead[stop + 1..]) {
                (b'{', comment) => comment_length(comment).map(|length| stop + length + 2),
                (b'\n', [b'$' | b'(', ..]) => Some(stop + 1),
                // The first of them: `e8(Q)` is a move.
                (b'(', _) if stop > 0 && !is_word(ahead[stop - 1]) => {
                    *depth += 1;
                    Some(stop + 1)
                }
                (b')', _) if *depth > 0 => {
                    *depth -= 1;
                    Some(stop + 1)
                }
                _ => None,
            };
            match next {
                Some(next) => (at, between) = (next, next),
                None => break stop,
            }
        };
        let passed = word_start(ahead, between, end);
        if passed > 0 {
            self.pass_word(passed);
        }
    }
}

/// How many bytes of a tag are left after some of its own, if it ends as it should, with its line.
#[inline]
fn rest_of_tag(line: &[u8]) -> Option<usize> {
    let end = memchr3(b']', b'\n', b'\r', line)?;
    let is_whole = line[..end].ends_with(b"\"") && line[end..].starts_with(b"]\n");
    (is_whole && end + MAX_WORD < MAX_TEXT).then_some(end + 1)
}

/// Where the word begins that ends at an offset, or the offset if there is none.
fn word_start(bytes: &[u8], from: usize, to: usize) -> usize {
    let mut start = to;
    while start > from && (is_word(bytes[start - 1]) || bytes[start - 1] == b'$') {
        start -= 1;
    }
    start
}

/// Where the first byte stands that may be part of a result, a comment, a variation, or of what separates games;
/// else how many bytes there are.
#[inline]
fn first_stop(bytes: &[u8]) -> usize {
    const WIDE: usize = 16;
    let mut at = 0;
    while let Some(piece) = bytes[at..].first_chunk::<{ WIDE + 1 }>() {
        // Sixteen at once: whole bytes of ones are what processors answer.
        let answer = |index| if is_stop(piece[index], piece[index + 1]) { 0xff } else { 0 };
        let found = u128::from_le_bytes(array::from_fn(answer));
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += WIDE;
    }
    while at < bytes.len() && !is_stop(bytes[at], bytes.get(at + 1).copied().unwrap_or(0)) {
        at += 1;
    }
    at
}

/// Whether a byte is more than a letter, a digit, a blank or a sign that can be passed. A line's end can be
/// passed if the next line is not empty and does not begin with a tag or an escape.
#[inline(always)]
#[expect(
    clippy::needless_bitwise_bool,
    reason = "a branch for each question could not be asked of many bytes at once"
)]
fn is_stop(byte: u8, next: u8) -> bool {
    let separates = (next.wrapping_sub(b'0') > b'{' - b'0') | (next == b'[');
    ((byte < b' ') & ((byte != b'\n') | separates))
        | (byte.wrapping_sub(b'(') < 3)
        | (byte == b'-')
        | (byte == b'/')
        | (byte == b';')
        | (byte == b'[')
        | (byte >= b'{')
}

#[cfg(test)]
mod tests {
    use super::super::{Event, Events};

    /// The numbers of the lines on which games end.
    fn ends(text: &[u8], skip: bool) -> Vec<u64> {
        let mut events = Events::new(text);
        let mut ends = Vec::new();
        if skip {
            while events.skip_game().unwrap() {
                ends.push(events.line());
            }
            return ends;
        }
        loop {
            match events.next_event().unwrap() {
                Some(Event::End(_)) => {}
                Some(_) => continue,
                None => return ends,
            }
            ends.push(events.line());
        }
    }

    #[test]
    fn skipping_ends_where_reading_does() {
        let mut pieces: Vec<&str> = [
            "1. e4 ",
            "e5 ",
            "2. Nf3\n",
            "1-0",
            " 1-0 ",
            "0-1\n\n",
            "1/2-1/2\n",
            "1/2 ",
            "*",
            " * ",
            "½-½ ",
            "\n",
            "\n\n",
            "\r\n",
            "{a comment}",
            "{over\nlines}",
            "{never closed ",
            "} ",
            "(1. d4 ",
            "(",
            ") ",
            "e8(Q) ",
            "e8=Q ",
            "; to the end\n",
            "% escaped\n",
            "[Event \"a\"]\n",
            "[Site \"b\"]\n",
            "[White \"c\\\"d\"]",
            "[",
            "] ",
            "$1 ",
            "$1-0 ",
            "!? ",
            "O-O ",
            "O-1-0 ",
            "O-O-O\n",
            "0-0-0 ",
            "Qa1-b2 ",
            "1.",
            "\n1. c4 ",
            "\n\n1. c4 ",
            "word ",
            "\"",
            "é ",
            "-- ",
            "e.p. ",
            "\n{first} ",
            "\n$2 ",
            "\n(2. c4) ",
            "\n.\n1. c4 ",
            "\n\x7f\n1. c4 ",
            "\n\u{feff}[Event \"e\"]\n",
            "\n\n[Event \"f\"]\n[Site \"?\"]\n\n1. e4 e5 1-0\n\n[Event \"g\"]",
            "\n\n[Event \"]\n",
            "\n[\"]\n",
            "\n[A\"] e4\n",
            "\n[A [B \"c\"]\n",
            "\n[A \"b]c\" \"]\n",
            "\n[A \"b\\\"]\n",
            "\n\n1. Hello ",
        ]
        .to_vec();
        let mut dice = crate::Dice::new(7);
        for _ in 0..20_000 {
            let mut text = String::new();
            for _ in 0..dice.below(14) {
                text.push_str(pieces[dice.below(pieces.len())]);
            }
            assert_eq!(ends(text.as_bytes(), true), ends(text.as_bytes(), false), "{text:?}");
        }
        // Long words and comments at the edge of the buffer.
        let long = "e4 ".repeat(30_000);
        pieces.retain(|piece| !piece.is_empty());
        for piece in pieces {
            for shift in 0..7 {
                let text = format!("{}{long}{piece}*\n\n1. e4 {piece}\n\n1. d4 *", "x".repeat(shift));
                assert_eq!(ends(text.as_bytes(), true), ends(text.as_bytes(), false), "{piece:?}");
            }
        }
    }
}

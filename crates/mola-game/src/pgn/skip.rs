//! Passing over what a game consists of without taking it apart.
//!
//! Whoever wants one game in a thousand waits for those between. They need not be understood, only
//! their ends must be found; so most bytes are not looked at one by one.

use std::io::Read;

use super::alphabet::is_word;
use super::token::Lexer;
use super::usual::comment_length;

impl<R: Read> Lexer<R> {
    /// Passes moves, their numbers and marks, comments and variations, as long as nothing can end the
    /// game, and no further than the bytes that are at hand. `depth` is how many variations are open.
    pub(super) fn pass_moves(&mut self, depth: &mut u64) {
        if self.owes() {
            return;
        }
        let ahead = self.source.at_hand();
        // Where to look on, and a place that is not inside a word.
        let (mut at, mut between) = (0, 0);
        let end = loop {
            let Some(length) = first_stop(&ahead[at..]) else { break ahead.len() };
            let stop = at + length;
            if ahead[stop] == b'-' && stop > at && ahead[stop - 1] == b'O' {
                // Castling, and no result.
                at = stop + 1;
                continue;
            }
            let next = match (ahead[stop], &ahead[stop + 1..]) {
                (b'{', comment) => comment_length(comment).map(|length| stop + length + 2),
                // Tags, empty lines and escapes begin otherwise.
                (b'\n', [b'a'..=b'h' | b'A'..=b'Z' | b'0'..=b'9', ..]) => Some(stop + 1),
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

/// Where the word begins that ends at an offset, or the offset if there is none.
fn word_start(bytes: &[u8], from: usize, to: usize) -> usize {
    let mut start = to;
    while start > from && (is_word(bytes[start - 1]) || bytes[start - 1] == b'$') {
        start -= 1;
    }
    start
}

/// The first byte that may be part of a result, a comment, a variation, or a line's end.
fn first_stop(bytes: &[u8]) -> Option<usize> {
    const NEAR: usize = 16;
    const WIDE: usize = 32;
    // Where moves have comments, the next one is near.
    let near = &bytes[..bytes.len().min(NEAR)];
    if let Some(at) = near.iter().position(|&byte| IS_STOP[usize::from(byte)]) {
        return Some(at);
    }
    let mut at = near.len();
    let (pieces, _) = bytes[at..].as_chunks::<WIDE>();
    for piece in pieces {
        // All of them at once, which the compiler turns into a few instructions.
        if piece.iter().fold(0, |any, &byte| any | u8::from(is_stop(byte))) != 0 {
            break;
        }
        at += WIDE;
    }
    bytes[at..].iter().position(|&byte| IS_STOP[usize::from(byte)]).map(|length| at + length)
}

/// [`is_stop`] for each byte.
const IS_STOP: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = is_stop(byte as u8);
        byte += 1;
    }
    table
};

/// Whether a byte is anything but a letter, a digit, a blank, a dot or a sign after moves. In ranges, since
/// a table can only be asked for one byte at a time.
#[inline(always)]
#[expect(
    clippy::needless_bitwise_bool,
    reason = "a branch for each question could not be asked of many bytes at once"
)]
const fn is_stop(byte: u8) -> bool {
    (byte < b' ')
        | (byte.wrapping_sub(b'(') < 3)
        | (byte == b'-')
        | (byte == b'/')
        | (byte.wrapping_sub(b':') < 3)
        | (byte.wrapping_sub(b'[') < 6)
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

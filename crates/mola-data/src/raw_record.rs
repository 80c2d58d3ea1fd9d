//! The records of a stream that is in memory, without decoding them: for all that copies, counts or
//! deals out games rather than looks into them.

use std::fmt;

use crate::Game;
use crate::checksum::fletcher16;
use crate::stream::{HEADER, decode};

/// One game as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record<'a> {
    /// Length, checksum and body.
    bytes: &'a [u8],
}

/// Length and checksum.
const HEAD: usize = 4;

impl<'a> Record<'a> {
    /// The record as in the stream.
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The game; none if the record is damaged.
    ///
    /// ```
    /// use mola_data::{Game, Writer, records};
    /// use mola_rules::Position;
    /// let mut writer = Writer::new(Vec::new()).unwrap();
    /// let game = Game { start: Position::start(), plies: vec![], winner: None };
    /// writer.write(&game).unwrap();
    /// let bytes = writer.into_inner();
    /// assert_eq!(records(&bytes).unwrap().next().unwrap().game(), Some(game));
    /// ```
    pub fn game(&self) -> Option<Game> {
        let (head, body) = self.bytes.split_first_chunk::<HEAD>()?;
        let intact = fletcher16(body) == u16::from_le_bytes([head[2], head[3]]);
        if intact { decode(body) } else { None }
    }

    /// A number that depends on nothing but the bytes: the same game has the same wherever it is kept
    /// (FNV-1a).
    pub fn fingerprint(&self) -> u64 {
        self.bytes
            .iter()
            .fold(0xCBF29CE484222325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100000001B3))
    }

    /// Whether the game is kept back from training, to see how well a network does in games that it
    /// has not seen. One game in fifty is, the same ones every time.
    pub fn is_held_out(&self) -> bool {
        // The low bits of the fingerprint depend on the low bits of the bytes alone.
        (self.fingerprint() >> 32).is_multiple_of(50)
    }
}

/// Walks over the whole records of a stream; what is torn off at its end is left out.
#[derive(Clone, Debug)]
pub struct Records<'a> {
    rest: &'a [u8],
}

impl Records<'_> {
    /// Bytes behind the last whole record: once all are walked over, what was torn off.
    pub const fn rest(&self) -> usize {
        self.rest.len()
    }
}

impl<'a> Iterator for Records<'a> {
    type Item = Record<'a>;

    fn next(&mut self) -> Option<Record<'a>> {
        let head = self.rest.first_chunk::<HEAD>()?;
        let len = HEAD + usize::from(u16::from_le_bytes([head[0], head[1]]));
        let (bytes, rest) = self.rest.split_at_checked(len)?;
        self.rest = rest;
        Some(Record { bytes })
    }
}

/// The records of a stream.
///
/// # Errors
/// The bytes do not begin as a stream of games does.
pub fn records(stream: &[u8]) -> Result<Records<'_>, NotGames> {
    stream.strip_prefix(&HEADER).map(|rest| Records { rest }).ok_or(NotGames)
}

/// The bytes do not begin as a stream of games does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotGames;

impl std::error::Error for NotGames {}

impl fmt::Display for NotGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is not a file of games to learn from")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ply, Writer};
    use mola_rules::Position;

    fn stream(games: u16) -> Vec<u8> {
        let mut writer = Writer::new(Vec::new()).unwrap();
        for number in 0..games {
            let start = Position::chess960(number % 960);
            let m = start.legal_moves()[0];
            writer
                .write(&Game { start, plies: vec![Ply { m, score: number as i16 }], winner: None })
                .unwrap();
        }
        writer.into_inner()
    }

    #[test]
    fn records_are_the_games_of_the_stream() {
        let bytes = stream(20);
        let games: Vec<Game> = records(&bytes).unwrap().map(|record| record.game().unwrap()).collect();
        let scores: Vec<i16> = games.iter().map(|game| game.plies[0].score).collect();
        assert_eq!(scores, (0..20).collect::<Vec<i16>>());
    }

    #[test]
    fn a_torn_tail_is_counted_and_left_out() {
        let bytes = stream(3);
        let mut walk = records(&bytes[..bytes.len() - 5]).unwrap();
        assert_eq!(walk.by_ref().count(), 2);
        assert_eq!(
            walk.rest(),
            bytes.len()
                - records(&bytes).unwrap().take(2).map(|r| r.bytes().len()).sum::<usize>()
                - HEADER.len()
                - 5
        );
    }

    #[test]
    fn a_damaged_record_is_skipped_and_those_after_it_are_read() {
        let mut bytes = stream(3);
        bytes[HEADER.len() + HEAD + 3] ^= 0x40;
        let games: Vec<bool> = records(&bytes).unwrap().map(|record| record.game().is_some()).collect();
        assert_eq!(games, [false, true, true]);
    }

    #[test]
    fn about_one_game_in_fifty_is_held_out() {
        let bytes = stream(5_000);
        let held = records(&bytes).unwrap().filter(Record::is_held_out).count();
        assert!((60..=140).contains(&held), "{held} of 5000");
    }

    #[test]
    fn other_files_have_no_records() {
        for other in [&b"PNG"[..], b"", b"PGN or something"] {
            assert_eq!(records(other).map(drop), Err(NotGames));
        }
    }
}

//! Games in a stream of bytes: see `training/FORMAT.md`.

use std::io::{self, Write};

use mola_rules::Color;

use crate::checksum::fletcher16;
use crate::{Game, Ply, packed};

/// What every stream begins with: a name and the version of the format.
pub const HEADER: [u8; 8] = *b"MOLAGM\x00\x01";

/// The longest record: no game has more moves than fit.
const LONGEST: usize = u16::MAX as usize;

/// Writes games. Each game is one write, so that a process that dies leaves whole games behind, and
/// at most one torn one at the end.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
}

impl<W: Write> Writer<W> {
    /// Begins a new stream.
    ///
    /// # Errors
    /// The header could not be written.
    pub fn new(mut out: W) -> io::Result<Self> {
        out.write_all(&HEADER)?;
        Ok(Self { out })
    }

    /// Continues a stream that already has its header.
    pub const fn append(out: W) -> Self {
        Self { out }
    }

    /// Writes a game.
    ///
    /// # Errors
    /// The game could not be written, is too long, or has illegal moves.
    pub fn write(&mut self, game: &Game) -> io::Result<()> {
        let body = encode(game).ok_or(io::ErrorKind::InvalidInput)?;
        let mut record = Vec::with_capacity(body.len() + 4);
        record.extend((body.len() as u16).to_le_bytes());
        record.extend(fletcher16(&body).to_le_bytes());
        record.extend(body);
        self.out.write_all(&record)
    }

    /// The stream itself.
    pub fn into_inner(self) -> W {
        self.out
    }
}

fn encode(game: &Game) -> Option<Vec<u8>> {
    let mut body = Vec::with_capacity(40 + 3 * game.plies.len());
    body.extend(packed::pack(&game.start));
    body.push(match game.winner {
        Some(Color::White) => 2,
        None => 1,
        Some(Color::Black) => 0,
    });
    let mut expected = 0_i32;
    for (position, ply) in game.positions() {
        let index = position.legal_moves().iter().position(|&m| m == ply.m)?;
        body.push(index as u8);
        // A good score for one player is as bad for the other: the change is small.
        push_number(&mut body, zigzag(i32::from(ply.score) - expected));
        expected = -i32::from(ply.score);
    }
    (body.len() <= LONGEST).then_some(body)
}

/// Small numbers of either sign become small numbers without one.
const fn zigzag(number: i32) -> u32 {
    (number << 1 ^ number >> 31) as u32
}

const fn unzigzag(number: u32) -> i32 {
    (number >> 1) as i32 ^ -(number as i32 & 1)
}

/// Seven bits a byte, the low ones first; the high bit says that more follow.
fn push_number(body: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        body.push(number as u8 | 0x80);
        number >>= 7;
    }
    body.push(number as u8);
}

fn take_number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in [0, 7, 14, 21, 28] {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

pub(crate) fn decode(body: &[u8]) -> Option<Game> {
    let (start, body) = body.split_first_chunk::<{ packed::LEN }>()?;
    let start = packed::unpack(start)?;
    let (&winner, mut rest) = body.split_first()?;
    let winner = match winner {
        0 => Some(Color::Black),
        1 => None,
        2 => Some(Color::White),
        _ => return None,
    };
    let mut plies = Vec::with_capacity(rest.len() / 2);
    let mut position = start;
    let mut expected = 0_i32;
    while let Some((&index, after)) = rest.split_first() {
        rest = after;
        let m = *position.legal_moves().get(usize::from(index))?;
        let score = i16::try_from(expected.checked_add(unzigzag(take_number(&mut rest)?))?).ok()?;
        expected = -i32::from(score);
        plies.push(Ply { m, score });
        position.play_unchecked(m);
    }
    Some(Game { start, plies, winner })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records;
    use mola_rules::Position;
    use proptest::prelude::*;

    fn random_game(start: u16, choices: &[(u16, i16)]) -> Game {
        let start = Position::chess960(start);
        let mut position = start;
        let mut plies = Vec::new();
        for &(choice, score) in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[usize::from(choice) % moves.len()];
            plies.push(Ply { m, score });
            position.play_unchecked(m);
        }
        Game {
            start,
            plies,
            winner: [None, Some(Color::White), Some(Color::Black)][usize::from(choices.len() as u16 % 3)],
        }
    }

    fn write(games: &[Game]) -> Vec<u8> {
        let mut writer = Writer::new(Vec::new()).unwrap();
        for game in games {
            writer.write(game).unwrap();
        }
        writer.into_inner()
    }

    fn read(bytes: &[u8]) -> Vec<Game> {
        records(bytes).unwrap().map(|record| record.game().unwrap()).collect()
    }

    proptest! {
        #[test]
        fn games_are_read_as_they_were_written(
            games in prop::collection::vec((0..960_u16, prop::collection::vec(any::<(u16, i16)>(), 0..80)), 0..5),
        ) {
            let games: Vec<Game> = games.iter().map(|(start, choices)| random_game(*start, choices)).collect();
            prop_assert_eq!(read(&write(&games)), games);
        }

        #[test]
        fn a_torn_tail_loses_one_game_at_most(cut in 0..400_usize) {
            let games = [random_game(518, &[(1, 20); 40]), random_game(0, &[(7, -30); 40])];
            let bytes = write(&games);
            let kept = bytes.len() - cut.min(bytes.len() - HEADER.len());
            let whole = read(&bytes[..kept]);
            let first = write(&games[..1]).len();
            prop_assert_eq!(whole.len(), usize::from(kept >= first) + usize::from(kept >= bytes.len()));
        }

        #[test]
        fn noise_is_damaged_or_torn_and_never_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let stream = [&HEADER[..], &bytes].concat();
            let mut walk = records(&stream).unwrap();
            let mut passed = 0;
            for record in walk.by_ref() {
                prop_assert_eq!(record.game(), None);
                passed += record.bytes().len();
            }
            prop_assert_eq!(passed + walk.rest(), bytes.len());
        }
    }

    #[test]
    fn numbers_of_either_sign_survive() {
        for number in [0, 1, -1, 63, -64, 64, 8191, -8192, 65_534, -65_534] {
            let mut bytes = Vec::new();
            push_number(&mut bytes, zigzag(number));
            assert_eq!(take_number(&mut &bytes[..]).map(unzigzag), Some(number));
        }
    }
}

//! Moves written exactly as the standard wants them, found without listing all moves.
//!
//! Nearly every move of nearly every file is. The few pieces that could go to the square are tried;
//! what is not found here is left to the forgiving [`Position::parse_san`], which also says what is
//! wrong.

use std::borrow::Cow;

use mola_rules::{Bitboard, File, Move, MoveKind, Position, Rank, Role, SanError, Square, attacks};

use super::encoding::decoded;

/// Plays the move that a text means, however it is written.
pub(super) fn play_text(position: &mut Position, text: &[u8]) -> Result<Move, SanError> {
    if let Some(m) = play_exact(position, text) {
        return Ok(m);
    }
    let text: Cow<'_, str> = decoded(text);
    // Some programs write moves by their squares, and castling in Chess960 as the king on its rook.
    let m = position.parse_san(&text).or_else(|error| position.parse_uci(&text).map_err(|_| error))?;
    position.play_unchecked(m);
    Ok(m)
}

fn play_exact(position: &mut Position, text: &[u8]) -> Option<Move> {
    let text = match text {
        [text @ .., b'+' | b'#'] => text,
        _ => text,
    };
    match *text.first()? {
        b'a'..=b'h' => {
            let m = pawn(position, text)?;
            play(position, m).then_some(m)
        }
        b'N' => play_piece(position, MoveKind::Knight, &text[1..]),
        b'B' => play_piece(position, MoveKind::Bishop, &text[1..]),
        b'R' => play_piece(position, MoveKind::Rook, &text[1..]),
        b'Q' => play_piece(position, MoveKind::Queen, &text[1..]),
        b'K' => play_piece(position, MoveKind::King, &text[1..]),
        b'O' => {
            let m = castling(position, text)?;
            position.play_unchecked(m);
            Some(m)
        }
        _ => None,
    }
}

/// The text is what follows the piece's letter: what tells it from others, `x`, and the square.
fn play_piece(position: &mut Position, kind: MoveKind, text: &[u8]) -> Option<Move> {
    let (origin, target) = text.split_last_chunk::<2>()?;
    let to = square(*target)?;
    let origin = match origin {
        [origin @ .., b'x'] if position.them().has(to) => origin,
        _ => origin,
    };
    let reach = match kind {
        MoveKind::Knight => attacks::knight(to),
        MoveKind::Bishop => attacks::bishop(to, position.occupied()),
        MoveKind::Rook => attacks::rook(to, position.occupied()),
        MoveKind::Queen => attacks::queen(to, position.occupied()),
        _ => attacks::king(to),
    };
    let meant = match *origin {
        [] => Bitboard::FULL,
        [letter @ b'a'..=b'h'] => Bitboard::file(file(letter)?),
        [digit] => Bitboard::rank(rank(digit)?),
        [letter, digit] => square([letter, digit])?.bitboard(),
        _ => return None,
    };
    let mut candidates = position.us() & position.role(kind.role()) & reach & meant;
    if position.us().has(to) {
        return None;
    }
    // Of several pieces, all but one may be pinned.
    if candidates.many() {
        let may_move = |from| Move::new(kind, from, to).is_some_and(|m| position.is_legal(m));
        candidates = candidates.into_iter().filter(|&from| may_move(from)).collect();
        if candidates.many() {
            return None;
        }
    }
    let m = Move::new(kind, candidates.first()?, to)?;
    play(position, m).then_some(m)
}

fn pawn(position: &Position, text: &[u8]) -> Option<Move> {
    let (text, promotion) = match *text {
        [ref text @ .., b'=', letter @ b'A'..=b'Z'] => {
            (text, Some(MoveKind::promote_to(Role::from_letter(letter.into())?)?))
        }
        _ => (text, None),
    };
    let (to, from_file) = match *text {
        [letter, digit] => (square([letter, digit])?, None),
        [from, b'x', letter, digit] => (square([letter, digit])?, Some(file(from)?)),
        _ => return None,
    };
    let own = position.us() & position.role(Role::Pawn);
    let turn = position.turn();
    let height = turn.relative(to.rank()) as u8;
    let behind = |steps| Some(turn.relative(Rank::from_index(height.checked_sub(steps)?)?));
    let (from, kind) = match from_file {
        Some(file) => {
            let from = Square::at(file, behind(1)?);
            let is_diagonal = attacks::pawn(turn, from).has(to);
            match () {
                () if is_diagonal && position.them().has(to) => (from, MoveKind::PawnCapture),
                () if is_diagonal && position.en_passant() == Some(to) => (from, MoveKind::EnPassant),
                () => return None,
            }
        }
        None if position.occupied().has(to) => return None,
        None => {
            let one = Square::at(to.file(), behind(1)?);
            let may_double = height == Rank::Fourth as u8 && !position.occupied().has(one);
            if may_double {
                (Square::at(to.file(), behind(2)?), MoveKind::DoublePush)
            } else {
                (one, MoveKind::Push)
            }
        }
    };
    // A pawn becomes something on the last rank, and only there.
    if !own.has(from) || (height == Rank::Eighth as u8) != promotion.is_some() {
        return None;
    }
    Move::new(promotion.unwrap_or(kind), from, to)
}

fn castling(position: &Position, text: &[u8]) -> Option<Move> {
    let short = match text {
        b"O-O" => true,
        b"O-O-O" => false,
        _ => return None,
    };
    let king = position.king(position.turn());
    let rooks = position.castling().of(position.turn());
    let mut moves = rooks.into_iter().filter_map(|rook| Move::new(MoveKind::Castle, king, rook));
    moves.find(|&m| m.castles_short() == short && position.is_legal(m))
}

/// Plays a move that goes as its piece goes, unless that would leave the king in check. Since the move
/// is to be played anyway, playing it is the cheapest way to ask.
fn play(position: &mut Position, m: Move) -> bool {
    let after = position.after(m);
    let us = position.turn();
    let checkers = after.attackers(after.king(us), after.occupied()) & after.color(!us);
    if checkers.is_empty() {
        *position = after;
    }
    checkers.is_empty()
}

fn square([letter, digit]: [u8; 2]) -> Option<Square> {
    Some(Square::at(file(letter)?, rank(digit)?))
}

fn file(letter: u8) -> Option<File> {
    File::from_index(letter.wrapping_sub(b'a'))
}

fn rank(digit: u8) -> Option<Rank> {
    Rank::from_index(digit.wrapping_sub(b'1'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const POSITIONS: [&str; 8] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "1nbqkbnr/p1pppppp/8/1pP5/8/8/PP1PPPPP/RNBQKBNR w KQk b6 0 3",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "Q6Q/8/8/2k5/8/8/4K3/Q6Q w - - 0 1",
    ];

    /// Walks two plies from each position and asks for each move by its name.
    fn each_position(mut check: impl FnMut(&Position)) {
        for fen in POSITIONS {
            let position: Position = fen.parse().unwrap();
            check(&position);
            position.for_each_child(|_, child| {
                check(child);
                child.for_each_child(|_, grandchild| check(grandchild));
            });
        }
    }

    #[test]
    fn every_legal_move_is_found_by_its_exact_name() {
        each_position(|position| {
            for m in position.legal_moves() {
                let name = position.san(m);
                let after = position.after(m);
                let mut played = *position;
                assert_eq!(
                    play_exact(&mut played, name.as_str().as_bytes()),
                    Some(m),
                    "{name} in {position}"
                );
                assert_eq!(played, after);
            }
        });
    }

    #[test]
    fn what_is_found_is_what_the_forgiving_reader_finds() {
        let start = Position::start();
        let names: Vec<String> = POSITIONS
            .iter()
            .flat_map(|fen| {
                let position: Position = fen.parse().unwrap();
                position.legal_moves().iter().map(|&m| position.san(m).to_string()).collect::<Vec<_>>()
            })
            .collect();
        assert!(play_exact(&mut start.clone(), b"e5").is_none());
        each_position(|position| {
            for name in names.iter().step_by(3) {
                if let Some(m) = play_exact(&mut position.clone(), name.as_bytes()) {
                    assert_eq!(position.parse_san(name), Ok(m), "{name} in {position}");
                }
            }
        });
    }

    #[test]
    fn a_small_b_is_a_pawn() {
        let mut position: Position = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1".parse().unwrap();
        let m = play_text(&mut position, b"bxc3").unwrap();
        assert_eq!(m.from(), Square::B2);
    }

    #[test]
    fn nothing_short_or_strange_is_a_move() {
        for text in [
            "", "+", "N", "e", "e9", "i4", "e2", "e0", "a1", "Nx", "=Q", "e8=K", "O", "O-O-O-O", "exd9", "é4",
        ] {
            let mut position = Position::start();
            assert_eq!(play_exact(&mut position, text.as_bytes()), None, "{text}");
            assert_eq!(position, Position::start());
        }
    }
}

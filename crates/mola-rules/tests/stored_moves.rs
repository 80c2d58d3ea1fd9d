//! A move from a hash table is sixteen bits that may come from anywhere: here all of them are tried.
//!
//! CI takes 200 positions, `MOLA_SOAK` ten thousand.

mod dice;
mod soak;
mod suite;

use dice::Dice;
use mola_rules::{Move, Position, Square};

const CI_POSITIONS: usize = 200;
const SOAK_POSITIONS: usize = 10_000;

/// The suite first, for its rare moves, then positions from random games.
fn positions(wanted: usize) -> Vec<Position> {
    let mut dice = Dice::new(5);
    let mut positions: Vec<_> = suite::all().iter().map(suite::Line::position).collect();
    // In CI the suite alone would be too much; every part of it should have its turn.
    let most = wanted / 2;
    while positions.len() > most {
        let last = positions.len() - 1;
        positions.swap_remove(dice.below(last));
    }
    while positions.len() < wanted {
        let fen = if dice.below(2) == 0 { dice.opening() } else { dice.scatter().to_string() };
        let Ok(mut position) = fen.parse::<Position>() else { continue };
        let length = dice.below(80);
        for _ in 0..length {
            let Some(m) = dice.choose(&position.legal_moves()) else { break };
            position.play_unchecked(m);
        }
        positions.push(position);
    }
    positions
}

#[test]
fn exactly_the_generated_moves_are_legal_among_all_encodings() {
    let wanted = if soak::wanted() { SOAK_POSITIONS } else { CI_POSITIONS };
    let mut legal_moves = 0;
    for position in positions(wanted) {
        let legal = position.legal_moves();
        let mut generated = vec![false; 1 << 16];
        for m in &legal {
            generated[m.bits() as usize] = true;
        }
        for bits in 0..=u16::MAX {
            let is_legal = Move::from_bits(bits).is_some_and(|m| position.is_legal(m));
            assert_eq!(is_legal, generated[bits as usize], "{position}: {bits:#06x}");
        }
        legal_moves += legal.len();
    }
    println!("{wanted} positions, {} encodings, {legal_moves} legal", wanted << 16);
    assert!(legal_moves > wanted, "the positions were not worth the trouble");
}

#[test]
fn play_takes_legal_moves_and_leaves_the_position_alone_otherwise() {
    for position in positions(10) {
        let legal = position.legal_moves();
        for m in (0..=u16::MAX).filter_map(Move::from_bits) {
            let mut after = position;
            if legal.contains(&m) {
                let unchecked = position.after(m);
                assert_eq!(after.play(m), Ok(()), "{position}: {m:?}");
                assert_eq!(after, unchecked, "{position}: {m:?}");
            } else {
                assert!(after.play(m).is_err(), "{position}: {m:?}");
                assert_eq!(after, position, "{position}: {m:?}");
            }
        }
    }
}

#[test]
fn moves_from_a_square_are_the_legal_moves_that_leave_it() {
    for position in positions(2_000) {
        let legal = position.legal_moves();
        for square in Square::ALL {
            let mut expected: Vec<_> = legal.iter().copied().filter(|m| m.from() == square).collect();
            let mut found = position.moves_from(square).to_vec();
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "{position}: {square}");
        }
    }
}

#[test]
fn bits_that_are_a_move_come_back_unchanged() {
    let moves = (0..=u16::MAX).filter_map(|bits| Move::from_bits(bits).map(|m| (bits, m)));
    let mut count = 0;
    for (bits, m) in moves {
        assert_eq!(m.bits(), bits);
        assert_eq!(Move::new(m.kind(), m.from(), m.to()), Some(m));
        count += 1;
    }
    // Fourteen kinds between two different squares.
    assert_eq!(count, 14 * 64 * 63);
}

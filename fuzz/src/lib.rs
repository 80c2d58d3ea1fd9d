//! What must hold for anything that the rules accept.
//!
//! ```text
//! cargo xtask fuzz 60
//! ```

use std::sync::OnceLock;

use mola_rules::{CastlingStyle, Move, MoveKind, Position};

const STANDARD: &str = include_str!("../../testdata/perft/standard.epd");
const CHESS960: &str = include_str!("../../testdata/perft/chess960.epd");

/// A position of the perft suite by number, and what is left of the input: the first two bytes are
/// the number.
pub fn choose(data: &[u8]) -> Option<(Position, &[u8])> {
    static SUITE: OnceLock<Vec<Position>> = OnceLock::new();
    let suite = SUITE.get_or_init(|| {
        let lines = STANDARD.lines().chain(CHESS960.lines());
        let suite: Vec<_> = lines.filter_map(|line| line.split(';').next()?.parse().ok()).collect();
        suite.iter().for_each(check_position);
        suite
    });
    let (number, rest) = data.split_first_chunk::<2>()?;
    Some((suite[usize::from(u16::from_le_bytes(*number)) % suite.len()], rest))
}

/// Everything about an accepted position agrees with everything else.
///
/// # Panics
/// Something does not.
pub fn check_position(position: &Position) {
    assert_eq!(position.key(), position.key_from_scratch());
    assert_eq!(position.to_string().parse(), Ok(*position));
    assert_eq!(position.shredder_fen().to_string().parse(), Ok(*position));
    assert_eq!(position.setup().position(), Ok(*position));

    let legal = position.legal_moves();
    assert_eq!(position.count_moves() as usize, legal.len());
    assert_eq!(position.captures().len() + position.quiets().len(), legal.len());
    for &m in &legal {
        assert!(position.is_legal(m), "{m:?}");
        assert_eq!(Move::from_bits(m.bits()), Some(m));
        let child = position.after(m);
        assert_eq!(child.key(), child.key_from_scratch(), "{m:?}");
        assert!(child.setup().position().is_ok(), "{m:?} leads to no position");
    }
    // A few of the moves that are not there: no more are taken than those that are. To count is faster than to
    // search the list for each of them.
    let few = (0..=u16::MAX).step_by(97).filter_map(Move::from_bits);
    let taken = few.filter(|&m| position.is_legal(m)).count();
    let listed = legal.iter().filter(|m| m.bits() % 97 == 0).count();
    assert_eq!(taken, listed, "a move that is not in the list is taken for a legal one");
}

/// A move that was read is legal, and is read again from each way to write it.
///
/// # Panics
/// It is not.
pub fn check_move(position: &Position, m: Move) {
    assert!(position.is_legal(m));
    assert_eq!(position.parse_san(position.san(m).as_str()), Ok(m));
    assert_eq!(position.parse_uci(&m.uci(CastlingStyle::Chess960).to_string()), Ok(m));
    // A king that can step to where castling takes it is written with its step in mind.
    let step = Move::new(MoveKind::King, m.from(), m.landing()).filter(|&step| position.is_legal(step));
    let meant = if m.is_castle() { step.unwrap_or(m) } else { m };
    assert_eq!(position.parse_uci(&m.uci(CastlingStyle::Standard).to_string()), Ok(meant));
}

/// An error can be shown on a terminal.
///
/// # Panics
/// It is long, or would move the cursor.
pub fn check_message(error: &dyn std::error::Error) {
    let message = error.to_string();
    assert!(message.len() < 400 && !message.contains(char::is_control), "{message:?}");
}

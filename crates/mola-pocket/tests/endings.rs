//! A lone king is mated, whatever the start.

use mola_pocket::{Entry, Limits, Outcome, Pocket, Position};

/// Positions the engine may visit for each move: a fraction of a second on a slow machine.
const NODES: u64 = 20_000;

struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit) as usize
    }
}

/// A random legal position of these pieces against a lone king, with the stronger side to move.
fn random_start(pieces: &[u8], dice: &mut Dice) -> Position {
    loop {
        let mut board = [b'.'; 64];
        for &piece in pieces {
            let mut square = dice.below(64);
            while board[square] != b'.' {
                square = dice.below(64);
            }
            board[square] = piece;
        }
        let colors: Vec<usize> = (0..64)
            .filter(|&square| board[square] == b'B')
            .map(|square| (square / 8 + square % 8) % 2)
            .collect();
        let same_colored_bishops = colors.len() == 2 && colors[0] == colors[1];
        match Position::from_board64(&board) {
            Ok(position) if position.has_legal_move() && !same_colored_bishops => return position,
            _ => {}
        }
    }
}

/// Plays both sides; the plies it took, or how it ended otherwise.
fn hunt(start: Position) -> Result<usize, Outcome> {
    let mut table = vec![Entry::EMPTY; 1 << 14];
    let mut engine = Pocket::new(&mut table);
    let (mut position, mut past) = (start, Vec::new());
    loop {
        match position.outcome(&past) {
            Some(Outcome::Checkmate) if position.black_to_move() => return Ok(past.len()),
            Some(other) => return Err(other),
            None => {}
        }
        let answer = engine.think(&position, &past, &Limits::nodes(NODES), &mut ());
        past.push(position.key());
        position = position.play(answer.best.expect("the game isn't over")).expect("the move is legal");
    }
}

/// Hunts from random starts. Says how many were won and how long the longest took.
fn hunts(pieces: &[u8], starts: usize) -> (usize, usize) {
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let (mut won, mut longest) = (0, 0);
    for _ in 0..starts {
        let start = random_start(pieces, &mut dice);
        let board = start.board64();
        match hunt(start) {
            Ok(plies) => (won, longest) = (won + 1, longest.max(plies)),
            Err(outcome) => eprintln!("{}: {outcome:?}", String::from_utf8_lossy(&board)),
        }
    }
    eprintln!(
        "{}: {won} of {starts} won, at most {} moves",
        String::from_utf8_lossy(pieces),
        longest.div_ceil(2)
    );
    (won, longest)
}

#[test]
fn a_queen_mates_within_fifty_moves() {
    let (won, longest) = hunts(b"KQk", 40);
    assert!(won == 40 && longest <= 100);
}

#[test]
fn a_rook_mates_within_fifty_moves() {
    let (won, longest) = hunts(b"KRk", 40);
    assert!(won == 40 && longest <= 100);
}

#[test]
fn two_bishops_mate_within_fifty_moves() {
    let (won, longest) = hunts(b"KBBk", 40);
    assert!(won == 40 && longest <= 100);
}

/// The hardest of the elementary mates. At this number of nodes one start in eight takes too long.
#[test]
fn bishop_and_knight_mate_from_most_starts() {
    let (won, _) = hunts(b"KBNk", 40);
    assert!(won >= 32);
}

#[test]
#[ignore = "takes minutes"]
fn a_lone_king_is_mated_from_a_thousand_starts() {
    for pieces in [b"KQk".as_slice(), b"KRk", b"KBBk"] {
        let (won, longest) = hunts(pieces, 1_000);
        assert!(won == 1_000 && longest <= 100);
    }
    hunts(b"KBNk", 200);
}

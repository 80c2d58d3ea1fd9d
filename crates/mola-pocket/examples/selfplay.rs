//! Plays the engine against itself and writes quiet positions with the game's result, for
//! `tools/fit.py`.
//!
//! ```text
//! cargo run --release -p mola-pocket --example selfplay -- GAMES NODES SEED > positions.txt
//! ```
//!
//! Each line is the 64-byte board with white in upper case, the side to move, the search's score
//! and the result, both for white: `rnbq… w 31 0.5`.

use mola_pocket::{Entry, Limits, Move, Outcome, Pocket, Position, mate_in};
use std::io::Write;

/// Random plies at the start of each game, plus one more for every second game.
const RANDOM_PLIES: u64 = 8;
/// A score beyond which both players would agree who has won, in hundredths of a pawn.
const DECIDED: i32 = 1_500;
/// A random opening that starts worse than this teaches only who was lucky.
const BALANCED: i32 = 150;

/// Xorshift64 (Marsaglia 2003): repeatable, and good enough to shuffle openings.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [games, nodes, seed] = numbers[..] else {
        eprintln!("usage: selfplay GAMES NODES SEED");
        std::process::exit(2);
    };
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut table = vec![Entry::EMPTY; 1 << 14];
    let mut engine = Pocket::new(&mut table[..]);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut played = 0;
    while played < games {
        engine.new_game();
        if let Some((records, result)) = play(&mut engine, nodes, &mut dice) {
            played += 1;
            for record in records {
                if writeln!(out, "{record} {result}").is_err() {
                    return;
                }
            }
        }
    }
}

/// One game: its quiet positions, and 1, 0.5 or 0 for white. None if the opening was lopsided.
fn play(engine: &mut Pocket<&mut [Entry]>, nodes: u64, dice: &mut Dice) -> Option<(Vec<String>, f32)> {
    let mut position = Position::START;
    let mut past = Vec::new();
    for _ in 0..RANDOM_PLIES + dice.below(2) {
        let mut moves: Vec<Move> = Vec::new();
        position.for_each_legal(|chosen, _| moves.push(chosen));
        let chosen = *moves.get(dice.below(moves.len().max(1) as u64) as usize)?;
        past.push(position.key());
        position = position.play(chosen)?;
    }
    let mut records = Vec::new();
    let start = past.len();
    loop {
        let black = position.black_to_move();
        match position.outcome(&past) {
            Some(Outcome::Checkmate) => return Some((records, if black { 1.0 } else { 0.0 })),
            Some(_) => return Some((records, 0.5)),
            None => {}
        }
        let answer = engine.think(&position, &past, &Limits::nodes(nodes), &mut ());
        let chosen = answer.best?;
        let white_score = if black { -answer.score } else { answer.score };
        if past.len() == start && answer.score.abs() > BALANCED {
            return None;
        }
        if answer.score.abs() > DECIDED || mate_in(answer.score).is_some() {
            return Some((records, if white_score > 0 { 1.0 } else { 0.0 }));
        }
        let next = position.play(chosen)?;
        // A capture, a promotion or a check is a position that the tables alone can't judge.
        if next.quiet_plies() > 0 && !position.in_check() && !next.in_check() {
            let board = String::from_utf8_lossy(&position.board64()).into_owned();
            let side = if black { 'b' } else { 'w' };
            records.push(format!("{board} {side} {white_score}"));
        }
        past.push(position.key());
        position = next;
    }
}

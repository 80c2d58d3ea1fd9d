//! The pocket engine's evaluation, square by square.

use std::fmt::Write as _;

use mola_pocket::{Entry, PocketEngine, Values};
use mola_rules::{Color, Position, Square};
use serde_json::{Map, Value, json};

/// What a piece adds to the score, for White.
struct PieceWorth {
    square: Square,
    name: String,
    middlegame: i32,
    endgame: i32,
    now: i32,
}

/// The score of a position, taken apart.
pub(super) struct Explained {
    pieces: Vec<PieceWorth>,
    /// The whole score, for White.
    score: i32,
    /// What having the move adds, for White.
    tempo: i32,
}

pub(super) fn explain(position: &Position, values: &'static Values) -> Explained {
    let engine = PocketEngine::with_values([Entry::EMPTY; 0], values);
    let for_white = |color: Color| if color == Color::White { 1 } else { -1 };
    let pieces = Square::ALL.into_iter().rev().filter_map(|square| {
        let piece = position.piece_at(square)?;
        let [middlegame, endgame, now] =
            engine.worth(position, square).map(|worth| worth * for_white(piece.color));
        Some(PieceWorth { square, name: piece.to_string(), middlegame, endgame, now })
    });
    let side = for_white(position.turn());
    let lone_king = Color::ALL.into_iter().any(|color| position.color(color).count() == 1);
    Explained {
        pieces: pieces.collect(),
        score: side * engine.evaluate(position),
        tempo: if lone_king { 0 } else { side * values.tempo },
    }
}

impl Explained {
    /// What the pieces and the move don't explain: rounding, or the hunt for a lone king, in which the kings
    /// have other places to be than their tables say.
    fn rest(&self) -> i32 {
        self.score - self.tempo - self.pieces.iter().map(|piece| piece.now).sum::<i32>()
    }

    pub(super) fn to_text(&self) -> String {
        let mut text = " square  piece           middlegame  endgame      now\n".to_owned();
        let pawns = |score: i32| f64::from(score) / 100.0;
        // Writing to a string does not fail.
        for PieceWorth { square, name, middlegame, endgame, now } in &self.pieces {
            let (middlegame, endgame, now) = (pawns(*middlegame), pawns(*endgame), pawns(*now));
            let _ =
                writeln!(text, " {square}      {name:<14} {middlegame:>+11.2} {endgame:>+8.2} {now:>+8.2}");
        }
        for (name, score) in [("the move", self.tempo), ("hunt or rounding", self.rest())] {
            let _ = writeln!(text, " {name:<43} {:>+8.2}", pawns(score));
        }
        let _ = writeln!(text, "\nPocket's value: {:+.2} for White", pawns(self.score));
        text
    }

    pub(super) fn to_json(&self, position: &Position) -> Value {
        let pieces = self.pieces.iter().map(|piece| {
            let PieceWorth { middlegame, endgame, now, .. } = piece;
            (piece.square.to_string(), json!({ "middlegame": middlegame, "endgame": endgame, "now": now }))
        });
        let squares: Map<String, Value> = pieces.collect();
        json!({
            "fen": position.to_string(),
            "value": self.score,
            "tempo": self.tempo,
            "rest": self.rest(),
            "squares": squares,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_squares_add_up_to_the_score() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            let explained = explain(&position, Values::MOLA);
            assert_eq!(explained.pieces.len() as u32, position.occupied().count());
            assert!(explained.rest().abs() <= 16, "half a hundredth of rounding for each piece: {fen}");
        }
    }

    #[test]
    fn black_is_judged_as_white_is() {
        let white = explain(&"4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1".parse().unwrap(), Values::MOLA);
        let black = explain(&"r3k3/4p3/8/8/8/8/8/4K3 b q - 0 1".parse().unwrap(), Values::MOLA);
        assert_eq!(white.score, -black.score);
        assert!(white.score > 400);
    }
}

//! Positions as people write them on a command line.

use anyhow::Context;
use clap::Args;
use mola_rules::{Move, Position};

use crate::output::Misused;

/// A position, in one word or in several.
#[derive(Args, Clone, Debug)]
pub(crate) struct PositionWords {
    /// A FEN, with or without quotes, or startpos; moves may follow, as in startpos moves e4 e5
    #[arg(value_name = "FEN", num_args = 1.., required = true)]
    fen: Vec<String>,
}

impl PositionWords {
    /// The position, and the move that led to it if moves were given.
    pub(crate) fn read(&self) -> anyhow::Result<(Position, Option<Move>)> {
        let text = self.fen.join(" ");
        parse(&text).with_context(|| format!("{text:?}")).map_err(Misused::from)
    }
}

/// A FEN or `startpos`, and moves if the word `moves` follows.
pub(crate) fn parse(text: &str) -> anyhow::Result<(Position, Option<Move>)> {
    let (fen, moves) = match text.split_once(" moves ") {
        Some((fen, moves)) => (fen, moves),
        None => (text, ""),
    };
    let mut position = match fen.trim() {
        "startpos" => Position::start(),
        fen => Position::from_lenient_fen(fen)?,
    };
    let mut last = None;
    for word in moves.split_whitespace() {
        let m = position.parse_uci(word).or_else(|_| position.parse_san(word))?;
        position.play(m)?;
        last = Some(m);
    }
    Ok((position, last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_may_follow_a_position() {
        let (position, last) = parse("startpos moves e2e4 Nf6").unwrap();
        assert_eq!(position.to_string(), "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2");
        assert_eq!(last.unwrap().to().to_string(), "f6");
        assert_eq!(parse("8/8/4k3/8/8/3BN3/8/4K3 w - - 0 1").unwrap().1, None);
    }

    #[test]
    fn the_part_that_is_wrong_is_named() {
        for (text, part) in [
            ("8/8/4k3/8/8/3BN3/8/4K4 w - - 0 1", "rank 1"),
            ("8/8/4k3/8/8/3BN3/8/4K3 x - - 0 1", "x"),
            ("startpos moves e2e4 e2e4", "e2e4"),
        ] {
            let error = format!("{:#}", parse(text).unwrap_err());
            assert!(error.contains(part), "{error}");
        }
    }
}

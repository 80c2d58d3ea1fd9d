//! Where a lost game turned: the move after which the winner never doubted any more.

use std::fmt;

use mola_rules::Color;
use serde::Serialize;

use super::super::tournament::referee::{Note, Played};

/// From this score on, in hundredths of a pawn, a side thinks that it is winning.
const WINNING: i32 = 150;
/// What a mate counts where scores are compared.
const MATE: i32 = 3_000;

/// The move that lost a game, in the eyes of the winner.
#[derive(Debug, Serialize)]
pub(super) struct Turn {
    /// The number of the game, from one.
    pub(super) game: u64,
    /// The move, as in `14... Na5`.
    #[serde(rename = "move")]
    name: String,
    /// The position before it.
    fen: String,
    /// What the loser thought of its move, and what the winner thought of it, both for the loser.
    loser: i32,
    winner: i32,
}

impl Turn {
    /// Looks for the turn of a game that `loser` has lost.
    pub(super) fn find(played: &Played, loser: Color, game: u64) -> Option<Self> {
        if played.winner != Some(!loser) {
            return None;
        }
        let score = |note: &Note| note.heard.as_ref().map(|line| line.score.clamped(MATE));
        let first = played.game.named_moves().nth(played.book).map(|(position, _)| position.turn())?;
        let is_loser = |index: usize| index.is_multiple_of(2) == (first == loser);
        // From the end backwards, as long as the winner was sure.
        let sure =
            |&(index, note): &(usize, &Note)| is_loser(index) || score(note).is_none_or(|own| own >= WINNING);
        let (index, _) = played
            .notes
            .iter()
            .enumerate()
            .rev()
            .take_while(sure)
            .filter(|&(index, _)| !is_loser(index))
            .last()?;
        let blunder = index.checked_sub(1)?;
        let (position, san) = played.game.named_moves().nth(played.book + blunder)?;
        let dots = if loser == Color::White { "." } else { "..." };
        Some(Self {
            game,
            name: format!("{}{dots} {}", position.fullmoves(), san.as_str()),
            fen: position.to_string(),
            loser: score(&played.notes[blunder])?,
            winner: -score(&played.notes[index])?,
        })
    }

    /// How differently the two saw it.
    pub(super) fn disagreement(&self) -> i32 {
        self.loser - self.winner
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = |score: i32| match score {
            MATE.. => "that it mates".to_owned(),
            _ if score <= -MATE => "that it is mated".to_owned(),
            _ => format!("{:+.2}", f64::from(score) / 100.0),
        };
        write!(
            f,
            "  game {}, {}: edited thought {}, the original {}\n    {}",
            self.game,
            self.name,
            words(self.loser),
            words(self.winner),
            self.fen
        )
    }
}

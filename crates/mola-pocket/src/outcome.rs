//! How a game ends.

use crate::board::Position;

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The player to move is mated and has lost.
    Checkmate,
    /// The player to move has no move and isn't in check: a draw.
    Stalemate,
    /// Neither side has enough left to give mate: a draw.
    DeadPosition,
    /// Fifty moves by each side without a capture or a pawn move: a draw.
    FiftyMoves,
    /// The position is on the board for the third time: a draw.
    Repetition,
}

impl Position {
    /// Whether the player to move has any legal move.
    pub fn has_legal_move(&self) -> bool {
        let mut any = false;
        self.for_each_legal(|_, _| any = true);
        any
    }

    /// How often the position was on the board before, among the keys of earlier positions from the
    /// latest backwards. Only every second one has the same player to move, and a capture or a pawn
    /// move can't be undone.
    pub(crate) fn repetitions<'k>(&self, earlier: impl Iterator<Item = &'k u64>) -> usize {
        let key = self.key();
        earlier.take(self.quiet.into()).skip(1).step_by(2).filter(|&&other| other == key).count()
    }

    /// Whether and how the game is over here. `past` holds the keys of the game's earlier
    /// positions, oldest first. Mate comes before all else: it ends the game at once.
    pub fn outcome(&self, past: &[u64]) -> Option<Outcome> {
        let ended = [
            (!self.has_legal_move() && self.in_check(), Outcome::Checkmate),
            (!self.has_legal_move(), Outcome::Stalemate),
            (self.is_dead(), Outcome::DeadPosition),
            (self.quiet >= 100, Outcome::FiftyMoves),
            (self.repetitions(past.iter().rev()) >= 2, Outcome::Repetition),
        ];
        ended.into_iter().find(|&(holds, _)| holds).map(|(_, outcome)| outcome)
    }
}

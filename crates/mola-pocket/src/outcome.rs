//! How a game ends, and what a move announces.

use crate::board::{Move, Position};

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

/// What is said aloud when a move is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Announcement {
    /// Nothing.
    Silent,
    /// Check, `+`.
    Check,
    /// Checkmate, `#`.
    Checkmate,
}

impl Position {
    /// Whether the player to move has any legal move.
    pub fn has_legal_move(&self) -> bool {
        let mut any = false;
        self.for_each_legal(|_, _| any = true);
        any
    }

    /// Whether and how the game is over here. `past` holds the keys of the game's earlier
    /// positions, oldest first. Mate comes before all else: it ends the game at once.
    pub fn outcome(&self, past: &[u64]) -> Option<Outcome> {
        // Only every second position back has the same player to move, and a capture or a pawn
        // move can't be undone.
        let reachable = past.iter().rev().take(self.quiet.into()).skip(1).step_by(2);
        if !self.has_legal_move() {
            Some(if self.in_check() { Outcome::Checkmate } else { Outcome::Stalemate })
        } else if self.is_dead() {
            Some(Outcome::DeadPosition)
        } else if self.quiet >= 100 {
            Some(Outcome::FiftyMoves)
        } else if reachable.filter(|&&key| key == self.key()).count() >= 2 {
            Some(Outcome::Repetition)
        } else {
            None
        }
    }

    /// What a legal move of this position announces.
    pub fn announcement(&self, chosen: Move) -> Announcement {
        let next = self.after(chosen);
        match (next.in_check(), next.has_legal_move()) {
            (true, false) => Announcement::Checkmate,
            (true, true) => Announcement::Check,
            (false, _) => Announcement::Silent,
        }
    }
}

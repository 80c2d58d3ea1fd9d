//! The way from the start of a game to the position on the board.

use mola_rules::{Move, Position};

/// Where the game began, the moves since, and where it stands.
///
/// `mola_game::Game` ends at a mate or the seventy-fifth move and knows clocks; a protocol's client
/// is its own arbiter, so this only follows.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    start: Position,
    root: Position,
    moves: Vec<Move>,
    past: Vec<u64>,
}

impl Path {
    pub(crate) fn new(start: Position) -> Self {
        Self { start, root: start, moves: Vec::new(), past: Vec::new() }
    }

    pub(crate) fn start(&self) -> &Position {
        &self.start
    }

    pub(crate) fn root(&self) -> &Position {
        &self.root
    }

    pub(crate) fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The keys of the positions before the root.
    pub(crate) fn past(&self) -> &[u64] {
        &self.past
    }

    /// Plays a move that is known to be legal.
    pub(crate) fn play(&mut self, m: Move) {
        debug_assert!(self.root.is_legal(m), "moves are read or generated before they come here");
        self.past.push(self.root.key());
        self.moves.push(m);
        self.root.play_unchecked(m);
    }

    /// Takes back the last move, if there is one.
    pub(crate) fn undo(&mut self) -> bool {
        if self.moves.pop().is_none() {
            return false;
        }
        self.past.pop();
        // Positions are not kept: playing a few hundred moves again takes microseconds.
        self.root = self.moves.iter().fold(self.start, |mut position, &m| {
            position.play_unchecked(m);
            position
        });
        true
    }
}

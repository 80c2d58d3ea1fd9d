//! The way from the start of a game to the position on the board.

use mola_rules::{DrawReason, Move, Outcome, Position};

use crate::game::replay;
use crate::{Limits, Task};

/// Where a game began, the moves since, and where it stands: all that a [`Task`] needs.
///
/// A [`Game`](crate::Game) has clocks and ends at mate or by the laws of draws. A history only
/// follows: protocol clients, self-play and analysis decide for themselves when a game is over.
///
/// ```
/// use mola_game::{Engine, FirstMove, History, Limits};
/// use mola_rules::Position;
/// let mut history = History::new(Position::start());
/// while history.outcome().is_none() && history.moves().len() < 10 {
///     let answer = FirstMove.think(history.task(Limits::NONE), &mut ());
///     history.play(answer.best.unwrap());
/// }
/// assert_eq!(history.past().len(), history.moves().len());
/// ```
#[derive(Clone, Debug, Default)]
pub struct History {
    start: Position,
    root: Position,
    moves: Vec<Move>,
    past: Vec<u64>,
}

impl History {
    /// A game that begins here.
    pub const fn new(start: Position) -> Self {
        Self { start, root: start, moves: Vec::new(), past: Vec::new() }
    }

    /// A game in which these moves were played, each known to be legal.
    pub fn of(start: Position, moves: impl IntoIterator<Item = Move>) -> Self {
        let mut history = Self::new(start);
        moves.into_iter().for_each(|m| history.play(m));
        history
    }

    /// Where the game began.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// Where it stands.
    pub const fn root(&self) -> &Position {
        &self.root
    }

    /// The moves from the start to the root.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The keys of the positions before the root, the oldest first.
    pub fn past(&self) -> &[u64] {
        &self.past
    }

    /// Plays a move that is known to be legal, because it was generated or read in this position.
    pub fn play(&mut self, m: Move) {
        debug_assert!(self.root.is_legal(m), "moves are generated or read before they are played");
        self.past.push(self.root.key());
        self.moves.push(m);
        self.root.play_unchecked(m);
    }

    /// Takes back the last move, if there is one.
    ///
    /// ```
    /// use mola_game::History;
    /// let mut history = History::default();
    /// let m = history.root().parse_san("e4").unwrap();
    /// history.play(m);
    /// assert_eq!(history.undo(), Some(m));
    /// assert_eq!(history.root(), history.start());
    /// assert_eq!(history.undo(), None);
    /// ```
    pub fn undo(&mut self) -> Option<Move> {
        let last = self.moves.pop()?;
        self.past.pop();
        self.root = replay(&self.start, &self.moves);
        Some(last)
    }

    /// How the game ended, if it has: see [`Position::outcome_after`].
    pub fn outcome(&self) -> Option<Outcome> {
        self.root.outcome_after(&self.past)
    }

    /// The draw that the player to move could claim.
    pub fn claimable_draw(&self) -> Option<DrawReason> {
        self.root.claimable_draw(&self.past)
    }

    /// Asks what to play here.
    pub fn task(&self, limits: Limits) -> Task<'_> {
        Task { root: &self.root, past: &self.past, start: &self.start, moves: &self.moves, only: &[], limits }
    }
}

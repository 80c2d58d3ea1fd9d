//! The moves of a game as they were played: in fixed arrays on a microcontroller, in vectors
//! elsewhere.

use mola_rules::{Move, MoveKind, Square};

/// The memory of a [`Game`](crate::Game): for each move of either player the move itself, the key of
/// the position before it, and what the mover's clock showed after it in milliseconds.
pub trait Scoresheet: Default {
    /// The moves.
    fn moves(&self) -> &[Move];

    /// The key of the position before each move.
    fn keys(&self) -> &[u64];

    /// The mover's clock after each move.
    fn clocks(&self) -> &[u32];

    /// Adds a move at the end; `false` if there is no room.
    #[must_use]
    fn push(&mut self, m: Move, key: u64, clock: u32) -> bool;

    /// Forgets all moves from the one with this number on.
    fn truncate(&mut self, len: usize);
}

/// Room for a fixed number of moves of either player, at fourteen bytes each, without allocation.
///
/// ```
/// use mola_game::{FixedScoresheet, Game, GameError};
/// let mut game: Game<FixedScoresheet<2>> = Game::default();
/// game.play_text("e4").unwrap();
/// game.play_text("e5").unwrap();
/// assert_eq!(game.play_text("d4"), Err(GameError::Full));
/// ```
#[derive(Clone, Debug)]
pub struct FixedScoresheet<const N: usize> {
    moves: [Move; N],
    keys: [u64; N],
    clocks: [u32; N],
    len: usize,
}

impl<const N: usize> Default for FixedScoresheet<N> {
    fn default() -> Self {
        /// What unused room is filled with; nobody sees it.
        const UNUSED: Move = match Move::new(MoveKind::King, Square::A1, Square::A2) {
            Some(m) => m,
            None => panic!("two different squares make a move"),
        };
        Self { moves: [UNUSED; N], keys: [0; N], clocks: [0; N], len: 0 }
    }
}

impl<const N: usize> Scoresheet for FixedScoresheet<N> {
    fn moves(&self) -> &[Move] {
        &self.moves[..self.len]
    }

    fn keys(&self) -> &[u64] {
        &self.keys[..self.len]
    }

    fn clocks(&self) -> &[u32] {
        &self.clocks[..self.len]
    }

    fn push(&mut self, m: Move, key: u64, clock: u32) -> bool {
        if self.len == N {
            return false;
        }
        self.moves[self.len] = m;
        self.keys[self.len] = key;
        self.clocks[self.len] = clock;
        self.len += 1;
        true
    }

    fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }
}

/// Room for any number of moves.
#[cfg(feature = "std")]
#[derive(Clone, Debug, Default)]
pub struct GrowingScoresheet {
    moves: Vec<Move>,
    keys: Vec<u64>,
    clocks: Vec<u32>,
}

#[cfg(feature = "std")]
impl Scoresheet for GrowingScoresheet {
    fn moves(&self) -> &[Move] {
        &self.moves
    }

    fn keys(&self) -> &[u64] {
        &self.keys
    }

    fn clocks(&self) -> &[u32] {
        &self.clocks
    }

    fn push(&mut self, m: Move, key: u64, clock: u32) -> bool {
        self.moves.push(m);
        self.keys.push(key);
        self.clocks.push(clock);
        true
    }

    fn truncate(&mut self, len: usize) {
        self.moves.truncate(len);
        self.keys.truncate(len);
        self.clocks.truncate(len);
    }
}

/// What a [`Game`](crate::Game) uses if nothing else is said.
#[cfg(feature = "std")]
pub type DefaultScoresheet = GrowingScoresheet;

/// What a [`Game`](crate::Game) uses if nothing else is said: 600 moves of either player, longer than
/// all but a handful of games ever played.
#[cfg(not(feature = "std"))]
pub type DefaultScoresheet = FixedScoresheet<600>;

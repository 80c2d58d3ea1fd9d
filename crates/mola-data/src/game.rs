//! A game to learn from.

use mola_rules::{Color, Move, Position};

/// A move, and what was thought before it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// What was played.
    pub m: Move,
    /// The score of the position before the move, for the player to move, in hundredths of a pawn.
    pub score: i16,
}

/// A game: where it began, its moves with their scores, and who won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The position after the random opening.
    pub start: Position,
    /// The moves.
    pub plies: Vec<Ply>,
    /// The winner; none in a draw.
    pub winner: Option<Color>,
}

impl Game {
    /// Every position of the game with the move that was played in it.
    ///
    /// ```
    /// use mola_data::{Game, Ply};
    /// use mola_rules::Position;
    /// let start = Position::start();
    /// let m = start.parse_san("e4").unwrap();
    /// let game = Game { start, plies: vec![Ply { m, score: 20 }], winner: None };
    /// assert_eq!(game.positions().next().unwrap().0, start);
    /// ```
    pub fn positions(&self) -> impl Iterator<Item = (Position, Ply)> + '_ {
        let mut position = self.start;
        self.plies.iter().map(move |&ply| {
            let before = position;
            position.play_unchecked(ply.m);
            (before, ply)
        })
    }
}

/// Positions before this ply of a game are too much like its random opening.
const FIRST_LESSON: usize = 8;

impl Game {
    /// The positions that are worth learning from: quiet ones, once the game is its own.
    ///
    /// ```
    /// use mola_data::{Game, Ply};
    /// use mola_rules::Position;
    /// let start = Position::start();
    /// let m = start.parse_san("e4").unwrap();
    /// let game = Game { start, plies: vec![Ply { m, score: 20 }], winner: None };
    /// assert_eq!(game.lessons().count(), 0);
    /// ```
    pub fn lessons(&self) -> impl Iterator<Item = (Position, Ply)> + '_ {
        self.positions().skip(FIRST_LESSON).filter(|(position, ply)| is_quiet(position, *ply))
    }
}

/// Scores from here on announce a mate.
const MATE_SCORES: i16 = 10_000;
/// Whether a position is worth learning from: quiet enough that its score says something about what
/// stands on the board.
///
/// ```
/// use mola_data::{Ply, is_quiet};
/// use mola_rules::Position;
/// let start = Position::start();
/// let m = start.parse_san("e4").unwrap();
/// assert!(is_quiet(&start, Ply { m, score: 20 }));
/// ```
pub fn is_quiet(position: &Position, ply: Ply) -> bool {
    !position.is_check()
        && !position.is_capture(ply.m)
        && ply.m.promotion().is_none()
        && ply.score.abs() < MATE_SCORES
}

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
/// The score at which the odds are taken for e to one.
const ODDS: f64 = 200.0;
/// Scores beyond this one are as good as won.
const WON: f64 = 3000.0;

impl Game {
    /// The same game with scores that know what followed: each is mixed with the score of the next
    /// position, which is mixed with the one after it, and so on to the result.
    ///
    /// The share of what followed is `hindsight`, from 0 to 1. Chances to win are mixed, not
    /// hundredths of a pawn. Scores of mates stay.
    ///
    /// ```
    /// use mola_data::{Game, Ply};
    /// use mola_rules::{Color, Position};
    /// let start = Position::start();
    /// let m = start.parse_san("e4").unwrap();
    /// let game = Game { start, plies: vec![Ply { m, score: 20 }], winner: Some(Color::White) };
    /// let score = |hindsight| game.clone().with_hindsight(hindsight).plies[0].score;
    /// assert_eq!(score(0.0), 20);
    /// assert_eq!(score(0.5), 233);
    /// assert_eq!(score(1.0), 3000);
    /// ```
    #[must_use]
    pub fn with_hindsight(mut self, hindsight: f64) -> Game {
        if hindsight == 0.0 {
            return self;
        }
        let turn = if self.plies.len().is_multiple_of(2) { self.start.turn() } else { !self.start.turn() };
        // The chance to win of the player to move, beginning at the end of the game.
        let mut chance = self.winner.map_or(0.5, |winner| f64::from(u8::from(winner == turn)));
        for ply in self.plies.iter_mut().rev() {
            let seen = 1.0 / (1.0 + (-f64::from(ply.score) / ODDS).exp());
            chance = hindsight * (1.0 - chance) + (1.0 - hindsight) * seen;
            if ply.score.abs() < MATE_SCORES {
                ply.score = (ODDS * (chance / (1.0 - chance)).ln()).clamp(-WON, WON).round() as i16;
            }
        }
        self
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hindsight_is_seen_by_each_player_and_fades() {
        let start = Position::start();
        let mut position = start;
        let plies = ["e4", "e5", "Nf3"].map(|san| {
            let m = position.parse_san(san).unwrap();
            position.play_unchecked(m);
            Ply { m, score: 0 }
        });
        let scores = |winner, hindsight| {
            let game = Game { start, plies: plies.to_vec(), winner }.with_hindsight(hindsight);
            game.plies.iter().map(|ply| ply.score).collect::<Vec<_>>()
        };
        assert_eq!(scores(Some(Color::Black), 1.0), [-3000, 3000, -3000]);
        assert_eq!(scores(None, 1.0), [0; 3]);
        let [first, second, third] = scores(Some(Color::White), 0.5)[..] else { panic!("three plies") };
        assert!(0 < first && first < -second && -second < third);
    }

    #[test]
    fn without_hindsight_nothing_changes() {
        let start = Position::start();
        let m = start.parse_san("e4").unwrap();
        let game = Game { start, plies: vec![Ply { m, score: 5000 }], winner: Some(Color::White) };
        assert_eq!(game.clone().with_hindsight(0.0), game);
        assert_ne!(game.clone().with_hindsight(0.1), game);
    }

    #[test]
    fn mates_stay_mates() {
        let start = Position::start();
        let m = start.parse_san("e4").unwrap();
        let game = Game { start, plies: vec![Ply { m, score: 29_990 }], winner: None };
        assert_eq!(game.clone().with_hindsight(0.9), game);
    }
}

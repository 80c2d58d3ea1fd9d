//! How good moves are, by what they do to the chance to win.

use mola_rules::{Move, Position};

use super::chance;
use crate::Score;
use crate::pgn::Nag;
use crate::sentence::capitalized;

/// A name for a bad move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Judgment {
    /// It costs a little.
    Inaccuracy,
    /// It costs enough to regret.
    Mistake,
    /// It may cost the game.
    Blunder,
}

impl Judgment {
    /// All of them, the mildest first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// By the chance to win that a move threw away, in percent. These are the thresholds of lichess.org, which
    /// players know.
    ///
    /// ```
    /// use mola_game::coach::Judgment;
    /// assert_eq!(Judgment::of(12.0), Some(Judgment::Mistake));
    /// assert_eq!(Judgment::of(4.9), None);
    /// ```
    pub fn of(loss: f64) -> Option<Self> {
        match loss {
            15.0.. => Some(Self::Blunder),
            10.0.. => Some(Self::Mistake),
            5.0.. => Some(Self::Inaccuracy),
            _ => None,
        }
    }

    /// In lower case: `blunder`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// The mark that annotators use.
    pub const fn nag(self) -> Nag {
        match self {
            Self::Inaccuracy => Nag::DUBIOUS,
            Self::Mistake => Nag::MISTAKE,
            Self::Blunder => Nag::BLUNDER,
        }
    }
}

/// What became of a move. Scores are those of the player who made it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// How the player stood before the move.
    pub before: Score,
    /// How the player stood after it.
    pub after: Score,
    /// The chance to win that the move threw away, in percent.
    pub loss: f64,
}

/// Judges a move by what an engine thinks of the position before it and of the one after it, each seen by the
/// player to move there. `best` is what the engine would have played.
pub fn judge(position: &Position, played: Move, best: Option<Move>, here: Score, next: Score) -> Verdict {
    let after = match next.flip() {
        // Mate on the board was given by this move.
        Score::Mate(0) => Score::Mate(1),
        other => other,
    };
    // A deeper look may like the engine's own move less; that is nobody's mistake.
    let is_blameless = best == Some(played) || position.count_moves() == 1;
    let loss = if is_blameless { 0.0 } else { (chance(here) - chance(after)).max(0.0) };
    Verdict { before: here, after, loss }
}

impl Verdict {
    /// What the move is called, if it is a bad one.
    pub fn judgment(&self) -> Option<Judgment> {
        Judgment::of(self.loss)
    }

    /// What to say about a bad move in this position, if the engine would have played `best`.
    pub fn remark(&self, position: &Position, best: Option<Move>) -> Option<String> {
        let what = self.judgment()?.name();
        let why = match (self.before, self.after) {
            (Score::Mate(moves), Score::Centipawns(_) | Score::Mated(_)) => format!("misses mate in {moves}"),
            (Score::Centipawns(_), Score::Mated(moves)) => format!("allows mate in {moves}"),
            _ => format!("loses {:.0}% of the winning chances", self.loss),
        };
        let best = best.map(|m| format!(" Best was {}.", position.san(m)));
        Some(capitalized(&format!("{what}: {why}.{}", best.unwrap_or_default())))
    }
}

/// The accuracy of a move by the chance to win that it threw away, from 0 to 100: also fitted by lichess.org.
pub fn move_accuracy(loss: f64) -> f64 {
    (103.1668 * (-0.043_54 * loss.max(0.0)).exp() - 3.1669).clamp(0.0, 100.0)
}

/// The accuracy of a game from those of its moves: halfway between the mean, which forgives one blunder,
/// and the harmonic mean, which does not. None without moves.
pub fn game_accuracy(moves: &[f64]) -> Option<f64> {
    if moves.is_empty() {
        return None;
    }
    let count = moves.len() as f64;
    let mean = moves.iter().sum::<f64>() / count;
    let harmonic = count / moves.iter().map(|accuracy| 1.0 / accuracy.max(1.0)).sum::<f64>();
    Some(f64::midpoint(mean, harmonic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accuracy_is_full_without_loss_and_one_blunder_shows() {
        assert!((move_accuracy(0.0) - 100.0).abs() < 1e-3);
        assert!(move_accuracy(10.0) > 60.0 && move_accuracy(10.0) < 65.0);
        assert!(move_accuracy(100.0) < 1.0);
        let spoiled = game_accuracy(&[100.0, 100.0, 100.0, 1.0]).unwrap();
        assert!(spoiled < 75.0 && spoiled > 10.0, "{spoiled}");
        assert_eq!(game_accuracy(&[]), None);
    }
}

//! How good moves are, by what they do to the chance to win.

use mola_game::Score;
use mola_game::pgn::Nag;
use serde::{Deserialize, Serialize};

/// A name for a bad move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Lapse {
    Inaccuracy,
    Mistake,
    Blunder,
}

impl Lapse {
    pub(super) const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// By the chance to win that a move threw away, in percent.
    pub(super) fn of(loss: f64) -> Option<Self> {
        match loss {
            15.0.. => Some(Self::Blunder),
            10.0.. => Some(Self::Mistake),
            5.0.. => Some(Self::Inaccuracy),
            _ => None,
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "Inaccuracy",
            Self::Mistake => "Mistake",
            Self::Blunder => "Blunder",
        }
    }

    pub(super) const fn nag(self) -> Nag {
        match self {
            Self::Inaccuracy => Nag::DUBIOUS,
            Self::Mistake => Nag::MISTAKE,
            Self::Blunder => Nag::BLUNDER,
        }
    }
}

/// The chance to win in percent, for the player whose score it is. The curve was fitted to games of people
/// by lichess.org: a pawn ahead wins 59 of a hundred points, a queen nearly all.
pub(super) fn chance(score: Score) -> f64 {
    match score {
        Score::Centipawns(value) => 100.0 / (1.0 + (-0.003_682_08 * f64::from(value)).exp()),
        Score::Mate(_) => 100.0,
        Score::Mated(_) => 0.0,
    }
}

/// What a move that went from one chance to another deserves, from 0 to 100: also fitted by lichess.org.
pub(super) fn move_accuracy(loss: f64) -> f64 {
    (103.1668 * (-0.043_54 * loss.max(0.0)).exp() - 3.1669).clamp(0.0, 100.0)
}

/// The accuracy of a game from those of its moves: halfway between the mean, which forgives one blunder,
/// and the harmonic mean, which does not. None without moves.
pub(super) fn game_accuracy(moves: &[f64]) -> Option<f64> {
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
    fn chances_follow_the_score_and_mates_are_certain() {
        assert!((chance(Score::Centipawns(0)) - 50.0).abs() < 1e-9);
        // 100 / (1 + e^-0.368208), computed by hand.
        assert!((chance(Score::Centipawns(100)) - 59.1026).abs() < 1e-3);
        let sum = chance(Score::Centipawns(-250)) + chance(Score::Centipawns(250));
        assert!((sum - 100.0).abs() < 1e-9);
        assert!(chance(Score::Mate(9)) > chance(Score::Centipawns(3_000)));
        assert!(chance(Score::Mated(1)) < chance(Score::Centipawns(-3_000)));
    }

    #[test]
    fn mistakes_are_named_by_what_they_cost() {
        let names: Vec<_> = [0.0, 4.9, 5.0, 12.0, 15.0, 100.0].into_iter().map(Lapse::of).collect();
        let (inaccuracy, mistake, blunder) =
            (Some(Lapse::Inaccuracy), Some(Lapse::Mistake), Some(Lapse::Blunder));
        assert_eq!(names, [None, None, inaccuracy, mistake, blunder, blunder]);
    }

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

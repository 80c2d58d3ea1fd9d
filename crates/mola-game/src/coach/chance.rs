//! From scores to chances.

use crate::Score;

/// The chance to win in percent, for the player whose score it is. Evaluation bars, graphs and verdicts all use
/// this curve, which lichess.org fitted to games of people: a pawn ahead wins 59 of a hundred points, a queen
/// nearly all.
///
/// ```
/// use mola_game::{Score, coach::chance};
/// assert_eq!(chance(Score::Centipawns(0)), 50.0);
/// assert_eq!(chance(Score::Mated(3)), 0.0);
/// ```
pub fn chance(score: Score) -> f64 {
    match score {
        Score::Centipawns(value) => 100.0 / (1.0 + (-0.003_682_08 * f64::from(value)).exp()),
        Score::Mate(_) => 100.0,
        Score::Mated(_) => 0.0,
    }
}

/// How many of a thousand games with this score are won, drawn and lost, as UCI's `UCI_ShowWDL` asks.
///
/// That is about games between engines, which err less than people and draw more, so it is not [`chance`] in
/// another form. By convention an advantage of one pawn wins every other game; two thirds of a pawn more or less
/// change the odds by a factor of e.
///
/// ```
/// use mola_game::{Score, coach::wdl};
/// assert_eq!(wdl(Score::Centipawns(100)), [500, 454, 46]);
/// ```
pub fn wdl(score: Score) -> [u16; 3] {
    match score {
        Score::Mate(_) => [1000, 0, 0],
        Score::Mated(_) => [0, 0, 1000],
        Score::Centipawns(value) => {
            let wins = |pawns: f64| (1000.0 / (1.0 + ((1.0 - pawns) / 0.66).exp())).round() as u16;
            let pawns = f64::from(value) / 100.0;
            let (won, lost) = (wins(pawns), wins(-pawns));
            [won, 1000 - won.min(1000) - lost.min(1000 - won), lost.min(1000 - won)]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_follow_the_score_and_mates_are_certain() {
        let sum = chance(Score::Centipawns(-250)) + chance(Score::Centipawns(250));
        assert!((sum - 100.0).abs() < 1e-9);
        assert!(chance(Score::Mate(9)) > chance(Score::Centipawns(3_000)));
        assert!(chance(Score::Mated(1)) < chance(Score::Centipawns(-3_000)));
    }

    #[test]
    fn wins_draws_and_losses_are_a_thousand_games() {
        for value in [-100_000, -305, -100, -1, 0, 1, 99, 100, 101, 250, i32::MAX] {
            let [wins, draws, losses] = wdl(Score::Centipawns(value));
            assert_eq!(wins + draws + losses, 1000, "{value}");
            assert_eq!(wdl(Score::Centipawns(value).flip()), [losses, draws, wins], "{value}");
        }
    }
}

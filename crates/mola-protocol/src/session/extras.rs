//! What a program adds to its sessions beyond playing chess.

use mola_game::{Engine, Score};
use mola_rules::Position;

/// Commands for people and test frameworks that are not part of the protocols. Every
/// method has a plain answer by default, and `()` gives them all.
///
/// They run on the thread that thinks, so that the session stays awake.
pub trait Extras: Send {
    /// Runs a fixed set of searches and says what it finds, line by line; `OpenBench` wants the last
    /// one to be `N nodes M nps`. Should look at `stop` now and then. `false` if there is no bench.
    fn bench(
        &mut self,
        engine: &mut dyn Engine,
        arguments: &str,
        stop: &dyn Fn() -> bool,
        say: &mut dyn FnMut(&str),
    ) -> bool {
        let _ = (engine, arguments, stop, say);
        false
    }

    /// How many of a thousand games with this score are won, drawn and lost.
    fn wdl(&self, score: Score, position: &Position) -> [u16; 3] {
        let _ = position;
        wdl(score)
    }
}

impl Extras for () {}

/// A model that knows nothing but the score: with an advantage of one pawn every other game is won,
/// and two thirds of a pawn more or less change the odds by a factor of e.
fn wdl(score: Score) -> [u16; 3] {
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
    fn wins_draws_and_losses_are_a_thousand_games() {
        for value in [-100_000, -305, -100, -1, 0, 1, 99, 100, 101, 250, i32::MAX] {
            let [wins, draws, losses] = wdl(Score::Centipawns(value));
            assert_eq!(wins + draws + losses, 1000, "{value}");
            assert_eq!(wdl(Score::Centipawns(value).flip()), [losses, draws, wins], "{value}");
        }
        assert_eq!(wdl(Score::Centipawns(100))[0], 500);
        assert_eq!(wdl(Score::Mate(3)), [1000, 0, 0]);
    }
}

//! What engines think, as scores that are ordered.

use mola_game::{self as game, coach};
use pyo3::prelude::*;

use crate::arguments::Whole;

/// How good a position is for one player. Scores are ordered: to be mated soon is worst, to mate soon is best.
///
/// >>> from mola.engine import Cp, Mate
/// >>> sorted([Mate(1), Cp(20), Mate(-2), Mate(5), Cp(-30)])
/// [Mate(-2), Cp(-30), Cp(20), Mate(5), Mate(1)]
/// >>> str(Cp(35)), str(-Mate(3))
/// ('+0.35', '-#3')
#[pyclass(module = "mola.engine", frozen, eq, ord, hash)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Score(pub(crate) game::Score);

/// A score in hundredths of a pawn.
#[pyfunction]
#[pyo3(name = "Cp")]
pub(crate) fn cp(cp: Whole) -> Score {
    Score(game::Score::Centipawns(cp.0))
}

/// Mate in this many moves: negative for the player who is mated, and zero if that has happened.
#[pyfunction]
#[pyo3(name = "Mate")]
pub(crate) fn mate(moves: Whole) -> Score {
    Score(match moves.0 {
        moves @ 1.. => game::Score::Mate(moves as u32),
        moves => game::Score::Mated(moves.unsigned_abs()),
    })
}

impl Score {
    fn moves_to_mate(self) -> Option<i64> {
        match self.0 {
            game::Score::Centipawns(_) => None,
            game::Score::Mate(moves) => Some(i64::from(moves)),
            game::Score::Mated(moves) => Some(-i64::from(moves)),
        }
    }
}

#[pymethods]
impl Score {
    /// Hundredths of a pawn; None for a mate, unless `mate_score` says what a mate is worth.
    ///
    /// >>> Mate(2).score(mate_score=100000), Cp(7).score(), Mate(2).score()
    /// (99998, 7, None)
    #[pyo3(signature = (*, mate_score=None))]
    fn score(&self, mate_score: Option<Whole>) -> Option<i64> {
        match (self.0, mate_score) {
            (game::Score::Centipawns(value), _) => Some(i64::from(value)),
            (game::Score::Mate(moves), Some(worth)) => Some(i64::from(worth.0) - i64::from(moves)),
            (game::Score::Mated(moves), Some(worth)) => Some(i64::from(moves) - i64::from(worth.0)),
            (_, None) => None,
        }
    }

    /// Moves to mate, negative for the player who is mated; None if no mate is seen.
    fn mate(&self) -> Option<i64> {
        self.moves_to_mate()
    }

    /// Whether a mate is seen.
    fn is_mate(&self) -> bool {
        self.moves_to_mate().is_some()
    }

    /// Of a thousand games from here: won, drawn and lost.
    ///
    /// >>> Cp(0).wdl()
    /// (180, 640, 180)
    fn wdl(&self) -> (u16, u16, u16) {
        coach::wdl(self.0).into()
    }

    /// The chance to win in percent, as people play.
    ///
    /// >>> Cp(0).chance()
    /// 50.0
    fn chance(&self) -> f64 {
        coach::chance(self.0)
    }

    fn __neg__(&self) -> Self {
        Self(self.0.flip())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        match self.0 {
            game::Score::Centipawns(value) => format!("Cp({value})"),
            game::Score::Mate(moves) => format!("Mate({moves})"),
            game::Score::Mated(moves) => format!("Mate(-{moves})"),
        }
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (i64,))> {
        let module = py.import("mola.engine")?;
        Ok(match self.0 {
            game::Score::Centipawns(value) => (module.getattr("Cp")?.unbind(), (i64::from(value),)),
            _ => (module.getattr("Mate")?.unbind(), (self.moves_to_mate().unwrap_or_default(),)),
        })
    }
}

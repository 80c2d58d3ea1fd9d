//! Values whose classes are written in Python: data classes and enumerations.

use mola_game::{EngineOption, OptionKind, Score};
use mola_rules::{DrawReason, Outcome, WinReason};
use pyo3::prelude::*;

use crate::arguments::is_white;
use crate::score;

/// A class of the module `mola._values`.
macro_rules! class {
    ($py:expr, $name:literal) => {{
        static CLASS: pyo3::sync::PyOnceLock<pyo3::Py<pyo3::types::PyType>> = pyo3::sync::PyOnceLock::new();
        CLASS.import($py, "mola._values", $name)
    }};
}
pub(crate) use class;

/// How a game ended, as an `Outcome`.
pub(crate) fn outcome(py: Python<'_>, outcome: Outcome) -> PyResult<Bound<'_, PyAny>> {
    let termination = match outcome {
        Outcome::Win(_, WinReason::Checkmate) => "CHECKMATE",
        Outcome::Win(_, WinReason::Resignation) => "RESIGNATION",
        Outcome::Win(_, WinReason::Time) => "TIME",
        Outcome::Win(_, WinReason::Forfeit) => "FORFEIT",
        Outcome::Draw(reason) => draw(reason),
    };
    let termination = class!(py, "Termination")?.get_item(termination)?;
    class!(py, "Outcome")?.call1((termination, outcome.winner().map(is_white)))
}

/// Why a draw can be claimed, as a `Termination`.
pub(crate) fn claim(py: Python<'_>, reason: DrawReason) -> PyResult<Bound<'_, PyAny>> {
    class!(py, "Termination")?.get_item(draw(reason))
}

const fn draw(reason: DrawReason) -> &'static str {
    match reason {
        DrawReason::Stalemate => "STALEMATE",
        DrawReason::DeadPosition => "INSUFFICIENT_MATERIAL",
        DrawReason::FivefoldRepetition => "FIVEFOLD_REPETITION",
        DrawReason::SeventyFiveMoves => "SEVENTYFIVE_MOVES",
        DrawReason::ThreefoldRepetition => "THREEFOLD_REPETITION",
        DrawReason::FiftyMoves => "FIFTY_MOVES",
        DrawReason::Agreement => "AGREEMENT",
        DrawReason::TimeWithoutMaterial => "TIME_WITHOUT_MATERIAL",
    }
}

/// A score with the player who sees it so, as a `PovScore`.
pub(crate) fn pov_score(py: Python<'_>, score: Score, white: bool) -> PyResult<Bound<'_, PyAny>> {
    class!(py, "PovScore")?.call1((score::Score(score), white))
}

/// An option of an engine, in the words of UCI, as an `Option`.
pub(crate) fn option<'py>(py: Python<'py>, option: &EngineOption) -> PyResult<Bound<'py, PyAny>> {
    let class = class!(py, "Option")?;
    let name = option.name.as_ref();
    match &option.kind {
        OptionKind::Switch(default) => class.call1((name, "check", *default)),
        OptionKind::Number { default, min, max } => class.call1((name, "spin", *default, *min, *max)),
        OptionKind::Choice { default, choices } => {
            class.call1((name, "combo", default, py.None(), py.None(), choices.clone()))
        }
        OptionKind::Text(default) => class.call1((name, "string", default.as_ref())),
        OptionKind::Action => class.call1((name, "button")),
    }
}

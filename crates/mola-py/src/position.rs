//! Positions as values.

use mola_game::History;
use mola_rules::{self as rules, Color, MoveKind};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyType};

use crate::arguments::{
    ColorArgument, Count, MoveArgument, PlainMove, RoleArgument, SquareArgument, Standing, Switch, Text,
    is_white,
};
use crate::errors::{bad_argument, bad_fen, bad_san, bad_uci};
use crate::moves::{self, Move};
use crate::piece::Piece;
use crate::shared::{self, Picture, shared_methods};
use crate::{perft, values};

/// A legal chess position: a value that never changes. `play` returns the next one.
///
/// >>> import mola
/// >>> start = mola.Position()
/// >>> after = start.play("e4")
/// >>> after.fen()
/// 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
/// >>> start == mola.Position(), len({start, after, after})
/// (True, 2)
/// >>> mola.Position("8/8/8/8/8/8/8/8 w - - 0 1")
/// Traceback (most recent call last):
/// mola.FenError: Bad FEN: White has no king.
#[pyclass(module = "mola", frozen, eq)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position(pub(crate) rules::Position);

impl Position {
    const fn here(&self) -> rules::Position {
        self.0
    }
}

/// A position from a FEN; the usual start without one.
pub(crate) fn read_fen(fen: Option<&Text>) -> PyResult<rules::Position> {
    fen.map_or_else(|| Ok(rules::Position::start()), |fen| fen.0.parse().map_err(bad_fen))
}

/// A starting position of Chess960 by its number.
pub(crate) fn chess960(number: Count) -> PyResult<rules::Position> {
    match u16::try_from(number.0) {
        Ok(number @ 0..960) => Ok(rules::Position::chess960(number)),
        _ => Err(bad_argument("the starting positions of Chess960 have numbers from 0 to 959")),
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (fen=None))]
    fn create(fen: Option<Text>) -> PyResult<Self> {
        read_fen(fen.as_ref()).map(Self)
    }

    /// A starting position of Chess960 by its number; 518 is the usual one.
    ///
    /// >>> mola.Position.from_chess960_pos(518) == mola.Position()
    /// True
    #[classmethod]
    fn from_chess960_pos(_class: &Bound<'_, PyType>, scharnagl: Count) -> PyResult<Self> {
        chess960(scharnagl).map(Self)
    }

    /// The position after a move: a `Move`, or a text in any notation.
    fn play(&self, r#move: MoveArgument) -> PyResult<Self> {
        let mut position = self.0;
        shared::play(&mut position, &r#move)?;
        Ok(Self(position))
    }

    /// How the game ended, by what the position alone shows; None if it goes on.
    ///
    /// >>> mola.Position("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1").outcome()
    /// Outcome(termination=<Termination.CHECKMATE: 1>, winner=True)
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.0.outcome().map(|outcome| values::outcome(py, outcome).map(Bound::unbind)).transpose()
    }

    /// Whether the game is over, by what the position alone shows.
    fn is_game_over(&self) -> bool {
        self.0.outcome().is_some()
    }

    fn __hash__(&self) -> u64 {
        self.0.key()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.0)
    }

    fn _repr_svg_(&self) -> String {
        mola_game::Svg::new(&self.0).size(390).to_string()
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyType>, (String,)) {
        (slf.get_type().unbind(), (slf.get().0.to_string(),))
    }
}

shared_methods!(Position);

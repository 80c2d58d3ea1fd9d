//! Pieces.

use mola_rules as rules;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::arguments::{ColorArgument, RoleArgument, Text, is_white};
use crate::errors::bad_argument;

/// A piece: its type, from 1 for a pawn to 6 for a king, and its color.
///
/// >>> import mola
/// >>> piece = mola.Piece(mola.KNIGHT, mola.BLACK)
/// >>> piece.symbol(), piece == mola.Piece.from_symbol("n")
/// ('n', True)
#[pyclass(module = "mola", frozen, eq, hash)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Piece(pub(crate) rules::Piece);

#[pymethods]
impl Piece {
    #[new]
    fn create(piece_type: RoleArgument, color: ColorArgument) -> Self {
        Self(piece_type.0.of(color.0))
    }

    /// The piece of a letter: upper case for White.
    #[classmethod]
    fn from_symbol(_class: &Bound<'_, PyType>, symbol: Text) -> PyResult<Self> {
        let letter = symbol.0.parse().ok().and_then(rules::Piece::from_letter);
        letter.map(Self).ok_or_else(|| bad_argument("a piece is one letter of PNBRQK or pnbrqk"))
    }

    /// From 1 for a pawn to 6 for a king.
    #[getter]
    fn piece_type(&self) -> u8 {
        self.0.role as u8 + 1
    }

    /// True for White.
    #[getter]
    fn color(&self) -> bool {
        is_white(self.0.color)
    }

    /// Its letter: upper case for White.
    fn symbol(&self) -> char {
        self.0.letter()
    }

    /// Its figure.
    ///
    /// >>> mola.Piece.from_symbol("N").unicode_symbol()
    /// '♘'
    fn unicode_symbol(&self) -> char {
        self.0.symbol()
    }

    fn __str__(&self) -> char {
        self.symbol()
    }

    fn __repr__(&self) -> String {
        format!("Piece.from_symbol('{}')", self.symbol())
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (char,))> {
        Ok((slf.get_type().getattr("from_symbol")?.unbind(), (slf.get().symbol(),)))
    }
}

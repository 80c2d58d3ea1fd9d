//! Moves, as python-chess has them: two squares and what a pawn becomes.

use std::fmt;

use mola_rules::{self as rules, CastlingStyle, File, Role, Square};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyType};

use crate::arguments::{RoleArgument, SquareArgument, Text};
use crate::errors::{IllegalMoveError, InvalidMoveError, bad_uci, sentence};

/// A move by its squares: from, to, and what a pawn becomes.
///
/// A move does not know where it is played, so it may be illegal there. Castling is the king's move, e1g1;
/// only where king or rook stand elsewhere, in Chess960, the target is the rook's square.
///
/// >>> import mola
/// >>> move = mola.Move.from_uci("e7e8q")
/// >>> move.from_square == mola.E7, move.to_square == mola.E8, move.promotion == mola.QUEEN
/// (True, True, True)
/// >>> move == mola.Move(mola.E7, mola.E8, mola.QUEEN)
/// True
#[pyclass(module = "mola", frozen, eq, hash)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Move(u16);

/// Numbers below this one are moves: six bits for each square, and five choices for a pawn.
const CODES: usize = 5 << 12;

impl Move {
    /// The null move, by which a player passes.
    pub(crate) const NULL: Self = Self(0);

    fn new(from: Square, to: Square, promotion: Option<Role>) -> Self {
        let promotion = promotion.map_or(0, |role| role as u16);
        Self(from as u16 | (to as u16) << 6 | promotion << 12)
    }

    /// A legal move, in the letters that players of its kind of chess use.
    pub(crate) fn of(m: rules::Move) -> Self {
        let is_usual = m.from().file() == File::E && matches!(m.to().file(), File::A | File::H);
        let to = if m.is_castle() && !is_usual { m.to() } else { m.landing() };
        Self::new(m.from(), to, m.promotion())
    }

    /// The move in a game record, where a player may pass.
    pub(crate) fn of_record(played: Option<rules::Move>) -> Self {
        played.map_or(Self::NULL, Self::of)
    }

    fn from(self) -> Square {
        Square::ALL[usize::from(self.0 & 63)]
    }

    fn to(self) -> Square {
        Square::ALL[usize::from(self.0 >> 6 & 63)]
    }

    /// From and to.
    pub(crate) fn squares(self) -> (Square, Square) {
        (self.from(), self.to())
    }

    fn role(self) -> Option<Role> {
        let number = usize::from(self.0 >> 12);
        (number > 0).then(|| Role::ALL[number])
    }

    /// The legal move that is meant here.
    pub(crate) fn find(self, position: &rules::Position) -> PyResult<rules::Move> {
        if self == Self::NULL {
            return Err(IllegalMoveError::new_err("A null move passes, which is not possible here."));
        }
        position.parse_uci(&self.to_string()).map_err(bad_uci)
    }

    /// The object of this move. There is one for each, made when it is first wanted: lists of moves only
    /// count references.
    pub(crate) fn object(self, py: Python<'_>) -> PyResult<Py<Self>> {
        static OBJECTS: PyOnceLock<Vec<PyOnceLock<Py<Move>>>> = PyOnceLock::new();
        let objects = OBJECTS.get_or_init(py, || (0..CODES).map(|_| PyOnceLock::new()).collect());
        match objects.get(usize::from(self.0)) {
            Some(object) => Ok(object.get_or_try_init(py, || Py::new(py, self))?.clone_ref(py)),
            None => Py::new(py, self),
        }
    }
}

/// Moves as a list of Python.
pub(crate) fn list(py: Python<'_>, moves: impl IntoIterator<Item = Move>) -> PyResult<Bound<'_, PyList>> {
    let list: PyResult<Vec<Py<Move>>> = moves.into_iter().map(|m| m.object(py)).collect();
    PyList::new(py, list?)
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::NULL {
            return f.write_str("0000");
        }
        write!(f, "{}{}", self.from(), self.to())?;
        self.role().map_or(Ok(()), |role| write!(f, "{}", role.letter().to_ascii_lowercase()))
    }
}

#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (from_square, to_square, promotion=None))]
    fn create(
        from_square: SquareArgument,
        to_square: SquareArgument,
        promotion: Option<RoleArgument>,
    ) -> PyResult<Self> {
        let promotion = promotion.map(|role| role.0);
        if matches!(promotion, Some(Role::Pawn | Role::King)) {
            return Err(InvalidMoveError::new_err("A pawn becomes a knight, a bishop, a rook or a queen."));
        }
        if from_square.0 == to_square.0 && (from_square.0 != Square::A1 || promotion.is_some()) {
            return Err(InvalidMoveError::new_err("A move goes from one square to another."));
        }
        Ok(Self::new(from_square.0, to_square.0, promotion))
    }

    /// A move as engines write it; "0000" passes.
    ///
    /// >>> mola.Move.from_uci("g1f3")
    /// Move.from_uci('g1f3')
    #[classmethod]
    fn from_uci(_class: &Bound<'_, PyType>, uci: Text) -> PyResult<Self> {
        let text = uci.0.trim();
        let part = |range| text.get(range).unwrap_or_default();
        let role = match part(4..text.len().max(4)) {
            "" => Some(None),
            letter @ ("n" | "b" | "r" | "q") => letter.parse().ok().map(Role::from_letter),
            _ => None,
        };
        match (part(0..2).parse::<Square>(), part(2..4).parse::<Square>(), role) {
            (Ok(from), Ok(to), Some(role)) if from != to => Ok(Self::new(from, to, role)),
            _ if text == "0000" => Ok(Self::NULL),
            _ => {
                let error = rules::UciMoveError::Malformed(rules::Excerpt::new(text));
                Err(InvalidMoveError::new_err(sentence(error)))
            }
        }
    }

    /// The move that passes.
    ///
    /// >>> bool(mola.Move.null())
    /// False
    #[staticmethod]
    fn null() -> Self {
        Self::NULL
    }

    /// The square that the piece leaves.
    #[getter]
    fn from_square(&self) -> u8 {
        self.from() as u8
    }

    /// The square that it goes to.
    #[getter]
    fn to_square(&self) -> u8 {
        self.to() as u8
    }

    /// What a pawn becomes: a piece type, or None.
    #[getter]
    fn promotion(&self) -> Option<u8> {
        self.role().map(|role| role as u8 + 1)
    }

    /// The move as engines write it.
    fn uci(&self) -> String {
        self.to_string()
    }

    fn __bool__(&self) -> bool {
        *self != Self::NULL
    }

    fn __str__(&self) -> String {
        self.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move.from_uci('{self}')")
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String,))> {
        Ok((slf.get_type().getattr("from_uci")?.unbind(), (slf.get().to_string(),)))
    }
}

/// A legal move as engines write it, by the style that is asked for.
pub(crate) fn uci(m: rules::Move, chess960: bool) -> String {
    if chess960 { m.uci(CastlingStyle::Chess960).to_string() } else { Move::of(m).to_string() }
}

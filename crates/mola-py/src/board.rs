//! A position with the moves that led to it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use mola_game::History;
use mola_rules::{self as rules, Color, MoveKind};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyType};

use crate::arguments::{
    ColorArgument, Count, MoveArgument, PlainMove, RoleArgument, SquareArgument, Standing, Switch, Text,
    is_white,
};
use crate::errors::{bad_argument, bad_san, bad_uci};
use crate::moves::{self, Move};
use crate::piece::Piece;
use crate::position::{Position, chess960, read_fen};
use crate::shared::{self, Picture, shared_methods};
use crate::{perft, values};

/// A game in progress: a position, and the moves that led to it.
///
/// >>> import mola
/// >>> board = mola.Board()
/// >>> for move in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6"]:
/// ...     _ = board.push_san(move)
/// >>> board.push(mola.Move.from_uci("h5f7"))
/// >>> board.is_checkmate(), board.outcome().winner == mola.WHITE
/// (True, True)
/// >>> board.pop()
/// Move.from_uci('h5f7')
/// >>> board.ply()
/// 6
#[pyclass(module = "mola", frozen)]
#[derive(Debug)]
pub(crate) struct Board(Mutex<History>);

impl Board {
    pub(crate) const fn new(history: History) -> Self {
        Self(Mutex::new(history))
    }

    /// The lock, which is never held while Python code can run.
    fn lock(&self) -> MutexGuard<'_, History> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn here(&self) -> rules::Position {
        *self.lock().root()
    }

    /// A copy of the game.
    pub(crate) fn history(&self) -> History {
        self.lock().clone()
    }

    /// Plays what is read in the present position.
    fn play(&self, read: impl FnOnce(&rules::Position) -> PyResult<rules::Move>) -> PyResult<rules::Move> {
        let mut history = self.lock();
        let m = read(history.root())?;
        history.play(m);
        Ok(m)
    }

    /// How the game ended, if it has, or would if the player to move claimed a draw.
    fn ended(&self, claim_draw: Option<Switch>) -> Option<rules::Outcome> {
        let history = self.lock();
        let claim = || history.claimable_draw().filter(|_| claim_draw.is_some_and(|claim| claim.0));
        history.outcome().or_else(|| claim().map(rules::Outcome::Draw))
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (fen=None))]
    fn create(fen: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let Some(fen) = fen else { return Ok(Self::new(History::default())) };
        if let Ok(position) = fen.cast::<Position>() {
            return Ok(Self::new(History::new(position.get().0)));
        }
        let fen: Text = fen.extract().map_err(|_| bad_argument("a board begins with a FEN or a Position"))?;
        Ok(Self::new(History::new(read_fen(Some(&fen))?)))
    }

    /// A game that begins with a starting position of Chess960; 518 is the usual one.
    #[classmethod]
    fn from_chess960_pos(_class: &Bound<'_, PyType>, scharnagl: Count) -> PyResult<Self> {
        Ok(Self::new(History::new(chess960(scharnagl)?)))
    }

    /// Where the game stands, as a value.
    #[getter]
    fn position(&self) -> Position {
        Position(self.here())
    }

    /// Where the game began, as a value.
    fn root(&self) -> Position {
        Position(*self.lock().start())
    }

    /// The moves that were played.
    #[getter]
    fn move_stack(&self, py: Python<'_>) -> PyResult<Py<PyList>> {
        let moves: Vec<Move> = self.lock().moves().iter().map(|&m| Move::of(m)).collect();
        Ok(moves::list(py, moves)?.unbind())
    }

    /// How many moves were played.
    fn ply(&self) -> usize {
        self.lock().moves().len()
    }

    /// Plays a legal move: a `Move`, or a text in any notation.
    fn push(&self, r#move: MoveArgument) -> PyResult<()> {
        self.play(|root| shared::find(root, &r#move)).map(drop)
    }

    /// Plays a move as people type it, and returns it.
    ///
    /// >>> mola.Board().push_san("Nf3")
    /// Move.from_uci('g1f3')
    fn push_san(&self, py: Python<'_>, san: Text) -> PyResult<Py<Move>> {
        Move::of(self.play(|root| root.parse_san(&san.0).map_err(bad_san))?).object(py)
    }

    /// Plays a move by its squares, and returns it.
    fn push_uci(&self, py: Python<'_>, uci: Text) -> PyResult<Py<Move>> {
        Move::of(self.play(|root| root.parse_uci(&uci.0).map_err(bad_uci))?).object(py)
    }

    /// Takes the last move back, and returns it.
    fn pop(&self, py: Python<'_>) -> PyResult<Py<Move>> {
        let undone = self.lock().undo();
        Move::of(undone.ok_or_else(nothing_played)?).object(py)
    }

    /// The last move.
    fn peek(&self, py: Python<'_>) -> PyResult<Py<Move>> {
        let last = self.lock().moves().last().copied();
        Move::of(last.ok_or_else(nothing_played)?).object(py)
    }

    /// The same game, as another object.
    fn copy(&self) -> Self {
        Self::new(self.history())
    }

    /// How the game ended; None if it goes on. With `claim_draw` a draw that the player to move may claim
    /// now counts as well.
    #[pyo3(signature = (*, claim_draw=None))]
    fn outcome(&self, py: Python<'_>, claim_draw: Option<Switch>) -> PyResult<Option<Py<PyAny>>> {
        self.ended(claim_draw).map(|outcome| values::outcome(py, outcome).map(Bound::unbind)).transpose()
    }

    /// Whether the game is over.
    #[pyo3(signature = (*, claim_draw=None))]
    fn is_game_over(&self, claim_draw: Option<Switch>) -> bool {
        self.ended(claim_draw).is_some()
    }

    /// The draw that the player to move may claim now, as a `Termination`; None if there is none.
    fn claimable_draw(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let claim = self.lock().claimable_draw();
        claim.map(|reason| values::claim(py, reason).map(Bound::unbind)).transpose()
    }

    /// Whether the position is on the board for the third time, or as often as `count` says.
    ///
    /// >>> board = mola.Board()
    /// >>> for move in ["Nf3", "Nf6", "Ng1", "Ng8"] * 2:
    /// ...     board.push(move)
    /// >>> board.is_repetition(), board.is_repetition(4)
    /// (True, False)
    #[pyo3(signature = (count=None))]
    fn is_repetition(&self, count: Option<Count>) -> bool {
        let history = self.lock();
        let times = history.root().repetitions(history.past()) + 1;
        times >= count.map_or(3, |count| count.0 as usize)
    }

    /// The result as PGN writes it: "1-0", "0-1", "1/2-1/2" or "*".
    #[pyo3(signature = (*, claim_draw=None))]
    fn result(&self, claim_draw: Option<Switch>) -> &'static str {
        self.ended(claim_draw).map_or("*", rules::Outcome::score)
    }

    /// Two boards are equal if their games stand at the same position.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> Option<bool> {
        let here = self.here();
        other.cast::<Self>().ok().map(|other| other.get().here() == here)
    }

    #[classattr]
    const __hash__: Option<Py<PyAny>> = None;

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.here())
    }

    fn _repr_svg_(&self) -> String {
        let history = self.history();
        let svg = mola_game::Svg::new(history.root()).size(390);
        svg.last_move(history.moves().last().copied()).to_string()
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, Played)> {
        let board = slf.get();
        let build = slf.py().import("mola._values")?.getattr("board_with_moves")?.unbind();
        Ok((build, (board.root(), board.move_stack(slf.py())?)))
    }
}

/// Where a game began, and its moves.
type Played = (Position, Py<PyList>);

fn nothing_played() -> PyErr {
    pyo3::exceptions::PyIndexError::new_err("No move has been played.")
}

shared_methods!(Board);

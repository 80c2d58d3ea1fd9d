//! Recorded games.

use std::sync::{Mutex, MutexGuard, PoisonError};

use mola_game::History;
use mola_game::pgn::{GameResult, GameTree, Node};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyType};

use crate::arguments::{Standing, Text};
use crate::board::Board;
use crate::errors::{PgnError, bad_argument, sentence};
use crate::headers::Headers;
use crate::moves::{self, Move};
use crate::node::GameNode;

/// A recorded game: headers, a tree of moves with comments and marks, and a result.
///
/// >>> from mola.pgn import Game
/// >>> game = Game.from_pgn('[White "Anna"] 1. e4 e5 (1... c5 {The Sicilian}) 2. Nf3 *')
/// >>> game.headers["White"], [move.uci() for move in game.mainline_moves()]
/// ('Anna', ['e2e4', 'e7e5', 'g1f3'])
/// >>> [node.san() for node in game.root.next().variations]
/// ['e5', 'c5']
/// >>> print(game)
/// [Event "?"]
/// [Site "?"]
/// [Date "????.??.??"]
/// [Round "?"]
/// [White "Anna"]
/// [Black "?"]
/// [Result "*"]
/// <BLANKLINE>
/// 1. e4 e5 (1... c5 {The Sicilian}) 2. Nf3 *
/// <BLANKLINE>
#[pyclass(module = "mola.pgn", frozen)]
#[derive(Debug)]
pub(crate) struct Game(Mutex<GameTree>);

impl Game {
    pub(crate) const fn new(tree: GameTree) -> Self {
        Self(Mutex::new(tree))
    }

    /// The lock, which is never held while Python code can run.
    pub(crate) fn lock(&self) -> MutexGuard<'_, GameTree> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game as it was played, up to a pass.
    pub(crate) fn history(&self) -> History {
        self.lock().history()
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (board=None))]
    fn create(board: Option<Standing>) -> Self {
        Self::new(GameTree::new(board.map_or_else(mola_rules::Position::start, |board| *board.0.root())))
    }

    /// Reads the first game of a text, and is strict: whatever cannot be read is a `PgnError`.
    #[classmethod]
    fn from_pgn(_class: &Bound<'_, PyType>, py: Python<'_>, text: Text) -> PyResult<Self> {
        let tree: Result<GameTree, _> = py.detach(|| text.0.parse());
        tree.map(Self::new).map_err(|error| PgnError::new_err(sentence(error)))
    }

    /// The game that was played on a board, with its result.
    ///
    /// >>> board = mola.Board()
    /// >>> for move in ["f3", "e5", "g4", "Qh4"]:
    /// ...     board.push(move)
    /// >>> Game.from_board(board).result
    /// '0-1'
    #[classmethod]
    fn from_board(_class: &Bound<'_, PyType>, board: Standing) -> PyResult<Self> {
        let history = board.0;
        let tree = GameTree::with_moves(*history.start(), history.moves().iter().copied());
        let mut tree = tree.map_err(bad_argument)?;
        tree.set_result(history.outcome().into());
        Ok(Self::new(tree))
    }

    /// The headers, which can be read and set.
    #[getter]
    fn headers(slf: Bound<'_, Self>) -> Headers {
        Headers(slf.unbind())
    }

    /// The result as PGN writes it: "1-0", "0-1", "1/2-1/2" or "*".
    #[getter]
    fn result(&self) -> &'static str {
        self.lock().result().as_str()
    }

    #[setter]
    pub(crate) fn set_result(&self, result: Text) -> PyResult<()> {
        let result = GameResult::from_text(&result.0);
        let result = result.ok_or_else(|| bad_argument("a result is 1-0, 0-1, 1/2-1/2 or *"))?;
        self.lock().set_result(result);
        Ok(())
    }

    /// The beginning of the game, from which the moves hang.
    #[getter]
    fn root(slf: Bound<'_, Self>) -> GameNode {
        let id = slf.get().lock().root().id();
        GameNode::new(slf.unbind(), id)
    }

    /// The board on which the game begins.
    fn board(&self) -> Board {
        Board::new(History::new(self.lock().start()))
    }

    /// The moves of the game as it was played.
    fn mainline_moves(&self, py: Python<'_>) -> PyResult<Py<PyList>> {
        let moves: Vec<Move> = self.lock().main_line().map(|node| Move::of_record(node.played())).collect();
        Ok(moves::list(py, moves)?.unbind())
    }

    /// The nodes of the game as it was played.
    fn mainline(slf: &Bound<'_, Self>) -> Vec<GameNode> {
        let ids: Vec<_> = slf.get().lock().main_line().map(Node::id).collect();
        ids.into_iter().map(|id| GameNode::new(slf.clone().unbind(), id)).collect()
    }

    /// The last node of the game as it was played.
    fn end(slf: &Bound<'_, Self>) -> GameNode {
        let id = {
            let tree = slf.get().lock();
            tree.main_line().last().unwrap_or_else(|| tree.root()).id()
        };
        GameNode::new(slf.clone().unbind(), id)
    }

    /// What could not be read of the game, a sentence each.
    ///
    /// >>> import io
    /// >>> mola.pgn.read_game(io.StringIO("1. e4 e5 2. Ke3 *")).errors
    /// ['Game 1, line 1, move 2.: "Ke3" is not a legal move here.']
    #[getter]
    fn errors(&self) -> Vec<String> {
        self.lock().errors().iter().map(sentence).collect()
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> Option<bool> {
        let other = other.cast::<Self>().ok()?;
        if slf.is(other) {
            return Some(true);
        }
        // A copy, since two locks at once could wait for each other.
        let other = other.get().lock().clone();
        Some(*slf.get().lock() == other)
    }

    #[classattr]
    const __hash__: Option<Py<PyAny>> = None;

    fn __str__(&self) -> String {
        self.lock().to_string()
    }

    fn __repr__(&self) -> String {
        let tree = self.lock();
        let tag = |name| tree.tag(name).unwrap_or("?").to_owned();
        format!("<Game {} – {}, {}>", tag("White"), tag("Black"), tree.result().as_str())
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String,))> {
        Ok((slf.get_type().getattr("from_pgn")?.unbind(), (slf.get().__str__(),)))
    }
}

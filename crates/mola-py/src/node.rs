//! The moves of a recorded game, as places to look around from.

use mola_game::History;
use mola_game::pgn::{self, Nag, Node, NodeId};
use pyo3::prelude::*;
use pyo3::types::{PyList, PySet};

use crate::arguments::{Count, MoveArgument, Text, items};
use crate::board::Board;
use crate::errors::{IllegalMoveError, bad_argument};
use crate::game::Game;
use crate::moves::Move;
use crate::position::Position;
use crate::shared;
use crate::values::pov_score;

/// A place in a recorded game: after a move, or at its beginning.
///
/// >>> from mola.pgn import Game
/// >>> game = Game()
/// >>> node = game.root.add_variation("e4")
/// >>> node.add_comment("Best by test.")
/// >>> node.san(), node.comment, node.position.turn == mola.BLACK
/// ('e4', 'Best by test.', True)
/// >>> game.root.next() == node
/// True
#[pyclass(module = "mola.pgn", frozen)]
#[derive(Debug)]
pub(crate) struct GameNode {
    game: Py<Game>,
    id: NodeId,
}

impl GameNode {
    pub(crate) const fn new(game: Py<Game>, id: NodeId) -> Self {
        Self { game, id }
    }

    /// Looks at the node, without running Python code.
    fn with<R>(&self, look: impl FnOnce(Node<'_>) -> R) -> R {
        let tree = self.game.get().lock();
        // Trees only grow, so the node is still there.
        let node = tree.node(self.id).unwrap_or_else(|| tree.root());
        look(node)
    }

    fn here(&self) -> mola_rules::Position {
        let tree = self.game.get().lock();
        tree.node(self.id).map_or_else(|| tree.start(), Node::position)
    }

    fn at(&self, py: Python<'_>, id: NodeId) -> Self {
        Self::new(self.game.clone_ref(py), id)
    }

    fn add(&self, m: &MoveArgument) -> PyResult<NodeId> {
        let mut after = self.here();
        let played = shared::play(&mut after, m)?;
        let mut tree = self.game.get().lock();
        let added = match played {
            Some(m) => tree.play(self.id, m).ok(),
            None => tree.pass(self.id),
        };
        added.ok_or_else(|| IllegalMoveError::new_err("This move is not legal here."))
    }
}

#[pymethods]
impl GameNode {
    /// The move that leads here: None at the beginning, `Move.null()` for a pass.
    #[getter]
    fn r#move(&self, py: Python<'_>) -> PyResult<Option<Py<Move>>> {
        let played = self.with(|node| (!node.is_root()).then(|| Move::of_record(node.played())));
        played.map(|m| m.object(py)).transpose()
    }

    /// The game.
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The node before this one; None at the beginning.
    #[getter]
    fn parent(&self, py: Python<'_>) -> Option<Self> {
        self.with(|node| node.parent().map(Node::id)).map(|id| self.at(py, id))
    }

    /// The nodes after this one, the main one first.
    #[getter]
    fn variations(&self, py: Python<'_>) -> Vec<Self> {
        let ids: Vec<NodeId> = self.with(|node| node.children().map(Node::id).collect());
        ids.into_iter().map(|id| self.at(py, id)).collect()
    }

    /// The main one of the nodes after this one; None at the end.
    fn next(&self, py: Python<'_>) -> Option<Self> {
        self.with(|node| node.next().map(Node::id)).map(|id| self.at(py, id))
    }

    /// Whether nothing follows.
    fn is_end(&self) -> bool {
        self.with(|node| node.next().is_none())
    }

    /// The comments after the move, as one text.
    #[getter]
    fn comment(&self) -> String {
        self.comments().join(" ")
    }

    /// The comments after the move.
    #[getter]
    fn comments(&self) -> Vec<String> {
        self.with(|node| node.comments().map(str::to_owned).collect())
    }

    /// The comments before the first move of a variation, as one text.
    #[getter]
    fn starting_comment(&self) -> String {
        let comments: Vec<String> = self.with(|node| node.comments_before().map(str::to_owned).collect());
        comments.join(" ")
    }

    /// The marks on the move, by their numbers: 1 for !, 2 for ?, and so on.
    #[getter]
    fn nags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PySet>> {
        let nags: Vec<u8> = self.with(|node| node.nags().map(Nag::number).collect());
        PySet::new(py, nags)
    }

    /// The move as players write it; "--" for a pass. None at the beginning.
    fn san(&self) -> Option<String> {
        self.with(|node| match node.san() {
            Some(san) => Some(san.as_str().to_owned()),
            None if node.is_root() => None,
            None => Some("--".to_owned()),
        })
    }

    /// The position after the move.
    #[getter]
    fn position(&self) -> Position {
        Position(self.here())
    }

    /// The board after the move, with the moves that led to it, as far as nobody passed.
    fn board(&self) -> Board {
        let moves = self.with(|node| {
            let mut path: Vec<_> = std::iter::successors(Some(node), |node| node.parent()).collect();
            path.pop();
            path.iter().rev().map(|node| node.played()).collect::<Vec<_>>()
        });
        let mut history = History::new(self.game.get().lock().start());
        for played in moves {
            if let Some(m) = played {
                history.play(m);
            } else {
                let mut position = *history.root();
                position.pass();
                history = History::new(position);
            }
        }
        Board::new(history)
    }

    /// How many moves lead here.
    fn ply(&self) -> usize {
        self.with(|node| std::iter::successors(node.parent(), |node| node.parent()).count())
    }

    /// What the mover's clock showed in seconds, by a comment like [%clk 0:10:00]; None if nothing says so.
    fn clock(&self) -> Option<f64> {
        self.with(|node| node.comments().find_map(pgn::clock)).map(|time| time.as_secs_f64())
    }

    /// What an engine thought, by a comment like [%eval 0.31], as a `PovScore`; None if nothing says so.
    fn eval<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let score = self.with(|node| node.comments().find_map(pgn::eval));
        score.map(|score| pov_score(py, score, true)).transpose()
    }

    /// Plays a move here: the main one if it is the first, else a variation.
    fn add_variation(&self, py: Python<'_>, r#move: MoveArgument) -> PyResult<Self> {
        self.add(&r#move).map(|id| self.at(py, id))
    }

    /// Plays moves one after the other, and returns the last node.
    fn add_line(&self, py: Python<'_>, moves: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut last = self.at(py, self.id);
        for m in items::<MoveArgument>(moves, "moves")? {
            let id = last.add(&m)?;
            last = last.at(py, id);
        }
        Ok(last)
    }

    /// Adds a comment after the move.
    fn add_comment(&self, comment: Text) {
        self.game.get().lock().add_comment(self.id, &comment.0);
    }

    /// Adds a mark to the move, by its number from 0 to 255.
    fn add_nag(&self, nag: Count) -> PyResult<()> {
        let nag = u8::try_from(nag.0).map_err(|_| bad_argument("marks have numbers from 0 to 255"))?;
        self.game.get().lock().add_nag(self.id, Nag::new(nag));
        Ok(())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> Option<bool> {
        let other = other.cast::<Self>().ok()?.get();
        Some(self.game.is(&other.game) && self.id == other.id)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
        BuildHasherDefault::<DefaultHasher>::new().hash_one((self.game.as_ptr() as usize, self.id))
    }

    fn __repr__(&self) -> String {
        match self.san() {
            Some(san) => format!("<GameNode {san}>"),
            None => "<GameNode at the beginning>".to_owned(),
        }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyList::new(py, self.variations(py))?.try_iter()?.into_any())
    }
}

//! The questions that a `Position` and a `Board` answer alike.

use std::fmt::Write as _;

use mola_game::Svg;
use mola_rules::{Bitboard, Color, MoveKind, Position, Square};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::arguments::{Count, MoveArgument, PlainMove, SquareArgument, Standing, items};
use crate::errors::{IllegalMoveError, bad_argument, bad_san};
use crate::moves::{self, Move};
use crate::piece::Piece;

/// The move that is meant: a `Move`, or a text in any notation.
pub(crate) fn find(position: &Position, m: &MoveArgument) -> PyResult<mola_rules::Move> {
    match m {
        MoveArgument::Move(m) => m.find(position),
        MoveArgument::Text(text) => position.parse_san(text).map_err(bad_san),
    }
}

/// Plays a move that may be a pass. The move that was played; none for a pass.
pub(crate) fn play(position: &mut Position, m: &MoveArgument) -> PyResult<Option<mola_rules::Move>> {
    if matches!(m, MoveArgument::Move(Move::NULL)) {
        if position.is_check() {
            return Err(IllegalMoveError::new_err("A player in check cannot pass."));
        }
        position.pass();
        return Ok(None);
    }
    let m = find(position, m)?;
    position.play_unchecked(m);
    Ok(Some(m))
}

/// Squares as numbers. Bytes would become a `bytes` of Python.
pub(crate) fn squares(set: Bitboard) -> Vec<u32> {
    set.into_iter().map(|square| square as u32).collect()
}

pub(crate) fn legal_moves(py: Python<'_>, position: &Position) -> PyResult<Py<PyList>> {
    Ok(moves::list(py, position.legal_moves().iter().map(|&m| Move::of(m)))?.unbind())
}

pub(crate) fn piece_map(py: Python<'_>, position: &Position) -> PyResult<Py<PyDict>> {
    let map = PyDict::new(py);
    for (square, piece) in position.placed() {
        map.set_item(square as u8, Piece(piece))?;
    }
    Ok(map.unbind())
}

/// How a picture of a board is drawn.
pub(crate) struct Picture<'a, 'py> {
    pub(crate) orientation: Color,
    pub(crate) lastmove: Option<PlainMove>,
    pub(crate) check: Option<SquareArgument>,
    pub(crate) arrows: Option<&'a Bound<'py, PyAny>>,
    pub(crate) coordinates: bool,
    pub(crate) size: Option<Count>,
}

impl Picture<'_, '_> {
    pub(crate) fn draw(self, position: &Position) -> PyResult<String> {
        const MOST: u32 = 100_000;
        let mut arrows: Vec<(Square, Square)> = Vec::new();
        if let Some(list) = self.arrows {
            for pair in items::<Pair>(list, "pairs of squares")? {
                arrows.push((pair.0, pair.1));
            }
        }
        let mut svg =
            Svg::new(position).seen_by(self.orientation).coordinates(self.coordinates).arrows(&arrows);
        if let Some(size) = self.size {
            if size.0 > MOST {
                return Err(bad_argument(format!("a picture is at most {MOST} pixels wide")));
            }
            svg = svg.size(size.0);
        }
        if let Some(king) = self.check {
            svg = svg.check(king.0);
        }
        // A picture marks two squares; what piece moved between them does not matter.
        if let Some(m) = self.lastmove {
            let (from, to) = m.0.squares();
            svg = svg.last_move(mola_rules::Move::new(MoveKind::Queen, from, to));
        }
        Ok(svg.to_string())
    }
}

/// Two squares of an arrow.
struct Pair(Square, Square);

impl<'py> FromPyObject<'_, 'py> for Pair {
    type Error = PyErr;

    fn extract(object: pyo3::Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(m) = object.cast::<Move>() {
            let (from, to) = m.get().squares();
            return Ok(Self(from, to));
        }
        let pair: Vec<SquareArgument> = items(&object.to_owned(), "pairs of squares")?;
        match pair[..] {
            [from, to] => Ok(Self(from.0, to.0)),
            _ => Err(bad_argument("an arrow has two squares")),
        }
    }
}

/// Lines of moves, as players write them with numbers.
pub(crate) fn variation_san(mut history: Standing, line: &Bound<'_, PyAny>) -> PyResult<String> {
    let mut text = String::new();
    for (index, m) in items::<MoveArgument>(line, "moves")?.iter().enumerate() {
        let position = *history.0.root();
        let found = find(&position, m)?;
        let number = position.fullmoves();
        if index > 0 {
            text.push(' ');
        }
        // Writing to a text does not fail.
        let _ = match (position.turn(), index) {
            (Color::White, _) => write!(text, "{number}. "),
            (Color::Black, 0) => write!(text, "{number}..."),
            (Color::Black, _) => Ok(()),
        };
        text += position.san(found).as_str();
        history.0.play(found);
    }
    Ok(text)
}

/// Gives a class that has `fn here(&self) -> Position` the methods that follow from where it stands.
macro_rules! shared_methods {
    ($class:ident) => {
        #[pymethods]
        impl $class {
            /// The position as a line of text: Forsyth-Edwards notation. Castling with another rook than the
            /// outermost is written by the rook's file, as X-FEN does.
            fn fen(&self) -> String {
                self.here().to_string()
            }

            /// The position with castling rights as the files of rooks.
            ///
            /// >>> mola.Position().shredder_fen()
            /// 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1'
            fn shredder_fen(&self) -> String {
                self.here().shredder_fen().to_string()
            }

            /// The pieces alone, as a FEN begins.
            fn board_fen(&self) -> String {
                self.here().board().to_string()
            }

            /// Who is to move: WHITE (True) or BLACK (False).
            #[getter]
            fn turn(&self) -> bool {
                is_white(self.here().turn())
            }

            /// The number of the move, which goes up after Black's.
            #[getter]
            fn fullmove_number(&self) -> u32 {
                self.here().fullmoves()
            }

            /// Moves of either player since the last capture or pawn move.
            #[getter]
            fn halfmove_clock(&self) -> u16 {
                self.here().halfmoves()
            }

            /// The square on which a pawn can be captured en passant; None if no such capture is legal.
            #[getter]
            fn ep_square(&self) -> Option<u8> {
                self.here().en_passant().map(|square| square as u8)
            }

            /// The squares of rooks that may castle, as a set of bits.
            #[getter]
            fn castling_rights(&self) -> u64 {
                self.here().castling().rooks().bits()
            }

            /// Whether castling here needs the rules of Chess960.
            #[getter]
            fn chess960(&self) -> bool {
                self.here().is_chess960()
            }

            /// A number that equal positions share and different ones almost surely do not. Clocks do not count.
            #[getter]
            fn key(&self) -> u64 {
                self.here().key()
            }

            /// The legal moves, as a new list.
            ///
            /// >>> mola.Move.from_uci("e2e4") in mola.Position().legal_moves
            /// True
            #[getter]
            fn legal_moves(&self, py: Python<'_>) -> PyResult<Py<PyList>> {
                shared::legal_moves(py, &self.here())
            }

            /// The legal moves that capture something.
            #[getter]
            fn legal_captures(&self, py: Python<'_>) -> PyResult<Py<PyList>> {
                let position = self.here();
                // Promotions are generated with the captures.
                let moves = position.captures();
                let captures = moves.iter().filter(|&&m| position.is_capture(m));
                Ok(moves::list(py, captures.map(|&m| Move::of(m)))?.unbind())
            }

            /// Whether a move is legal here.
            ///
            /// >>> mola.Position().is_legal(mola.Move.from_uci("e2e5"))
            /// False
            fn is_legal(&self, r#move: PlainMove) -> bool {
                r#move.0.find(&self.here()).is_ok()
            }

            /// Whether a legal move captures something.
            fn is_capture(&self, r#move: MoveArgument) -> PyResult<bool> {
                let position = self.here();
                Ok(position.is_capture(shared::find(&position, &r#move)?))
            }

            /// Whether a legal move castles.
            fn is_castling(&self, r#move: MoveArgument) -> PyResult<bool> {
                Ok(shared::find(&self.here(), &r#move)?.is_castle())
            }

            /// Whether a legal move captures en passant.
            fn is_en_passant(&self, r#move: MoveArgument) -> PyResult<bool> {
                Ok(shared::find(&self.here(), &r#move)?.kind() == MoveKind::EnPassant)
            }

            /// Whether a legal move gives check.
            fn gives_check(&self, r#move: MoveArgument) -> PyResult<bool> {
                let position = self.here();
                Ok(position.gives_check(shared::find(&position, &r#move)?))
            }

            /// A legal move as players write it.
            ///
            /// >>> mola.Position().san(mola.Move.from_uci("g1f3"))
            /// 'Nf3'
            fn san(&self, r#move: MoveArgument) -> PyResult<String> {
                let position = self.here();
                Ok(position.san(shared::find(&position, &r#move)?).as_str().to_owned())
            }

            /// A legal move as engines write it; in Chess960 castling may be written as king takes rook.
            #[pyo3(signature = (r#move, *, chess960=None))]
            fn uci(&self, r#move: MoveArgument, chess960: Option<Switch>) -> PyResult<String> {
                let found = shared::find(&self.here(), &r#move)?;
                Ok(moves::uci(found, chess960.is_some_and(|chess960| chess960.0)))
            }

            /// Reads a move as people type it: Nf3, exd5, O-O, e8=Q, or by its squares.
            ///
            /// >>> mola.Position().parse_san("Nf3")
            /// Move.from_uci('g1f3')
            /// >>> mola.Position().parse_san("Ke2")
            /// Traceback (most recent call last):
            /// mola.IllegalMoveError: "Ke2" is not a legal move here.
            fn parse_san(&self, py: Python<'_>, san: Text) -> PyResult<Py<Move>> {
                Move::of(self.here().parse_san(&san.0).map_err(bad_san)?).object(py)
            }

            /// Reads a legal move by its squares.
            fn parse_uci(&self, py: Python<'_>, uci: Text) -> PyResult<Py<Move>> {
                Move::of(self.here().parse_uci(&uci.0).map_err(bad_uci)?).object(py)
            }

            /// Moves from here on, as players write them with numbers.
            ///
            /// >>> mola.Position().variation_san(["e4", "e5", "Nf3"])
            /// '1. e4 e5 2. Nf3'
            fn variation_san(&self, variation: &Bound<'_, PyAny>) -> PyResult<String> {
                shared::variation_san(Standing(History::new(self.here())), variation)
            }

            /// The piece on a square, or None.
            ///
            /// >>> mola.Position().piece_at(mola.E1)
            /// Piece.from_symbol('K')
            fn piece_at(&self, square: SquareArgument) -> Option<Piece> {
                self.here().board().piece_at(square.0).map(Piece)
            }

            /// The pieces by their squares.
            fn piece_map(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
                shared::piece_map(py, &self.here())
            }

            /// The squares of the pieces of a type and color, from a1 to h8.
            ///
            /// >>> mola.Position().pieces(mola.KNIGHT, mola.WHITE) == [mola.B1, mola.G1]
            /// True
            fn pieces(&self, piece_type: RoleArgument, color: ColorArgument) -> Vec<u32> {
                shared::squares(self.here().board().pieces(piece_type.0.of(color.0)))
            }

            /// The same squares as a set of bits; a1 is the lowest.
            fn pieces_mask(&self, piece_type: RoleArgument, color: ColorArgument) -> u64 {
                self.here().board().pieces(piece_type.0.of(color.0)).bits()
            }

            /// The square of a king.
            fn king(&self, color: ColorArgument) -> u8 {
                self.here().king(color.0) as u8
            }

            /// The squares of the pieces that give check.
            fn checkers(&self) -> Vec<u32> {
                shared::squares(self.here().checkers())
            }

            /// The squares of a player's pieces that attack a square.
            fn attackers(&self, color: ColorArgument, square: SquareArgument) -> Vec<u32> {
                let board = *self.here().board();
                shared::squares(board.attackers(square.0, board.occupied()) & board.color(color.0))
            }

            /// Whether a player attacks a square.
            fn is_attacked_by(&self, color: ColorArgument, square: SquareArgument) -> bool {
                !self.attackers(color, square).is_empty()
            }

            /// Whether the player to move is in check.
            fn is_check(&self) -> bool {
                self.here().is_check()
            }

            /// Whether the player to move is mated.
            fn is_checkmate(&self) -> bool {
                let position = self.here();
                position.is_check() && position.count_moves() == 0
            }

            /// Whether the player to move has no move and is not in check.
            fn is_stalemate(&self) -> bool {
                let position = self.here();
                !position.is_check() && position.count_moves() == 0
            }

            /// Whether neither player has the pieces to mate.
            fn is_insufficient_material(&self) -> bool {
                self.here().is_dead()
            }

            /// Whether a player lacks the pieces to mate.
            fn has_insufficient_material(&self, color: ColorArgument) -> bool {
                !self.here().can_mate(color.0)
            }

            /// How many ways of this many moves there are: the proof of a move generator.
            ///
            /// >>> mola.Position().perft(3)
            /// 8902
            fn perft(&self, py: Python<'_>, depth: Count) -> PyResult<u64> {
                perft::count(py, &self.here(), depth.0)
            }

            /// The same for each first move.
            ///
            /// >>> sum(mola.Position().divide(3).values())
            /// 8902
            fn divide(&self, py: Python<'_>, depth: Count) -> PyResult<Py<PyDict>> {
                perft::divide(py, &self.here(), depth.0)
            }

            /// The board as a picture, which Jupyter shows by itself. Arrows are moves or pairs of squares.
            ///
            /// >>> mola.Position().svg(size=400)[:5]
            /// '<svg '
            #[pyo3(signature = (*, orientation=None, lastmove=None, check=None, arrows=None, coordinates=None, size=None))]
            fn svg(
                &self,
                orientation: Option<ColorArgument>,
                lastmove: Option<PlainMove>,
                check: Option<SquareArgument>,
                arrows: Option<&Bound<'_, PyAny>>,
                coordinates: Option<Switch>,
                size: Option<Count>,
            ) -> PyResult<String> {
                let orientation = orientation.map_or(Color::White, |color| color.0);
                let coordinates = coordinates.is_none_or(|coordinates| coordinates.0);
                Picture { orientation, lastmove, check, arrows, coordinates, size }.draw(&self.here())
            }

            /// The board in chess symbols.
            fn unicode(&self) -> String {
                self.here().board().unicode().to_string()
            }

            fn __str__(&self) -> String {
                self.here().board().ascii().to_string()
            }
        }
    };
}
pub(crate) use shared_methods;

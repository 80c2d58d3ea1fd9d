//! Positions: what is legal in them, how they are written, what they look like.

use mola_game::{Figure, Svg, coach};
use mola_rules::{CastlingStyle, Color, Move, MoveKind, Position, Role, Setup, Square};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::thrown;

/// What a view needs to know about a position.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Look {
    /// The position as text.
    pub fen: String,
    /// `white` or `black`.
    pub turn: String,
    /// The square of a king in check.
    pub check: Option<String>,
    /// Every gesture that makes a legal move.
    pub legal: Vec<Gesture>,
    /// How the game ends here, if it does by the position alone.
    pub outcome: Option<Ended>,
}

/// From where to where a piece is moved by hand, and which move that is. Castling is here twice: as the
/// king's step of two and as the king that takes its own rook.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Gesture {
    /// Where the piece is taken.
    pub from: String,
    /// Where it is put down.
    pub to: String,
    /// The move as protocols write it.
    pub uci: String,
    /// The move as players write it.
    pub san: String,
    /// What a pawn becomes.
    pub promotion: Option<String>,
}

/// A result, and the words for it.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Ended {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub score: String,
    /// `white` or `black`; neither in a draw.
    pub winner: Option<String>,
    /// Who won and why.
    pub text: String,
}

impl From<mola_rules::Outcome> for Ended {
    fn from(outcome: mola_rules::Outcome) -> Self {
        let (winner, text) = (outcome.winner().map(color_name), coach::ending(outcome));
        Self { score: outcome.score().into(), winner, text }
    }
}

/// A color as TypeScript knows it.
pub(crate) fn color_name(color: Color) -> String {
    color.to_string().to_ascii_lowercase()
}

/// How castling is written in games from this position: as the king's step of two if king and rooks
/// stand on the usual squares, otherwise as the king that takes its rook.
pub(crate) fn castling_style(start: &Position) -> CastlingStyle {
    if start.is_chess960() { CastlingStyle::Chess960 } else { CastlingStyle::Standard }
}

/// The letter of a promotion.
fn promotion(m: Move) -> Option<String> {
    m.promotion().map(|role| role.letter().to_ascii_lowercase().to_string())
}

fn gestures(position: &Position, style: CastlingStyle) -> Vec<Gesture> {
    let moves = position.legal_moves();
    let mut gestures = Vec::with_capacity(moves.len() + 2);
    for &m in &moves {
        let mut add = |to: Square| {
            gestures.push(Gesture {
                from: m.from().to_string(),
                to: to.to_string(),
                uci: m.uci(style).to_string(),
                san: position.san(m).to_string(),
                promotion: promotion(m),
            });
        };
        add(m.to());
        // In Chess960 the king may also step to the square where castling would land it.
        let is_plain_step = |other: &Move| other.from() == m.from() && other.to() == m.landing();
        if m.is_castle() && m.landing() != m.from() && !moves.iter().any(is_plain_step) {
            add(m.landing());
        }
    }
    gestures
}

impl Look {
    pub(crate) fn at(position: &Position, style: CastlingStyle) -> Self {
        Self {
            fen: position.to_string(),
            turn: color_name(position.turn()),
            check: position.is_check().then(|| position.king(position.turn()).to_string()),
            legal: gestures(position, style),
            outcome: position.outcome().map(Ended::from),
        }
    }
}

/// What can be done in a position.
///
/// # Errors
/// The text is not a legal position; the error says why.
#[wasm_bindgen]
pub fn look(fen: &str) -> Result<Ts<Look>, JsError> {
    let position: Position = fen.parse().map_err(thrown)?;
    Ok(Look::at(&position, castling_style(&position)).into_ts()?)
}

/// The position in its usual spelling, if it is a legal one. An impossible en passant square is dropped.
///
/// # Errors
/// What is wrong with it, in words for whoever set it up.
#[wasm_bindgen(js_name = checkFen)]
pub fn check_fen(fen: &str) -> Result<String, JsError> {
    let setup: Setup = fen.parse().map_err(thrown)?;
    Ok(setup.lenient_position().map_err(thrown)?.to_string())
}

/// One of the 960 starting positions.
#[wasm_bindgen]
pub fn chess960(number: u16) -> String {
    Position::chess960(number).to_string()
}

/// The position with the other player to move, to see what is threatened. None in check.
#[wasm_bindgen]
pub fn pass(fen: &str) -> Option<String> {
    let mut position: Position = fen.parse().ok()?;
    if position.is_check() {
        return None;
    }
    position.pass();
    Some(position.to_string())
}

/// The position as a self-contained picture.
///
/// # Errors
/// The text is not a legal position.
#[wasm_bindgen]
pub fn svg(fen: &str, seen_by_black: bool, last: Option<String>, size: u32) -> Result<String, JsError> {
    let position: Position = fen.parse().map_err(thrown)?;
    let bottom = if seen_by_black { Color::Black } else { Color::White };
    Ok(Svg::new(&position)
        .seen_by(bottom)
        .last_move(last.as_deref().and_then(marked_move))
        .size(size)
        .to_string())
}

/// A move that is only good for its two squares, which is all that a picture marks.
fn marked_move(uci: &str) -> Option<Move> {
    let squares = (uci.get(0..2)?.parse().ok()?, uci.get(2..4)?.parse().ok()?);
    Move::new(MoveKind::King, squares.0, squares.1)
}

/// The shapes of a piece as SVG: solids take the fill and stroke around them, lines its color.
#[wasm_bindgen]
pub fn figure(letter: char) -> Option<String> {
    Role::from_letter(letter).map(|role| Figure::of(role).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gesture_names(fen: &str, from: &str) -> Vec<String> {
        let position: Position = fen.parse().unwrap();
        let look = Look::at(&position, castling_style(&position));
        let mut names: Vec<String> = look
            .legal
            .iter()
            .filter(|gesture| gesture.from == from && gesture.san.starts_with('O'))
            .map(|gesture| format!("{} {} {}", gesture.to, gesture.uci, gesture.san))
            .collect();
        names.sort();
        names
    }

    #[test]
    fn castling_has_two_gestures_and_one_move() {
        let names = gesture_names("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1");
        assert_eq!(names, ["g1 e1g1 O-O", "h1 e1g1 O-O"]);
    }

    #[test]
    fn in_chess960_a_step_is_not_taken_for_castling() {
        // The king on f1 can step to g1, where castling with the rook on h1 would land it as well.
        let names = gesture_names("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1");
        assert_eq!(names, ["h1 f1h1 O-O"]);
    }

    #[test]
    fn every_chessman_has_a_shape() {
        for letter in "PNBRQK".chars() {
            assert!(figure(letter).unwrap().starts_with("<path"), "{letter}");
        }
        assert_eq!(figure('x'), None);
    }

    #[test]
    fn nobody_passes_in_check() {
        assert_eq!(pass("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"), None);
        assert!(pass("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap().contains(" b "));
    }
}

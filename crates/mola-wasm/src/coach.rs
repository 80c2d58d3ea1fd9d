//! What is said about chess to people: `mola_game::coach` for the page.

use mola_game::Score;
use mola_game::coach::{self, HintStep, Level, Verdict};
use mola_rules::{Color, Move, Position};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::pgn::PASS;
use crate::thrown;

/// A score as White sees it.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, Tsify)]
pub struct Points {
    /// Hundredths of a pawn.
    #[tsify(optional)]
    pub centipawns: Option<i32>,
    /// Moves to mate; negative if Black mates, zero if it is on the board.
    #[tsify(optional)]
    pub mate: Option<i32>,
}

impl Points {
    /// As the player to move sees it, who is the one that is mated if mate is on the board.
    pub(crate) fn seen_by(self, turn: Color) -> Score {
        let sign = if turn == Color::White { 1 } else { -1 };
        match self.mate.map(|moves| sign * moves) {
            Some(moves @ 1..) => Score::Mate(moves as u32),
            Some(moves) => Score::Mated(moves.unsigned_abs()),
            None => Score::Centipawns(sign * self.centipawns.unwrap_or_default()),
        }
    }
}

impl From<Score> for Points {
    fn from(white_pov: Score) -> Self {
        match white_pov {
            Score::Centipawns(value) => Self { centipawns: Some(value), mate: None },
            Score::Mate(moves) => Self { centipawns: None, mate: Some(moves as i32) },
            Score::Mated(moves) => Self { centipawns: None, mate: Some(-(moves as i32)) },
        }
    }
}

/// The levels of the engine.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Ladder {
    /// The weakest first.
    pub levels: Vec<LevelFacts>,
    /// The number of the level that a casual player enjoys.
    pub friendly: u8,
}

/// What there is to say about a level.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct LevelFacts {
    /// From 1 on: the value of the option `Skill Level`.
    pub number: u8,
    /// The name of a fish.
    pub name: String,
    /// What to expect of it.
    pub words: String,
    /// Its Elo rating; none for the last, which is as good as it can be.
    pub rating: Option<i32>,
}

/// What a move that was not good is called, and why.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Judged {
    /// `inaccuracy`, `mistake` or `blunder`.
    #[tsify(type = "'inaccuracy' | 'mistake' | 'blunder'")]
    pub name: String,
    /// `?!`, `?` or `??`.
    pub glyph: String,
    /// The number of that mark in PGN.
    pub nag: u8,
    /// A sentence or two.
    pub remark: String,
}

/// The levels of the engine, with their names and ratings.
///
/// # Errors
/// There is no memory for the list.
#[wasm_bindgen]
pub fn levels() -> Result<Ts<Ladder>, JsError> {
    let facts = |level: Level| LevelFacts {
        number: level.number(),
        name: level.name().into(),
        words: coach::level_in_words(level),
        rating: level.rating(),
    };
    Ok(Ladder { levels: Level::all().map(facts).collect(), friendly: Level::FRIENDLY.number() }.into_ts()?)
}

/// White's chance to win in percent.
///
/// # Errors
/// The text is not a legal position.
#[wasm_bindgen(js_name = whiteChance)]
pub fn white_chance(fen: &str, score: Ts<Points>) -> Result<f64, JsError> {
    let position: Position = fen.parse().map_err(thrown)?;
    let turn = position.turn();
    Ok(coach::chance(score.to_rust()?.seen_by(turn).white_pov(turn)))
}

/// A score as players write it.
///
/// # Errors
/// It is not a score.
#[wasm_bindgen(js_name = scoreText)]
pub fn score_text(score: Ts<Points>) -> Result<String, JsError> {
    Ok(score.to_rust()?.seen_by(Color::White).to_string())
}

/// A score as a sentence.
///
/// # Errors
/// It is not a score.
#[wasm_bindgen(js_name = scoreInWords)]
pub fn score_in_words(score: Ts<Points>) -> Result<String, JsError> {
    Ok(coach::score_in_words(score.to_rust()?.seen_by(Color::White)))
}

/// What a move is called that led from one score to another, if it was a bad one. `best` is what the engine
/// would have played.
///
/// # Errors
/// The position or a move is not legal.
#[wasm_bindgen]
pub fn judge(
    fen: &str,
    played: &str,
    best: Option<String>,
    before: Ts<Points>,
    after: Ts<Points>,
) -> Result<Option<Ts<Judged>>, JsError> {
    let (position, best, verdict) = verdict(fen, played, best, before, after)?;
    let Some((judgment, remark)) = verdict.judgment().zip(verdict.remark(&position, best)) else {
        return Ok(None);
    };
    let nag = judgment.nag();
    let glyph = nag.glyph().unwrap_or_default().into();
    Ok(Some(Judged { name: judgment.name().into(), glyph, nag: nag.number(), remark }.into_ts()?))
}

/// How accurate a move was that led from one score to another, from 0 to 100.
///
/// # Errors
/// The position or a move is not legal.
#[wasm_bindgen(js_name = moveAccuracy)]
pub fn move_accuracy(
    fen: &str,
    played: &str,
    best: Option<String>,
    before: Ts<Points>,
    after: Ts<Points>,
) -> Result<f64, JsError> {
    Ok(coach::move_accuracy(verdict(fen, played, best, before, after)?.2.loss))
}

/// The accuracy of a player in a game, from those of the moves. None without moves.
#[wasm_bindgen(js_name = gameAccuracy)]
pub fn game_accuracy(moves: Vec<f64>) -> Option<f64> {
    coach::game_accuracy(&moves)
}

fn verdict(
    fen: &str,
    played: &str,
    best: Option<String>,
    before: Ts<Points>,
    after: Ts<Points>,
) -> Result<(Position, Option<Move>, Verdict), JsError> {
    let position: Position = fen.parse().map_err(thrown)?;
    let read = |text: &str| position.parse_uci(text).map_err(thrown);
    let best: Option<Move> = best.as_deref().map(read).transpose()?;
    let here = before.to_rust()?.seen_by(position.turn());
    let next = after.to_rust()?.seen_by(!position.turn());
    Ok((position, best, coach::judge(&position, read(played)?, best, here, next)))
}

/// What an opening is called that leads to a position. None if it has no name.
#[wasm_bindgen(js_name = openingName)]
pub fn opening_name(fen: &str) -> Option<String> {
    coach::opening(&fen.parse().ok()?).map(|opening| opening.name.into())
}

/// A score as the command that programs put into comments: `[%eval 0.31]`.
///
/// # Errors
/// It is not a score.
#[wasm_bindgen(js_name = evalCommand)]
pub fn eval_command(score: Ts<Points>) -> Result<String, JsError> {
    let score = score.to_rust()?;
    Ok(mola_game::pgn::eval_command(score.seen_by(Color::White), None))
}

/// Whether an engine that plays a color accepts a draw after this many plies.
///
/// # Errors
/// It is not a score.
#[wasm_bindgen(js_name = acceptsDraw)]
pub fn accepts_draw(score: Option<Ts<Points>>, is_white: bool, plies: usize) -> Result<bool, JsError> {
    let color = if is_white { Color::White } else { Color::Black };
    let score = score.map(|score| score.to_rust()).transpose()?;
    Ok(coach::accepts_draw(score.map(|score| score.seen_by(color)), plies))
}

/// What a step of the hint ladder, counted from one, tells about the best move.
///
/// # Errors
/// The position or the move is not legal.
#[wasm_bindgen]
pub fn hint(fen: &str, best: &str, score: Option<Ts<Points>>, step: usize) -> Result<String, JsError> {
    let position: Position = fen.parse().map_err(thrown)?;
    let best = position.parse_uci(best).map_err(thrown)?;
    let score = score.map(|score| score.to_rust()).transpose()?;
    let score = score.map(|score| score.seen_by(position.turn()));
    let step = *HintStep::ALL.get(step.wrapping_sub(1)).unwrap_or(&HintStep::Move);
    Ok(coach::hint(&position, best, score, None, step))
}

/// A move in words.
///
/// # Errors
/// The position or the move is not legal.
#[wasm_bindgen(js_name = moveInWords)]
pub fn move_in_words(fen: &str, uci: &str) -> Result<String, JsError> {
    if uci == PASS {
        return Ok("passes".into());
    }
    let position: Position = fen.parse().map_err(thrown)?;
    Ok(coach::move_in_words(&position, position.parse_uci(uci).map_err(thrown)?))
}

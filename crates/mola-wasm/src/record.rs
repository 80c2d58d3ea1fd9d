//! A game as the front end keeps it, and what it looks like.

use std::time::Duration;

use mola_game::{Game, GameError, TimeControl};
use mola_rules::{CastlingStyle, Color, Position};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::position::{Ended, Look, castling_style};
use crate::thrown;

/// A game in plain data, from which everything else about it follows.
#[derive(Clone, Debug, Deserialize, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct GameRecord {
    /// Where it began, as a FEN.
    pub start: String,
    /// The clocks; none if time does not matter.
    pub control: Option<Control>,
    /// The moves as protocols write them, those that were taken back at the end.
    pub moves: Vec<String>,
    /// How long each took, in milliseconds; what is missing took no time.
    pub spent: Vec<f64>,
    /// How many of the moves have been taken back and can be redone.
    pub undone: usize,
    /// What ended it, if not a move on the board.
    pub ending: Option<Ending>,
}

/// How much time the players have, in milliseconds.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, Tsify)]
pub struct Control {
    /// What the clocks show at first.
    pub base: f64,
    /// What is added after every move.
    pub increment: f64,
}

/// What can end a game besides a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Ending {
    /// White gave up.
    WhiteResigned,
    /// Black gave up.
    BlackResigned,
    /// White's time ran out.
    WhiteFlag,
    /// Black's time ran out.
    BlackFlag,
    /// The players agreed on a draw.
    Agreed,
    /// The player to move claimed a draw by repetition or by the fifty-move rule.
    Claimed,
}

/// Everything that views draw of a game.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct GameView {
    /// The moves that count.
    pub plies: Vec<Ply>,
    /// The position at the end of them.
    pub look: Look,
    /// How the game ended.
    pub outcome: Option<Ended>,
    /// The draw that the player to move could claim, in words.
    pub claimable: Option<String>,
    /// What the clocks show at the beginning of this turn, White's first; none if time does not matter.
    pub clocks: Option<[f64; 2]>,
    /// Whether castling is written as in Chess960.
    pub chess960: bool,
}

/// A move that was played.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Ply {
    /// As protocols write it.
    pub uci: String,
    /// As players write it.
    pub san: String,
    /// Where the piece came from.
    pub from: String,
    /// Where it landed.
    pub to: String,
    /// The position after it.
    pub fen: String,
}

impl Ply {
    pub(crate) fn new(before: &Position, m: mola_rules::Move, style: CastlingStyle) -> Self {
        Self {
            uci: m.uci(style).to_string(),
            san: before.san(m).to_string(),
            from: m.from().to_string(),
            to: m.landing().to_string(),
            fen: before.after(m).to_string(),
        }
    }
}

/// Milliseconds from JavaScript, where anything may be a number.
pub(crate) fn milliseconds(number: f64) -> Duration {
    Duration::try_from_secs_f64(number / 1_000.0).unwrap_or_default()
}

impl GameRecord {
    /// The game, played again.
    fn game(&self) -> Result<Game, String> {
        let start: Position = self.start.parse().map_err(|error| format!("{error}"))?;
        let control = self.control.map_or(TimeControl::Unlimited, |control| {
            TimeControl::clock(milliseconds(control.base), milliseconds(control.increment))
        });
        let mut game = Game::new(start, control);
        for (index, text) in self.moves.iter().enumerate() {
            let m = game
                .position()
                .parse_uci(text)
                .map_err(|error| format!("move {} of the game cannot be played: {error}", index / 2 + 1))?;
            // Whether a flag fell is for the ending to say: clocks are read at moments that never agree
            // to the last bit.
            let left = game.clock().left(game.position().turn()).unwrap_or_default();
            let spent = self.spent.get(index).copied().unwrap_or_default();
            game.play_timed(m, milliseconds(spent).min(left)).map_err(|error| error.to_string())?;
        }
        for _ in 0..self.undone.min(self.moves.len()) {
            game.take_back().map_err(|error| error.to_string())?;
        }
        if let Some(ending) = self.ending {
            end(&mut game, ending).map_err(|error| error.to_string())?;
        }
        Ok(game)
    }

    fn view(&self) -> Result<GameView, String> {
        let game = self.game()?;
        let style = castling_style(game.start());
        let snapshot = game.snapshot();
        let mut before = *game.start();
        let mut plies = Vec::with_capacity(game.len());
        for &m in game.moves() {
            plies.push(Ply::new(&before, m, style));
            before.play_unchecked(m);
        }
        let mut look = Look::at(&snapshot.position, style);
        if snapshot.outcome.is_some() {
            look.legal.clear();
        }
        let clocks = match snapshot.left {
            [Some(white), Some(black)] => Some([white, black].map(|left| left.as_secs_f64() * 1_000.0)),
            _ => None,
        };
        let (outcome, chess960) = (snapshot.outcome.map(Ended::from), style == CastlingStyle::Chess960);
        let claimable = snapshot.claimable.map(|reason| reason.to_string());
        Ok(GameView { plies, look, outcome, claimable, clocks, chess960 })
    }
}

fn end(game: &mut Game, ending: Ending) -> Result<(), GameError> {
    match ending {
        Ending::WhiteResigned => game.resign(Color::White),
        Ending::BlackResigned => game.resign(Color::Black),
        Ending::WhiteFlag => game.flag(Color::White),
        Ending::BlackFlag => game.flag(Color::Black),
        Ending::Agreed => game.offer_draw(Color::White).and_then(|()| game.accept_draw(Color::Black)),
        Ending::Claimed => game.claim_draw(),
    }
}

/// What a game looks like.
///
/// # Errors
/// The record holds something that cannot have happened; the error says what.
#[wasm_bindgen]
pub fn replay(record: Ts<GameRecord>) -> Result<Ts<GameView>, JsError> {
    Ok(record.to_rust()?.view().map_err(thrown)?.into_ts()?)
}

/// A game as PGN, with the clocks as comments.
///
/// # Errors
/// As for [`replay`].
#[wasm_bindgen(js_name = recordPgn)]
pub fn record_pgn(record: Ts<GameRecord>, tags: Vec<String>) -> Result<String, JsError> {
    let mut tree = record.to_rust()?.game().map_err(thrown)?.to_pgn();
    for pair in tags.chunks_exact(2) {
        tree.set_tag(&pair[0], &pair[1]).map_err(thrown)?;
    }
    Ok(tree.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(moves: &[&str]) -> GameRecord {
        GameRecord {
            start: Position::start().to_string(),
            control: None,
            moves: moves.iter().map(|&text| text.to_owned()).collect(),
            spent: Vec::new(),
            undone: 0,
            ending: None,
        }
    }

    #[test]
    fn the_quickest_mate_is_told_in_words() {
        let view = record(&["f2f3", "e7e5", "g2g4", "d8h4"]).view().unwrap();
        assert_eq!(view.outcome.unwrap().text, "Black wins by checkmate");
        assert_eq!(view.plies[3].san, "Qh4#");
        assert!(view.look.legal.is_empty());
    }

    #[test]
    fn what_was_taken_back_does_not_count() {
        let view = GameRecord { undone: 2, ..record(&["e2e4", "e7e5", "g1f3"]) }.view().unwrap();
        assert_eq!(view.plies.len(), 1);
        assert_eq!(view.look.turn, "black");
    }

    #[test]
    fn clocks_follow_from_the_times_of_moves() {
        let control = Some(Control { base: 60_000.0, increment: 1_000.0 });
        let game = GameRecord { control, spent: vec![10_000.0, 2_500.0], ..record(&["e2e4", "e7e5"]) };
        assert_eq!(game.view().unwrap().clocks, Some([51_000.0, 58_500.0]));
        let late = GameRecord { ending: Some(Ending::WhiteFlag), ..game };
        assert_eq!(late.view().unwrap().outcome.unwrap().text, "Black wins on time");
    }

    #[test]
    fn times_that_are_no_times_do_no_harm() {
        let control = Some(Control { base: f64::NAN, increment: -1.0 });
        let spent = vec![f64::INFINITY, -5.0];
        assert!(GameRecord { control, spent, ..record(&["e2e4", "e7e5"]) }.view().is_ok());
    }

    #[test]
    fn impossible_records_are_refused_in_words() {
        let error = record(&["e2e4", "e2e4"]).view().unwrap_err();
        assert!(error.starts_with("move 1 of the game cannot be played"), "{error}");
        let error = GameRecord { start: "nonsense".into(), ..record(&[]) }.view().unwrap_err();
        assert!(error.starts_with("bad FEN"), "{error}");
        let error = GameRecord { ending: Some(Ending::Claimed), ..record(&["e2e4"]) }.view().unwrap_err();
        assert!(error.contains("no draw to claim"), "{error}");
    }
}

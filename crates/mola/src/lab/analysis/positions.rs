//! A row for each position of a game in which a move was played, as JSON lines and as Parquet.

use mola_game::pgn::{GameTree, clock};
use mola_rules::Color;
use serde::Serialize;

use super::verdict::{Judged, Points};
use crate::lab::parquet::{Kind, Value};

/// One position, the move that was played in it, and what the engine thinks of both.
#[derive(Debug, Serialize)]
pub(super) struct Row<'a> {
    /// The number of the game in its file, from one.
    game: u64,
    /// The number of the move, from one, both players' counted.
    ply: u32,
    /// Who moved, and the rating.
    player: Option<&'a str>,
    elo: Option<i64>,
    /// The position before the move.
    fen: String,
    r#move: String,
    /// What the engine thinks after the move, as White sees it: centipawns, or moves to mate.
    score: Option<i32>,
    mate: Option<i32>,
    /// What the engine would have played.
    best: Option<String>,
    /// How much of the chance to win the move threw away, in percent.
    loss: f64,
    verdict: Option<&'static str>,
    /// Seconds left after the move.
    clock: Option<f64>,
    depth: u32,
}

/// The names and kinds of the columns, as [`Row::values`] gives them.
pub(super) const COLUMNS: [(&str, Kind); 13] = [
    ("game", Kind::Integer),
    ("ply", Kind::Integer),
    ("player", Kind::Text),
    ("elo", Kind::Integer),
    ("fen", Kind::Text),
    ("move", Kind::Text),
    ("score", Kind::Integer),
    ("mate", Kind::Integer),
    ("best", Kind::Text),
    ("loss", Kind::Number),
    ("verdict", Kind::Text),
    ("clock", Kind::Number),
    ("depth", Kind::Integer),
];

impl Row<'_> {
    /// Everything in the order of the columns.
    pub(super) fn values(&self) -> [Value<'_>; COLUMNS.len()] {
        let integer = |value: Option<i64>| value.map_or(Value::Missing, Value::Integer);
        [
            Value::Integer(self.game as i64),
            Value::Integer(self.ply.into()),
            self.player.map_or(Value::Missing, Value::Text),
            integer(self.elo),
            Value::Text(&self.fen),
            Value::Text(&self.r#move),
            integer(self.score.map(i64::from)),
            integer(self.mate.map(i64::from)),
            self.best.as_deref().map_or(Value::Missing, Value::Text),
            Value::Number(self.loss),
            self.verdict.map_or(Value::Missing, Value::Text),
            self.clock.map_or(Value::Missing, Value::Number),
            Value::Integer(self.depth.into()),
        ]
    }
}

/// The rows of a game.
pub(super) fn rows<'a>(game: u64, tree: &'a GameTree, moves: &'a [Judged]) -> impl Iterator<Item = Row<'a>> {
    moves.iter().zip(tree.main_line()).zip(1..).map(move |((judged, node), ply)| {
        let (name, rating) = match judged.mover() {
            Color::White => ("White", "WhiteElo"),
            Color::Black => ("Black", "BlackElo"),
        };
        let (score, mate) = match Points::from(judged.white_score()) {
            Points::Cp(value) => (Some(value), None),
            Points::Mate(moves) => (None, Some(moves)),
        };
        let best = judged.best.first().map(|&m| judged.position.san(m).to_string());
        Row {
            game,
            ply,
            player: tree.tag(name),
            elo: tree.tag(rating).and_then(|rating| rating.trim().parse().ok()),
            fen: judged.position.to_string(),
            r#move: judged.position.san(judged.played).to_string(),
            score,
            mate,
            best,
            loss: (judged.verdict.loss * 100.0).round() / 100.0,
            verdict: judged.judgment().map(mola_game::coach::Judgment::name),
            clock: node.comments().find_map(clock).map(|left| left.as_secs_f64()),
            depth: judged.depth,
        }
    })
}

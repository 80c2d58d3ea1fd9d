//! A row for each position of a game in which a move was played, as JSON lines and as Parquet.

use mola_game::coach::JudgedMove;
use mola_game::pgn::{GameTree, clock};
use mola_rules::Color;
use serde::Serializer as _;

use super::verdict::Points;
use crate::lab::parquet::{Kind, Value};

/// The names and kinds of the columns.
pub(super) const COLUMNS: [(&str, Kind); 13] = [
    // The number of the game in its file, from one, and of the move, from one, both players' counted.
    ("game", Kind::Integer),
    ("ply", Kind::Integer),
    // Who moved, and the rating.
    ("player", Kind::Text),
    ("elo", Kind::Integer),
    // The position before the move.
    ("fen", Kind::Text),
    ("move", Kind::Text),
    // What the engine thinks after the move, as White sees it: centipawns, or moves to mate.
    ("score", Kind::Integer),
    ("mate", Kind::Integer),
    // What the engine would have played.
    ("best", Kind::Text),
    // How much of the chance to win the move threw away, in percent.
    ("loss", Kind::Number),
    ("verdict", Kind::Text),
    // Seconds left after the move.
    ("clock", Kind::Number),
    ("depth", Kind::Integer),
];

/// A position, the move that was played in it, and what the engine thinks of both: a value for each column.
pub(super) type Row = [Value; COLUMNS.len()];

/// A row as a line of JSON.
pub(super) fn to_json(row: &Row) -> anyhow::Result<String> {
    let mut text = Vec::new();
    serde_json::Serializer::new(&mut text).collect_map(COLUMNS.iter().map(|(name, _)| name).zip(row))?;
    Ok(String::from_utf8(text)? + "\n")
}

/// The rows of a game.
pub(super) fn rows(game: u64, tree: &GameTree, moves: &[JudgedMove]) -> impl Iterator<Item = Row> {
    moves.iter().zip(tree.main_line()).zip(1..).map(move |((judged, node), ply)| {
        let (name, rating) = match judged.mover() {
            Color::White => ("White", "WhiteElo"),
            Color::Black => ("Black", "BlackElo"),
        };
        let (score, mate) = match Points::from(judged.white_score()) {
            Points::Cp(value) => (Some(value), None),
            Points::Mate(moves) => (None, Some(moves)),
        };
        let integer = |value: Option<i32>| value.map_or(Value::Missing, |value| Value::Integer(value.into()));
        let text = |value: Option<String>| value.map_or(Value::Missing, Value::Text);
        let san = |m| judged.position.san(m).to_string();
        let left = node.comments().find_map(clock);
        [
            Value::Integer(game as i64),
            Value::Integer(ply),
            text(tree.tag(name).map(str::to_owned)),
            integer(tree.tag(rating).and_then(|rating| rating.trim().parse().ok())),
            Value::Text(judged.position.to_string()),
            Value::Text(san(judged.played)),
            integer(score),
            integer(mate),
            text(judged.best.first().map(|&m| san(m))),
            Value::Number((judged.verdict.loss * 100.0).round() / 100.0),
            text(judged.judgment().map(|judgment| judgment.name().to_owned())),
            left.map_or(Value::Missing, |left| Value::Number(left.as_secs_f64())),
            Value::Integer(judged.depth.into()),
        ]
    })
}

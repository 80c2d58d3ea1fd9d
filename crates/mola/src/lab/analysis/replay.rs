//! A board in the report on which the game can be replayed.

use mola_game::Svg;
use mola_game::coach::JudgedMove;
use mola_rules::Position;
use serde::Serialize;

use super::graph::escape;

/// The script behind the boards.
pub(super) const SCRIPT: &str = include_str!("page.js");

/// A position of the game, as the script reads it.
#[derive(Serialize)]
struct Ply {
    /// The pieces as in a FEN.
    board: String,
    /// The squares of the last move, a1 being 0.
    squares: Vec<u8>,
    /// What there is to say about that move.
    text: String,
}

/// The positions of a game as the value of an attribute.
pub(super) fn plies(moves: &[JudgedMove]) -> String {
    let start = moves.first().map_or_else(Position::start, |judged| judged.position);
    let first = Ply { board: start.board().to_string(), squares: Vec::new(), text: "The start".to_owned() };
    let plies: Vec<Ply> = std::iter::once(first).chain(moves.iter().map(ply)).collect();
    escape(&serde_json::to_string(&plies).unwrap_or_default())
}

fn ply(judged: &JudgedMove) -> Ply {
    let glyph = judged.judgment().and_then(|mistake| mistake.nag().glyph()).unwrap_or_default();
    let remark = judged.remark().unwrap_or_default();
    Ply {
        board: judged.position.after(judged.played).board().to_string(),
        squares: vec![judged.played.from() as u8, judged.played.landing() as u8],
        text: format!("{}{glyph} ({}) {remark}", judged.numbered(), judged.white_score())
            .trim_end()
            .to_owned(),
    }
}

/// The board and its buttons. It is hidden until the script runs: on paper it would show one position.
pub(super) fn board(moves: &[JudgedMove]) -> String {
    let start = moves.first().map_or_else(Position::start, |judged| judged.position);
    let svg = Svg::new(&start).check(None);
    let buttons =
        [("First move", "«"), ("Back", "‹"), ("Forward", "›"), ("Last move", "»"), ("Turn the board", "⇅")]
            .map(|(label, sign)| {
                format!("<button type=\"button\" aria-label=\"{label}\" title=\"{label}\">{sign}</button>")
            })
            .concat();
    format!(
        "<figure class=\"replay\" hidden>{svg}<nav aria-label=\"Replay\">{buttons}</nav>\
         <figcaption aria-live=\"polite\"></figcaption></figure>"
    )
}

/// The shapes of all pieces, which positions later in a game may need.
pub(super) fn shapes() -> String {
    format!(
        "<div class=\"shapes\" aria-hidden=\"true\">{}</div>",
        Svg::new(&Position::start()).coordinates(false)
    )
}

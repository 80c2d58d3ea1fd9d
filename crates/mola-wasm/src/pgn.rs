//! Games as text, in and out, with their variations and comments.

use std::collections::HashMap;

use mola_game::coach;
use mola_game::pgn::{self, GameResult, GameTree, Nag, NodeId, Reader};
use mola_rules::{CastlingStyle, Position, Square};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::coach::Points;
use crate::position::castling_style;
use crate::record::Ply;
use crate::thrown;

/// How many games of a file are listed.
const MOST_GAMES: usize = 50_000;

/// What a player passes with, where an annotator shows a threat.
pub(crate) const PASS: &str = "0000";

/// The games of a file.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PgnList {
    /// What each game says about itself.
    pub games: Vec<PgnHeading>,
    /// Whether there are more games than are listed.
    pub more: bool,
    /// What could not be read outside of games.
    pub errors: Vec<String>,
}

/// What a game says about itself.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PgnHeading {
    /// The names and values of its tags.
    pub tags: Vec<(String, String)>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// How many moves it has, variations included.
    pub moves: usize,
    /// What could not be read of it.
    pub errors: Vec<String>,
}

/// A game to study: a tree of moves in a list in which parents come before children.
#[derive(Clone, Debug, Deserialize, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct StudyGame {
    /// The names and values of its tags.
    pub tags: Vec<(String, String)>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// The beginning, then every move. The first child of a node is its main one.
    pub nodes: Vec<StudyNode>,
}

/// A move in a tree, or the beginning.
#[derive(Clone, Debug, Default, Deserialize, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct StudyNode {
    /// The index of the node before it; its own for the beginning.
    pub parent: usize,
    /// As protocols write it; empty for the beginning.
    pub uci: String,
    /// As players write it.
    pub san: String,
    /// Where the piece came from.
    pub from: String,
    /// Where it landed.
    pub to: String,
    /// The position after it.
    pub fen: String,
    /// The numbers of its marks.
    pub nags: Vec<u8>,
    /// What is said about it.
    pub comments: Vec<String>,
    /// What an engine thought of the position, by `[%eval]` in a comment.
    #[tsify(optional)]
    pub eval: Option<Points>,
    /// The milliseconds that the player had left, by `[%clk]`.
    #[tsify(optional)]
    pub clock: Option<f64>,
    /// Arrows and marked squares, by `[%cal]` and `[%csl]`: a letter for the color, then one or two squares.
    #[tsify(optional)]
    pub shapes: Option<Vec<String>>,
}

impl StudyNode {
    /// Takes over what programs put into the comments.
    fn read_commands(&mut self) {
        let comments = || self.comments.iter().map(String::as_str);
        self.eval = comments().find_map(pgn::eval).map(Points::from);
        self.clock = comments().find_map(pgn::clock).map(|left| left.as_secs_f64() * 1_000.0);
        let drawn = comments().flat_map(pgn::commands).filter(|one| matches!(one.name, "cal" | "csl"));
        let shapes: Vec<String> = drawn
            .flat_map(|one| one.value.split(','))
            .map(str::trim)
            .filter(|text| is_shape(text))
            .map(Into::into)
            .collect();
        self.shapes = (!shapes.is_empty()).then_some(shapes);
    }
}

/// Whether this is a color and one or two squares: `Ge4`, `Re2e4`.
fn is_shape(text: &str) -> bool {
    let is_square = |from: usize| text.get(from..from + 2).is_some_and(|name| name.parse::<Square>().is_ok());
    let has_color = text.starts_with(['G', 'R', 'B', 'Y']);
    has_color && is_square(1) && (text.len() == 3 || text.len() == 5 && is_square(3))
}

/// Lists the games of a text.
///
/// # Errors
/// There is not enough memory for the list.
#[wasm_bindgen(js_name = listPgn)]
pub fn list_pgn(text: &str) -> Result<Ts<PgnList>, JsError> {
    Ok(list(text).into_ts()?)
}

fn list(text: &str) -> PgnList {
    let mut reader = Reader::new(text.as_bytes());
    let mut list = PgnList { games: Vec::new(), more: false, errors: Vec::new() };
    let mut tree = GameTree::default();
    // Reading from memory does not fail.
    while reader.read_into(&mut tree).unwrap_or(false) {
        if list.games.len() == MOST_GAMES {
            list.more = true;
            return list;
        }
        list.games.push(PgnHeading {
            tags: tags(&tree),
            result: tree.result().to_string(),
            moves: tree.move_count(),
            errors: tree.errors().iter().map(ToString::to_string).collect(),
        });
    }
    list.errors = reader.leftover().iter().map(ToString::to_string).collect();
    list
}

/// Reads the game with this number, counted from zero.
///
/// # Errors
/// There is no such game.
#[wasm_bindgen(js_name = readPgn)]
pub fn read_pgn(text: &str, number: usize) -> Result<Ts<StudyGame>, JsError> {
    let tree = Reader::new(text.as_bytes()).nth(number).and_then(Result::ok);
    Ok(study(&tree.ok_or_else(|| thrown("there is no such game in the text"))?).into_ts()?)
}

/// Writes a game with its variations, marks and comments.
///
/// # Errors
/// A move cannot be played where it stands, or a tag cannot be written.
#[wasm_bindgen(js_name = writePgn)]
pub fn write_pgn(game: Ts<StudyGame>) -> Result<String, JsError> {
    Ok(written(&game.to_rust()?).map_err(thrown)?.to_string())
}

/// The move of a gesture in a position, as a node whose parent is for the caller to say.
///
/// # Errors
/// The position or the move is not legal.
#[wasm_bindgen(js_name = playNode)]
pub fn play_node(fen: &str, uci: &str, parent: usize) -> Result<Ts<StudyNode>, JsError> {
    let position: Position = fen.parse().map_err(thrown)?;
    let m = position.parse_uci(uci).map_err(thrown)?;
    Ok(node(parent, &position, Some(m), castling_style(&position)).into_ts()?)
}

/// Reads a move as people type it, and gives it as protocols write it.
///
/// # Errors
/// It is not a legal move here.
#[wasm_bindgen(js_name = readMove)]
pub fn read_move(fen: &str, text: &str) -> Result<String, JsError> {
    let position: Position = fen.parse().map_err(thrown)?;
    let m = coach::typed_move(&position, text)
        .map_err(|error| JsError::new(&coach::refusal(&position, text, &error)))?;
    Ok(m.uci(castling_style(&position)).to_string())
}

fn tags(tree: &GameTree) -> Vec<(String, String)> {
    tree.tags().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

fn node(parent: usize, before: &Position, m: Option<mola_rules::Move>, style: CastlingStyle) -> StudyNode {
    let Some(m) = m else {
        let mut after = *before;
        after.pass();
        let (uci, san, fen) = (PASS.into(), "--".into(), after.to_string());
        return StudyNode { parent, uci, san, fen, ..StudyNode::default() };
    };
    let Ply { uci, san, from, to, fen } = Ply::new(before, m, style);
    StudyNode { parent, uci, san, from, to, fen, ..StudyNode::default() }
}

/// A tree as a list. The order in which children are found is that of the list, so a stack keeps the main
/// line first.
fn study(tree: &GameTree) -> StudyGame {
    let start = tree.start();
    let style = castling_style(&start);
    let comments = tree.root().comments().map(str::to_owned).collect();
    let mut root = StudyNode { fen: start.to_string(), comments, ..StudyNode::default() };
    root.read_commands();
    let mut nodes = vec![root];
    let mut waiting: Vec<_> = tree.root().children().map(|child| (child, 0, start)).collect();
    waiting.reverse();
    while let Some((child, parent, before)) = waiting.pop() {
        let mut entry = node(parent, &before, child.played(), style);
        entry.nags = child.nags().map(Nag::number).collect();
        entry.comments = child.comments_before().chain(child.comments()).map(str::to_owned).collect();
        entry.read_commands();
        let mut after = before;
        match child.played() {
            Some(m) => after.play_unchecked(m),
            None => after.pass(),
        }
        let index = nodes.len();
        nodes.push(entry);
        let first = waiting.len();
        waiting.extend(child.children().map(|grandchild| (grandchild, index, after)));
        waiting[first..].reverse();
    }
    StudyGame { tags: tags(tree), result: tree.result().to_string(), nodes }
}

/// A list as a tree again.
fn written(game: &StudyGame) -> Result<GameTree, String> {
    let root = game.nodes.first().ok_or("the game has no beginning")?;
    let start: Position = root.fen.parse().map_err(|error| format!("{error}"))?;
    let mut tree = GameTree::new(start);
    for (name, value) in &game.tags {
        // Those that follow from the game are written anyway.
        let _ = tree.set_tag(name, value);
    }
    let mut ids: HashMap<usize, (NodeId, Position)> = HashMap::from([(0, (tree.root().id(), start))]);
    for comment in &root.comments {
        tree.add_comment(tree.root().id(), comment);
    }
    for (index, node) in game.nodes.iter().enumerate().skip(1) {
        let &(parent, mut position) = ids.get(&node.parent).ok_or("a move comes before its parent")?;
        let id = if node.uci == PASS {
            let id = tree.pass(parent).ok_or("a player in check cannot pass")?;
            position.pass();
            id
        } else {
            let m = position.parse_uci(&node.uci).map_err(|error| error.to_string())?;
            position.play_unchecked(m);
            tree.play(parent, m).map_err(|error| error.to_string())?
        };
        node.nags.iter().for_each(|&nag| tree.add_nag(id, Nag::new(nag)));
        node.comments.iter().for_each(|comment| tree.add_comment(id, comment));
        ids.insert(index, (id, position));
    }
    tree.set_result(GameResult::from_text(&game.result).unwrap_or(GameResult::Unfinished));
    Ok(tree)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANNOTATED: &str = "[Event \"Café\"]\n[White \"Anna\"]\n\n{A game.} 1. e4! e5 (1... c5 {Sharp.} \
                             2. Nf3 (2. c3) 2... d6) (1... e6) 2. Nf3 $10 Nc6 *\n";

    #[test]
    fn variations_marks_and_comments_come_back_as_they_went() {
        let tree: GameTree = ANNOTATED.parse().unwrap();
        let game = study(&tree);
        assert_eq!(game.nodes.len(), 10);
        assert_eq!(written(&game).unwrap(), tree);
    }

    #[test]
    fn parents_come_first_and_the_main_line_leads() {
        let game = study(&ANNOTATED.parse().unwrap());
        assert!(game.nodes.iter().enumerate().skip(1).all(|(index, node)| node.parent < index));
        let replies: Vec<&str> =
            game.nodes.iter().skip(2).filter(|node| node.parent == 1).map(|node| node.san.as_str()).collect();
        assert_eq!(replies, ["e5", "c5", "e6"]);
    }

    #[test]
    fn broken_games_are_listed_with_what_is_wrong() {
        let list = list("1. e4 e5 2. Ke3 * [White \"Anna\"] 1. d4 *\n\nThe end.");
        assert_eq!(list.games.len(), 2);
        assert!(list.games[0].errors[0].contains("Ke3"));
        assert!(list.errors[0].contains("The"));
    }

    #[test]
    fn what_programs_put_into_comments_is_understood() {
        let game = study(
            &"1. e4 {[%eval 0.31] [%clk 0:01:02.5] [%cal Ge2e4,Rd8h4,Xa1a2] [%csl Yd5,Gz9]} e5 {[%eval #-2]} *"
                .parse()
                .unwrap(),
        );
        assert_eq!(game.nodes[1].eval.and_then(|eval| eval.centipawns), Some(31));
        assert_eq!(game.nodes[1].clock, Some(62_500.0));
        assert_eq!(game.nodes[1].shapes.as_deref().unwrap(), ["Ge2e4", "Rd8h4", "Yd5"]);
        assert_eq!(game.nodes[2].eval.and_then(|eval| eval.mate), Some(-2));
        assert_eq!(game.nodes[2].shapes, None);
    }

    #[test]
    fn games_beyond_the_first_thousands_are_listed() {
        assert_eq!(list(&"1. e4 *\n".repeat(2_500)).games.len(), 2_500);
    }

    #[test]
    fn a_list_that_is_no_tree_is_refused() {
        let mut game = study(&ANNOTATED.parse().unwrap());
        game.nodes[3].parent = 99;
        assert!(written(&game).is_err());
        assert!(written(&StudyGame { nodes: Vec::new(), ..game }).is_err());
    }
}

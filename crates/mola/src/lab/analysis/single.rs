//! One position in several lines.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Context, bail};
use mola_game::Line;
use mola_game::Score;
use mola_game::pgn::GameTree;
use mola_rules::{Color, Position};
use serde_json::{Value, json};

use super::examiner::Examiner;
use super::judgment::chance;
use super::page;
use super::verdict::{Points, white_eval};
use crate::engines::entrant::Entrant;
use crate::output::{self, Interrupted};

/// What to look at, and where to put what was found.
pub(super) struct Wish<'a> {
    pub(super) position: &'a Position,
    pub(super) lines: usize,
    pub(super) json: bool,
    pub(super) out: Option<&'a Path>,
}

pub(super) fn run(entrant: &Entrant, wish: &Wish<'_>, interrupted: &AtomicBool) -> anyhow::Result<()> {
    let position = wish.position;
    if let Some(outcome) = position.outcome() {
        bail!("there is nothing to analyse: {outcome}");
    }
    let mut examiner = Examiner::start(entrant)?;
    let count = wish.lines.min(position.count_moves() as usize);
    let lines = examiner.position(position, count, interrupted)?;
    if interrupted.load(Relaxed) {
        return Err(Interrupted.into());
    }
    let found: Vec<Value> = lines.iter().map(|line| line_as_json(position, line)).collect();
    let data = json!({ "engine": entrant.fingerprint(), "fen": position.to_string(), "lines": found });
    if let Some(folder) = wish.out {
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let page = page::position_page(position, &lines, &as_text(position, &lines), &entrant.name);
        output::write_whole(&folder.join("annotated.pgn"), &as_tree(position, &lines).to_string())?;
        output::write_whole(&folder.join("report.html"), &page)?;
        output::write_whole(&folder.join("analysis.json"), &(serde_json::to_string_pretty(&data)? + "\n"))?;
    }
    if wish.json {
        return output::print_json(&data);
    }
    let board = position.board().unicode();
    let lines = as_text(position, &lines);
    output::print(format!(
        "\n{board}\n{} to move\n{position}\n\n{lines}\nScores and chances are White's.\n",
        position.turn()
    ))
}

/// A row for each line.
fn as_text(position: &Position, lines: &[Line]) -> String {
    let mut text = String::new();
    for line in lines {
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "{:>7}  depth {:>2}  {:>3.0}%  {}",
            line.score.white_pov(position.turn()).to_string(),
            line.depth,
            white_chance(position, line.score),
            numbered(position, line),
        );
    }
    text
}

/// The best line as a game, the others as its variations.
fn as_tree(position: &Position, lines: &[Line]) -> GameTree {
    let mut tree = GameTree::new(*position);
    for line in lines {
        let mut at = tree.root().id();
        for (ply, &m) in line.moves.iter().enumerate() {
            let Ok(node) = tree.play(at, m) else { break };
            if ply == 0 {
                let eval = white_eval(line.score.white_pov(position.turn())).to_string();
                tree.add_comment(node, &eval.replace(']', &format!(",{}]", line.depth)));
            }
            at = node;
        }
    }
    tree
}

fn white_chance(position: &Position, score: Score) -> f64 {
    if position.turn() == Color::White { chance(score) } else { 100.0 - chance(score) }
}

/// The moves of a line with their numbers.
fn numbered(position: &Position, line: &Line) -> String {
    let mut position = *position;
    let mut text = String::new();
    for &m in &line.moves {
        if position.turn() == Color::White {
            let _ = write!(text, "{}. ", position.fullmoves());
        } else if text.is_empty() {
            let _ = write!(text, "{}... ", position.fullmoves());
        }
        let _ = write!(text, "{} ", position.san(m));
        position.play_unchecked(m);
    }
    text.trim_end().to_owned()
}

fn line_as_json(position: &Position, line: &Line) -> Value {
    let mut after = *position;
    let mut moves = Vec::new();
    for &m in &line.moves {
        moves.push(after.san(m).to_string());
        after.play_unchecked(m);
    }
    json!({
        "eval": Points::from(line.score.white_pov(position.turn())),
        "white_chance": white_chance(position, line.score),
        "depth": line.depth,
        "nodes": line.nodes,
        "moves": moves,
    })
}

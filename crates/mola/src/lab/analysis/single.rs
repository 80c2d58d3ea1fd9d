//! One position in several lines.

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

use anyhow::bail;
use mola_game::Line;
use mola_game::coach::{self, chance};
use mola_game::pgn::{GameTree, eval_command};
use mola_rules::Position;
use serde_json::{Value, json};

use super::examiner::Examiner;
use super::verdict::Points;
use super::{Arguments, page, results};
use crate::engines::spec::EngineSpec;
use crate::output;

pub(super) fn run(
    arguments: &Arguments,
    entrant: &EngineSpec,
    position: &Position,
    interrupted: &AtomicBool,
) -> anyhow::Result<()> {
    if let Some(outcome) = position.outcome() {
        bail!("there is nothing to analyze: {outcome}");
    }
    let mut examiner = Examiner::start(entrant)?;
    let count = usize::from(arguments.lines).min(position.count_moves() as usize);
    let lines = examiner.position(position, count, interrupted)?;
    let found: Vec<Value> = lines.iter().map(|line| line_as_json(position, line)).collect();
    let data = json!({ "engine": entrant.fingerprint(), "fen": position.to_string(), "lines": found });
    if let Some(folder) = &arguments.out {
        let page = page::position_page(position, &lines, &as_text(position, &lines), &entrant.name);
        results::write(folder, &as_tree(position, &lines).to_string(), &page, &data)?;
    }
    if arguments.json {
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
            chance(line.score.white_pov(position.turn())),
            coach::numbered_line(position, &line.moves).join(" "),
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
                let score = line.score.white_pov(position.turn());
                tree.add_comment(node, &eval_command(score, Some(line.depth)));
            }
            at = node;
        }
    }
    tree
}

fn line_as_json(position: &Position, line: &Line) -> Value {
    json!({
        "eval": Points::from(line.score.white_pov(position.turn())),
        "white_chance": chance(line.score.white_pov(position.turn())),
        "depth": line.depth,
        "nodes": line.nodes,
        "moves": coach::line_in_san(position, &line.moves),
    })
}

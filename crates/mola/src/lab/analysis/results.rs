//! What comes out of an analysis: PGN, a page, JSON and a summary.

use std::fmt::Write as _;
use std::path::Path;

use mola_game::coach::{self, Judgment};
use mola_rules::Color;
use serde_json::{Value, json};

use super::page::{self, Chapter};
use super::verdict::{Judged, Points, Report};
use super::{Arguments, annotate};
use crate::engines::spec::EngineSpec;
use crate::{files, output};

/// Writes everything that was asked for.
pub(super) fn deliver(
    arguments: &Arguments,
    entrant: &EngineSpec,
    chapters: &[Chapter<'_>],
) -> anyhow::Result<()> {
    let mut annotated = String::new();
    for chapter in chapters {
        let gap = if annotated.is_empty() { "" } else { "\n" };
        let tree = annotate::annotate(chapter.tree, &chapter.moves, &entrant.name);
        // Writing to a string does not fail.
        let _ = write!(annotated, "{gap}{tree}");
    }
    let data: Vec<Value> = chapters.iter().map(as_json).collect();
    let data = json!({ "engine": entrant.fingerprint(), "games": data });
    let Some(folder) = &arguments.out else {
        return if arguments.json { output::print_json(&data) } else { output::print(annotated) };
    };
    let page = page::page(chapters, &entrant.name, &entrant.pace.to_string());
    write(folder, &annotated, &page, &data)?;
    if arguments.json { output::print_json(&data) } else { output::print(summary(chapters, folder)) }
}

/// Writes the files of an analysis into a folder.
pub(super) fn write(folder: &Path, annotated: &str, page: &str, data: &Value) -> anyhow::Result<()> {
    files::make_folder(folder)?;
    files::write_text(&folder.join("annotated.pgn"), annotated)?;
    files::write_text(&folder.join("report.html"), page)?;
    files::write_text(&folder.join("analysis.json"), &(serde_json::to_string_pretty(data)? + "\n"))
}

/// A line for each game.
fn summary(chapters: &[Chapter<'_>], folder: &Path) -> String {
    let mut text = String::new();
    for chapter in chapters {
        let name = |tag| chapter.tree.tag(tag).unwrap_or("?").to_owned();
        let _ = writeln!(text, "{} - {}  {}", name("White"), name("Black"), chapter.tree.result());
        for color in Color::ALL {
            let report = Report::of(color, &chapter.moves);
            let accuracy = report.accuracy.map_or("?".to_owned(), |accuracy| format!("{accuracy:.1}%"));
            let count = |count: usize, one: &str, many: &str| {
                format!("{count} {}", if count == 1 { one } else { many })
            };
            let _ = writeln!(
                text,
                "  {:<6} {accuracy:>6} accurate, {}, {}, {}",
                color.to_string(),
                count(report.inaccuracies, "inaccuracy", "inaccuracies"),
                count(report.mistakes, "mistake", "mistakes"),
                count(report.blunders, "blunder", "blunders"),
            );
        }
    }
    format!("{text}annotated.pgn, report.html and analysis.json are in {}\n", folder.display())
}

fn as_json(chapter: &Chapter<'_>) -> Value {
    let moves: Vec<Value> = chapter.moves.iter().map(move_as_json).collect();
    let tags: serde_json::Map<String, Value> =
        chapter.tree.tags().map(|(name, value)| (name.to_owned(), json!(value))).collect();
    json!({
        "tags": tags,
        "white": Report::of(Color::White, &chapter.moves),
        "black": Report::of(Color::Black, &chapter.moves),
        "moves": moves,
    })
}

fn move_as_json(judged: &Judged) -> Value {
    json!({
        "fen": judged.position.to_string(),
        "move": judged.position.san(judged.played).to_string(),
        "eval": Points::from(judged.white_score()),
        "white_chance": judged.white_chance(),
        "chance_lost": judged.verdict.loss,
        "judgment": judged.judgment().map(Judgment::name),
        "best": coach::line_in_san(&judged.position, &judged.best),
    })
}

//! What comes out of an analysis: PGN, a page, JSON, tables and a summary.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use anyhow::Context;
use mola_game::coach::{self, JudgedMove, Judgment};
use mola_game::pgn::GameTree;
use mola_rules::Color;
use serde_json::{Value, json};

use super::page::{self, Chapter};
use super::verdict::{Opinion, Points, Report, judge};
use super::{Arguments, annotate, positions};
use crate::engines::spec::EngineSpec;
use crate::files::{self, Draft};
use crate::lab::parquet::Table;
use crate::output;

/// What goes into the folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// annotated.pgn: the games with evaluations and better lines
    Pgn,
    /// report.html: graphs, moves and boards of the first hundred games
    Html,
    /// analysis.json: everything about each game
    Json,
    /// positions.jsonl: a line of JSON for each position
    Jsonl,
    /// positions.parquet: the same as a table for databases and data frames
    Parquet,
}

/// How many games the page and the summary show.
const SHOWN: u64 = 100;

/// Everything that was asked for, written game by game.
pub(super) struct Results<'a> {
    entrant: &'a EngineSpec,
    folder: Option<&'a Path>,
    printed: Printed,
    pgn: Option<Draft>,
    json: Option<Draft>,
    jsonl: Option<Draft>,
    parquet: Option<Table<Draft>>,
    page: Option<Vec<Chapter>>,
    summary: String,
    /// How many games were written.
    pub(super) games: u64,
}

/// What goes to the standard output.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Printed {
    Pgn,
    Json,
    Jsonl,
    Summary,
    /// There are games for workers on it.
    Nothing,
}

impl<'a> Results<'a> {
    pub(super) fn open(arguments: &'a Arguments, entrant: &'a EngineSpec) -> anyhow::Result<Self> {
        let folder = arguments.out.as_deref();
        let wanted = |format, name| match folder {
            Some(folder) if arguments.formats.contains(&format) => draft(folder, name).map(Some),
            _ => Ok(None),
        };
        let parquet = wanted(Format::Parquet, "positions.parquet")?;
        let mut results = Self {
            entrant,
            folder,
            printed: match arguments {
                _ if arguments.hand_out => Printed::Nothing,
                _ if arguments.json => Printed::Json,
                _ if arguments.jsonl => Printed::Jsonl,
                _ if folder.is_some() => Printed::Summary,
                _ => Printed::Pgn,
            },
            pgn: wanted(Format::Pgn, "annotated.pgn")?,
            json: wanted(Format::Json, "analysis.json")?,
            jsonl: wanted(Format::Jsonl, "positions.jsonl")?,
            parquet: parquet.map(|draft| Table::new(draft, &positions::COLUMNS)).transpose()?,
            page: arguments.formats.contains(&Format::Html).then(Vec::new),
            summary: String::new(),
            games: 0,
        };
        let engine = serde_json::to_string(&entrant.fingerprint())?;
        results.write_json(&format!("{{\n\"engine\": {engine},\n\"games\": ["))?;
        Ok(results)
    }

    /// Writes what was found in a game.
    pub(super) fn add(&mut self, game: u64, tree: GameTree, opinions: &[Opinion]) -> anyhow::Result<()> {
        let chapter = Chapter { moves: judge(&tree, opinions), tree };
        let (first, Chapter { tree, moves }) = (self.games == 0, &chapter);
        self.games += 1;
        if self.pgn.is_some() || self.printed == Printed::Pgn {
            let gap = if first { "" } else { "\n" };
            let text = format!("{gap}{}", annotate::annotate(tree, moves, &self.entrant.name));
            write_text(&mut self.pgn, self.printed == Printed::Pgn, &text)?;
        }
        if self.json.is_some() || self.printed == Printed::Json {
            let gap = if first { "\n" } else { ",\n" };
            self.write_json(&format!("{gap}{}", serde_json::to_string(&as_json(&chapter))?))?;
        }
        if self.jsonl.is_some() || self.printed == Printed::Jsonl {
            let rows = positions::rows(game, tree, moves);
            let text: String = rows.map(|row| positions::to_json(&row)).collect::<anyhow::Result<_>>()?;
            write_text(&mut self.jsonl, self.printed == Printed::Jsonl, &text)?;
        }
        if let Some(table) = &mut self.parquet {
            for row in positions::rows(game, tree, moves) {
                table.add(&row)?;
            }
        }
        if self.games <= SHOWN && self.folder.is_some() {
            self.summary += &summary(&chapter);
            if let Some(page) = &mut self.page {
                page.push(chapter);
            }
        }
        Ok(())
    }

    fn write_json(&mut self, text: &str) -> anyhow::Result<()> {
        write_text(&mut self.json, self.printed == Printed::Json, text)
    }

    /// Gives the files their names. Until then, those of an earlier run stay.
    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        self.write_json("\n]\n}\n")?;
        let table = self.parquet.map(Table::finish).transpose()?;
        let mut written = Vec::new();
        for (draft, name) in [
            (self.pgn, "annotated.pgn"),
            (self.json, "analysis.json"),
            (self.jsonl, "positions.jsonl"),
            (table, "positions.parquet"),
        ] {
            if let Some(draft) = draft {
                draft.finish().with_context(|| format!("cannot write {name}"))?;
                written.push(name);
            }
        }
        let Some(folder) = self.folder else { return Ok(()) };
        if let Some(chapters) = self.page {
            let page = page::page(&chapters, self.games, &self.entrant.name, &self.entrant.pace.to_string());
            let mut report = draft(folder, "report.html")?;
            report
                .write_all(page.as_bytes())
                .and_then(|()| report.flush())
                .context("cannot write report.html")?;
            report.finish().context("cannot write report.html")?;
            written.push("report.html");
        }
        if self.printed == Printed::Summary {
            if self.games > SHOWN {
                let _ = writeln!(self.summary, "and {} more games", self.games - SHOWN);
            }
            let files = written.join(", ");
            output::print(format_args!("{}In {}: {files}\n", self.summary, folder.display()))?;
        }
        Ok(())
    }
}

/// Begins a file. Nobody else writes into the folder, since the journal is ours: what a program that was killed
/// left half written has the same name and is replaced.
fn draft(folder: &Path, name: &str) -> anyhow::Result<Draft> {
    let draft = Draft::create(&folder.join(name), folder.join(format!(".{name}.tmp")));
    draft.with_context(|| format!("cannot write {}", folder.join(name).display()))
}

/// Writes a text into a file, if there is one, and prints it, if that was asked for.
fn write_text(file: &mut Option<Draft>, is_printed: bool, text: &str) -> anyhow::Result<()> {
    if let Some(file) = file {
        file.write_all(text.as_bytes()).context("cannot write the results")?;
    }
    if is_printed { output::print(text) } else { Ok(()) }
}

/// Writes the files of an analysis into a folder.
pub(super) fn write(folder: &Path, annotated: &str, page: &str, data: &Value) -> anyhow::Result<()> {
    files::make_folder(folder)?;
    files::write_text(&folder.join("annotated.pgn"), annotated)?;
    files::write_text(&folder.join("report.html"), page)?;
    files::write_text(&folder.join("analysis.json"), &(serde_json::to_string_pretty(data)? + "\n"))
}

/// What to say about a game.
fn summary(chapter: &Chapter) -> String {
    let mut text = String::new();
    let name = |tag| chapter.tree.tag(tag).unwrap_or("?").to_owned();
    let _ = writeln!(text, "{} - {}  {}", name("White"), name("Black"), chapter.tree.result());
    for color in Color::ALL {
        let report = Report::of(color, &chapter.moves);
        let accuracy = report.accuracy.map_or("?".to_owned(), |accuracy| format!("{accuracy:.1}%"));
        let _ = writeln!(text, "  {:<6} {accuracy:>6} accurate, {}", color.to_string(), report.counts());
    }
    text
}

fn as_json(chapter: &Chapter) -> Value {
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

fn move_as_json(judged: &JudgedMove) -> Value {
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

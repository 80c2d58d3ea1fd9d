//! The report as one page that needs nothing else: graphs, moves, and boards where it mattered.

use std::fmt::Write as _;

use mola_game::coach::{self, JudgedMove, Judgment};
use mola_game::pgn::GameTree;
use mola_game::{Line, Svg};
use mola_rules::{Color, Position, Square};

use super::graph::{escape, graph};
use super::replay;
use super::verdict::Report;

/// Boards of one game: its worst moments.
const BOARDS: usize = 12;

const STYLE: &str = include_str!("page.css");

/// A game and what was found in it.
pub(super) struct Chapter {
    pub(super) tree: GameTree,
    pub(super) moves: Vec<JudgedMove>,
}

/// The whole page, which shows no more games than people can look through.
pub(super) fn page(chapters: &[Chapter], games: u64, engine: &str, pace: &str) -> String {
    let mut body = String::new();
    for (index, chapter) in chapters.iter().enumerate() {
        body += &section(chapter, index + 1);
    }
    let contents = if chapters.len() > 1 { contents(chapters) } else { String::new() };
    let shown = chapters.len();
    let some =
        if shown as u64 == games { String::new() } else { format!("The first {shown} of {games} games. ") };
    let about = format!(
        "{some}{engine}, {pace} for each position. The graphs show White's chance to win; marks are \
         inaccuracies (●), mistakes (▲) and blunders (◆)."
    );
    let (shapes, script) = (replay::shapes(), replay::SCRIPT);
    frame(&about, &format!("{shapes}{contents}{body}<script type=\"module\">\n{script}</script>\n"))
}

/// The page of one position: its board with arrows for the best moves, and the lines as text.
pub(super) fn position_page(position: &Position, lines: &[Line], text: &str, engine: &str) -> String {
    let arrows: Vec<(Square, Square)> =
        lines.iter().filter_map(|line| line.moves.first()).map(|m| (m.from(), m.landing())).collect();
    let board = Svg::new(position).seen_by(position.turn()).arrows(&arrows);
    let about = format!("{engine} on {position}. Scores and chances are White's.");
    let text = escape(text.trim_end());
    frame(&about, &format!("<section class=\"single\"><figure>{board}</figure><pre>{text}</pre></section>\n"))
}

fn frame(about: &str, body: &str) -> String {
    let about = escape(about);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>Analysis</title>\n<style>\n{STYLE}</style></head>\n<body>\n\
         <header><h1>Analysis</h1><p>{about}</p></header>\n{body}</body></html>\n"
    )
}

fn contents(chapters: &[Chapter]) -> String {
    let mut list = String::from("<nav><ol>");
    for (index, chapter) in chapters.iter().enumerate() {
        // Writing to a string does not fail.
        let _ =
            write!(list, "<li><a href=\"#game-{}\">{}</a></li>", index + 1, escape(&heading(&chapter.tree)));
    }
    list + "</ol></nav>\n"
}

fn heading(tree: &GameTree) -> String {
    let name = |tag| tree.tag(tag).filter(|name| *name != "?").unwrap_or("unknown").to_owned();
    format!("{} – {}, {}", name("White"), name("Black"), tree.result())
}

fn section(chapter: &Chapter, number: usize) -> String {
    let Chapter { tree, moves } = chapter;
    let known = |tag: &&str| Some(tree.tag(tag)?.replace(".??", "")).filter(|value| !value.starts_with('?'));
    let about: Vec<String> = ["Event", "Site", "Date", "Round"].iter().filter_map(known).collect();
    format!(
        "<section id=\"game-{number}\" data-plies=\"{}\"><h2>{}</h2><p class=\"about\">{}</p>\n{}\n{}\n\
         <div class=\"game\">{}\n{}</div>\n{}</section>\n",
        replay::plies(moves),
        escape(&heading(tree)),
        escape(&about.join(", ")),
        players(tree, moves),
        graph(moves),
        replay::board(moves),
        move_list(moves),
        boards(moves),
    )
}

fn players(tree: &GameTree, moves: &[JudgedMove]) -> String {
    let mut rows = String::new();
    for (color, tag) in [(Color::White, "White"), (Color::Black, "Black")] {
        let report = Report::of(color, moves);
        let accuracy = report.accuracy.map_or("–".to_owned(), |accuracy| format!("{accuracy:.1}%"));
        let _ = write!(
            rows,
            "<tr><th scope=\"row\">{}</th><td>{accuracy}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.0}</td></tr>",
            escape(tree.tag(tag).unwrap_or(tag)),
            report.inaccuracies,
            report.mistakes,
            report.blunders,
            report.average_loss,
        );
    }
    format!(
        "<table><thead><tr><th scope=\"col\">Player</th><th scope=\"col\">Accuracy</th>\
         <th scope=\"col\">Inaccuracies</th><th scope=\"col\">Mistakes</th><th scope=\"col\">Blunders</th>\
         <th scope=\"col\">Centipawns lost a move</th></tr></thead><tbody>{rows}</tbody></table>"
    )
}

fn move_list(moves: &[JudgedMove]) -> String {
    let mut text = String::from("<p class=\"moves\">");
    for (index, judged) in moves.iter().enumerate() {
        if index == 0 || judged.mover() == Color::White {
            let dots = if judged.mover() == Color::White { "." } else { "..." };
            let _ = write!(text, "<span class=\"number\">{}{dots}</span> ", judged.position.fullmoves());
        }
        let san = escape(&judged.position.san(judged.played).to_string());
        let mistake = judged.judgment();
        let _ = write!(
            text,
            "<button type=\"button\" data-ply=\"{}\" class=\"{}\" title=\"{}\">{san}{}</button> ",
            index + 1,
            mistake.map_or("", Judgment::name),
            escape(
                format!("{} ({})", judged.remark().unwrap_or_default(), judged.white_score()).trim_start()
            ),
            mistake.and_then(|mistake| mistake.nag().glyph()).unwrap_or_default(),
        );
    }
    text + "</p>"
}

/// The worst moments, in the order in which they came.
fn boards(moves: &[JudgedMove]) -> String {
    let mut moments: Vec<&JudgedMove> = moves.iter().filter(|one| one.judgment().is_some()).collect();
    moments.sort_by(|a, b| b.verdict.loss.total_cmp(&a.verdict.loss));
    moments.truncate(BOARDS);
    moments.sort_by_key(|one| (one.position.fullmoves(), one.mover() == Color::Black));
    let figures: String = moments.iter().map(|one| figure(one)).collect();
    format!("<div class=\"boards\">{figures}</div>")
}

/// The board before a bad move, with the move marked and an arrow for the better one.
fn figure(judged: &JudgedMove) -> String {
    let arrows: Vec<(Square, Square)> = judged.best.iter().take(1).map(|m| (m.from(), m.landing())).collect();
    let board = Svg::new(&judged.position).seen_by(judged.mover()).last_move(judged.played).arrows(&arrows);
    let line = coach::line_in_san(&judged.position, &judged.best[..judged.best.len().min(6)]);
    let mistake = judged.judgment().unwrap_or(Judgment::Inaccuracy);
    format!(
        "<figure>{board}<figcaption><strong class=\"{}\">{}{}</strong> {} <em>{}</em></figcaption></figure>",
        mistake.name(),
        escape(&judged.numbered()),
        mistake.nag().glyph().unwrap_or_default(),
        escape(&judged.remark().unwrap_or_default()),
        escape(&line.join(" ")),
    )
}

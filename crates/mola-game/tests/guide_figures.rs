//! The boards, sets of squares and trees in the guide are drawn by our own code. `MOLA_DRAW=1` draws them anew.

#[path = "guide_figures/tree.rs"]
mod tree;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use mola_game::Svg;
use mola_rules::{Color, Position, Square};

fn guide() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../guide")
}

/// A figure must be on disk as it is drawn here.
fn check(name: &str, drawn: &str) {
    let path = guide().join("figures").join(name);
    if std::env::var_os("MOLA_DRAW").is_some() {
        fs::write(&path, drawn).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == drawn, "figures/{name} is not what is drawn today: run this test with MOLA_DRAW=1");
}

/// The opening tags of the guide's figures, with the name of the picture in each.
fn figures() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(guide()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "md") {
            continue;
        }
        let page = fs::read_to_string(&path).unwrap();
        for part in page.split("<figure ").skip(1) {
            let (tag, rest) = part.split_once('>').unwrap();
            let picture = rest.split("src=\"figures/").nth(1).and_then(|rest| rest.split('"').next());
            let picture = picture.unwrap_or_else(|| panic!("a figure in {} has no picture", path.display()));
            found.push((tag.to_owned(), picture.to_owned()));
        }
    }
    found
}

/// What a tag says under a name.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    tag.split(&format!("{name}=\"")).nth(1).and_then(|rest| rest.split('"').next())
}

#[test]
fn boards_in_the_guide_are_drawn_by_our_own_code() {
    let mut count = 0;
    for (tag, picture) in figures() {
        let Some(fen) = attribute(&tag, "data-board") else { continue };
        let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        let bottom =
            if attribute(&tag, "data-seen-by") == Some("black") { Color::Black } else { Color::White };
        let arrows: Vec<(Square, Square)> = attribute(&tag, "data-arrows")
            .unwrap_or_default()
            .split_whitespace()
            .map(|arrow| (arrow[..2].parse().unwrap(), arrow[2..].parse().unwrap()))
            .collect();
        check(&picture, &Svg::new(&position).seen_by(bottom).arrows(&arrows).size(400).to_string());
        count += 1;
    }
    assert!(count > 5, "the guide shows boards");
}

#[test]
fn sets_of_squares_in_the_guide_are_drawn_by_our_own_code() {
    let mut count = 0;
    for (tag, picture) in figures() {
        let Some(number) = attribute(&tag, "data-bits") else { continue };
        let bits = u64::from_str_radix(number.trim_start_matches("0x"), 16).unwrap();
        check(&picture, &squares(bits));
        count += 1;
    }
    assert!(count > 0, "the guide shows sets of squares");
}

#[test]
fn the_tree_in_the_guide_is_one_that_was_searched() {
    let root = tree::search(&tree::POSITION.parse().unwrap());
    let picture = root.svg();
    check("alpha-beta.svg", &picture);
    check("alpha-beta.html", &root.html());
    assert!(picture.contains("cut"), "there is something to show");
}

/// A set of squares with its bits, a1 at the bottom left.
fn squares(bits: u64) -> String {
    const SIDE: i32 = 40;
    let size = 8 * SIDE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-1 -1 {0} {0}\" width=\"{0}\" height=\"{0}\" \
        font-family=\"monospace\" font-size=\"20\" text-anchor=\"middle\">\n<title>{bits:#018X}</title>\n",
        size + 2
    );
    for square in Square::ALL {
        let (x, y) = (square.file() as i32 * SIDE, (7 - square.rank() as i32) * SIDE);
        let member = bits >> square as u8 & 1 == 1;
        let (fill, ink) = if member { ("#21394a", "#fffefa") } else { ("#e8eef0", "#21394a") };
        let (middle, base) = (x + SIDE / 2, y + SIDE / 2 + 7);
        writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\" stroke=\"#7596ab\"/>\
            <text x=\"{middle}\" y=\"{base}\" fill=\"{ink}\">{}</text>",
            u8::from(member)
        )
        .unwrap();
    }
    svg + "</svg>\n"
}

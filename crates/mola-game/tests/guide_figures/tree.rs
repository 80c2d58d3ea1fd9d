//! The search of the guide's chapter on search, which keeps its tree.

use std::fmt::Write as _;

use mola_rules::{Position, Role};

/// White to move: a pawn can take two others, and one of them is better.
pub(crate) const POSITION: &str = "8/8/8/1p1p4/k1P5/8/1K6/8 w - - 0 1";
const DEPTH: u32 = 3;
const MATE: i32 = 32_000;

/// What a search saw at one position.
pub(crate) struct Node {
    /// The move that led here.
    san: String,
    window: [i32; 2],
    value: i32,
    /// How many moves were not looked at.
    skipped: usize,
    children: Vec<Node>,
}

fn material(position: &Position) -> i32 {
    let worth =
        [(Role::Pawn, 100), (Role::Knight, 320), (Role::Bishop, 330), (Role::Rook, 500), (Role::Queen, 950)];
    let count = |role, side| (position.role(role) & side).count() as i32;
    worth
        .iter()
        .map(|&(role, worth)| worth * (count(role, position.us()) - count(role, position.them())))
        .sum()
}

pub(crate) fn search(position: &Position) -> Node {
    visit(position, "the root".to_owned(), [-MATE, MATE], DEPTH, 0)
}

fn visit(position: &Position, san: String, window: [i32; 2], depth: u32, ply: i32) -> Node {
    let mut node = Node { san, window, value: -MATE, skipped: 0, children: Vec::new() };
    let moves: Vec<_> = position.captures().into_iter().chain(position.quiets()).collect();
    if moves.is_empty() {
        node.value = if position.is_check() { ply - MATE } else { 0 };
        return node;
    }
    if depth == 0 {
        node.value = material(position);
        return node;
    }
    let [mut alpha, beta] = window;
    for (index, &m) in moves.iter().enumerate() {
        let next = position.after(m);
        let child = visit(&next, position.san(m).to_string(), [-beta, -alpha], depth - 1, ply + 1);
        node.value = node.value.max(-child.value);
        node.children.push(child);
        alpha = alpha.max(node.value);
        if alpha >= beta {
            node.skipped = moves.len() - index - 1;
            break;
        }
    }
    node
}

fn bound(value: i32) -> String {
    match value.abs() {
        MATE => if value > 0 { "∞" } else { "−∞" }.to_owned(),
        _ => value.to_string().replace('-', "−"),
    }
}

impl Node {
    fn label(&self) -> String {
        let [alpha, beta] = self.window.map(bound);
        let mut label = format!("{}: {} in ({alpha}, {beta})", self.san, bound(self.value));
        if self.skipped > 0 {
            let plural = if self.skipped == 1 { "move" } else { "moves" };
            write!(label, ", cut: {} {plural} not looked at", self.skipped).unwrap();
        }
        label
    }

    /// The tree as a page shows it, to be unfolded.
    pub(crate) fn html(&self) -> String {
        let mut html = String::from("<div class=\"tree\">\n");
        self.fold_out(&mut html);
        html + "</div>\n"
    }

    fn fold_out(&self, html: &mut String) {
        let label = self.label();
        let label = label.replace(", cut: ", ", <span class=\"cut\">cut</span>: ");
        if self.children.is_empty() {
            writeln!(html, "<p>{label}</p>").unwrap();
            return;
        }
        writeln!(html, "<details><summary>{label}</summary>").unwrap();
        self.children.iter().for_each(|child| child.fold_out(html));
        writeln!(html, "</details>").unwrap();
    }

    /// The first two plies as a picture.
    pub(crate) fn svg(&self) -> String {
        let mut rows = Vec::new();
        self.rows(0, &mut rows);
        let height = rows.len() * 22 + 12;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 560 {height}\" width=\"560\" height=\"{height}\" \
            font-family=\"sans-serif\" font-size=\"14\">\n<title>A tree of alpha and beta</title>\n\
            <rect width=\"560\" height=\"{height}\" rx=\"8\" fill=\"#f7f9fa\"/>\n"
        );
        for (index, (ply, label)) in rows.iter().enumerate() {
            let (x, y) = (ply * 32 + 6, index * 22 + 20);
            let ink = if label.contains("cut") { "#b44d00" } else { "#21394a" };
            writeln!(svg, "<text x=\"{x}\" y=\"{y}\" fill=\"{ink}\">{label}</text>").unwrap();
            if *ply > 0 {
                let above = (0..index).rev().find(|&other| rows[other].0 < *ply).unwrap_or(0);
                writeln!(
                    svg,
                    "<path d=\"M{0} {1}V{2}H{3}\" stroke=\"#7596ab\" fill=\"none\"/>",
                    x - 20,
                    above * 22 + 26,
                    y - 5,
                    x - 4
                )
                .unwrap();
            }
        }
        svg + "</svg>\n"
    }

    fn rows(&self, ply: usize, rows: &mut Vec<(usize, String)>) {
        rows.push((ply, self.label()));
        if ply < 2 {
            self.children.iter().for_each(|child| child.rows(ply + 1, rows));
        }
    }
}

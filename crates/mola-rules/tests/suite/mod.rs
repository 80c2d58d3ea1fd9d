//! The perft suite in `testdata/perft`, as tests read it.
#![allow(dead_code, reason = "each test takes what it needs")]

use mola_rules::Position;

const STANDARD: &str = include_str!("../../../../testdata/perft/standard.epd");
const CHESS960: &str = include_str!("../../../../testdata/perft/chess960.epd");

/// One position and how many move sequences it has at each depth.
pub(crate) struct Line {
    pub(crate) fen: &'static str,
    pub(crate) counts: Vec<(u32, u64)>,
}

impl Line {
    fn parse(text: &'static str) -> Self {
        let mut fields = text.split(';');
        let fen = fields.next().unwrap_or_default().trim();
        let count = |field: &str| {
            let (depth, nodes) = field.trim().strip_prefix('D')?.split_once(' ')?;
            Some((depth.parse().ok()?, nodes.parse().ok()?))
        };
        let counts = fields.map(|field| count(field).unwrap_or_else(|| panic!("no count: {field:?}")));
        Self { fen, counts: counts.collect() }
    }

    pub(crate) fn position(&self) -> Position {
        self.fen.parse().unwrap_or_else(|error| panic!("{}: {error}", self.fen))
    }

    /// The deepest count that takes at most `budget` nodes.
    pub(crate) fn deepest_within(&self, budget: u64) -> Option<(u32, u64)> {
        self.counts.iter().copied().rev().find(|&(_, nodes)| nodes <= budget)
    }
}

fn lines_of(file: &'static str) -> impl Iterator<Item = Line> {
    file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(Line::parse)
}

/// The positions of ordinary chess.
pub(crate) fn standard() -> Vec<Line> {
    lines_of(STANDARD).collect()
}

/// The positions of Chess960.
pub(crate) fn chess960() -> Vec<Line> {
    lines_of(CHESS960).collect()
}

/// All positions.
pub(crate) fn all() -> Vec<Line> {
    lines_of(STANDARD).chain(lines_of(CHESS960)).collect()
}

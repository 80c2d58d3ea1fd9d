//! The bar that shows who is better.

use mola_game::Score;
use mola_rules::Color;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::write;
use crate::terminal::state::State;
use crate::terminal::view::layout::Layout;
use crate::terminal::view::theme::{Depth, Looks};

pub(super) fn draw(buffer: &mut Buffer, state: &State, looks: &Looks, layout: &Layout) {
    if layout.bar.is_empty() {
        return;
    }
    let score = score(state);
    let share = score.map_or(0.5, white_share);
    // The part of whoever sits at the bottom is at the bottom.
    let (low, high) = match state.bottom {
        Color::White => (0, 1),
        Color::Black => (1, 0),
    };
    let lower = if state.bottom == Color::White { share } else { 1.0 - share };
    let eighths = (lower * f32::from(layout.bar.height) * 8.0).round() as u16;
    for (index, y) in (layout.bar.y..layout.bar.bottom()).rev().enumerate() {
        let part = eighths.saturating_sub(8 * index as u16).min(8);
        let symbol = symbol(looks, part, low == 0);
        let style = Style::new().fg(looks.palette.bar[low]).bg(looks.palette.bar[high]);
        for x in layout.bar.x..layout.bar.right() {
            buffer[(x, y)].set_symbol(symbol).set_style(style);
        }
    }
    let text = score.map_or_else(|| "...".to_owned(), short);
    let place = Rect { y: layout.files.y, height: 1, width: layout.bar.width + 3, ..layout.bar };
    write(buffer, place, &text, Style::new().fg(looks.palette.accent));
}

/// What a cell shows of which so many eighths belong to the lower side.
fn symbol(looks: &Looks, eighths: u16, lower_is_white: bool) -> &'static str {
    const BLOCKS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
    if looks.depth != Depth::None && looks.unicode {
        return BLOCKS[usize::from(eighths.min(8))];
    }
    let white = (eighths >= 4) == lower_is_white;
    match (looks.depth, looks.unicode, white) {
        // Here the colors tell: the letter is of the lower side.
        (Depth::True | Depth::Indexed | Depth::Sixteen, ..) => {
            if eighths >= 4 {
                "#"
            } else {
                " "
            }
        }
        (Depth::None, true, true) => "█",
        (Depth::None, true, false) => "░",
        (Depth::None, false, true) => "#",
        (Depth::None, false, false) => ".",
    }
}

/// The judgment to be shown: of the study, or what a finished game says by itself.
fn score(state: &State) -> Option<Score> {
    use mola_rules::Outcome;
    match state.shown().outcome {
        Some(Outcome::Win(Color::White, _)) => Some(Score::Mate(0)),
        Some(Outcome::Win(Color::Black, _)) => Some(Score::Mated(0)),
        Some(Outcome::Draw(_)) => Some(Score::Centipawns(0)),
        None => state.study.thought.as_ref().map(|thought| thought.score),
    }
}

/// White's share of the bar.
fn white_share(score: Score) -> f32 {
    match score {
        Score::Mate(_) => 1.0,
        Score::Mated(_) => 0.0,
        // Two pawns ahead are three quarters of the bar.
        Score::Centipawns(value) => 1.0 / (1.0 + (-value as f32 / 182.0).exp()),
    }
}

/// A score in at most five letters.
fn short(score: Score) -> String {
    match score {
        Score::Centipawns(value) => {
            let sign = if value < 0 { '-' } else { '+' };
            let size = value.unsigned_abs();
            if size >= 1000 {
                format!("{sign}{}", size / 100)
            } else {
                format!("{sign}{}.{}", size / 100, size / 10 % 10)
            }
        }
        mate => mate.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_follows_the_score() {
        assert!((white_share(Score::Centipawns(0)) - 0.5).abs() < 1e-6);
        assert!((0.7..0.8).contains(&white_share(Score::Centipawns(200))));
        assert!(white_share(Score::Mate(3)) > white_share(Score::Centipawns(900)));
        assert!(white_share(Score::Mated(3)) < white_share(Score::Centipawns(-900)));
    }

    #[test]
    fn scores_are_short() {
        assert_eq!(short(Score::Centipawns(-35)), "-0.3");
        assert_eq!(short(Score::Centipawns(1234)), "+12");
        assert_eq!(short(Score::Mated(2)), "-#2");
    }
}

//! The bar that shows who is better.

use mola_game::Score;
use mola_game::coach::chance;
use mola_rules::Color;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::Style;

use super::write;
use crate::terminal::state::State;
use crate::terminal::view::{ColorDepth, Layout, Theme};

pub(super) fn draw(buffer: &mut Buffer, state: &State, theme: &Theme, layout: &Layout) {
    if layout.bar.is_empty() {
        return;
    }
    let score = score(state);
    let share = score.map_or(0.5, |score| chance(score) / 100.0);
    // The share of the player at the bottom is at the bottom.
    let (low, high) = match state.bottom {
        Color::White => (0, 1),
        Color::Black => (1, 0),
    };
    let lower = if state.bottom == Color::White { share } else { 1.0 - share };
    let eighths = (lower * f64::from(layout.bar.height) * 8.0).round() as u16;
    for (index, y) in (layout.bar.y..layout.bar.bottom()).rev().enumerate() {
        let part = eighths.saturating_sub(8 * index as u16).min(8);
        let symbol = symbol(theme, part, low == 0);
        let style = Style::new().fg(theme.palette.bar[low]).bg(theme.palette.bar[high]);
        for x in layout.bar.x..layout.bar.right() {
            buffer[(x, y)].set_symbol(symbol).set_style(style);
        }
    }
    let text = score.map_or_else(|| "...".to_owned(), short);
    let place = Rect { y: layout.files.y, height: 1, width: layout.bar.width + 3, ..layout.bar };
    write(buffer, place, &text, Style::new().fg(theme.palette.accent));
}

/// A cell of which this many eighths belong to the lower side.
fn symbol(theme: &Theme, eighths: u16, lower_is_white: bool) -> &'static str {
    const BLOCKS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
    if theme.depth != ColorDepth::None && theme.unicode {
        return BLOCKS[usize::from(eighths.min(8))];
    }
    let white = (eighths >= 4) == lower_is_white;
    match (theme.depth, theme.unicode, white) {
        // The foreground color belongs to the lower side.
        (ColorDepth::True | ColorDepth::Indexed | ColorDepth::Sixteen, ..) if eighths >= 4 => "#",
        (ColorDepth::True | ColorDepth::Indexed | ColorDepth::Sixteen, ..) => " ",
        (ColorDepth::None, true, true) => "█",
        (ColorDepth::None, true, false) => "░",
        (ColorDepth::None, false, true) => "#",
        (ColorDepth::None, false, false) => ".",
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
    fn scores_are_short() {
        assert_eq!(short(Score::Centipawns(-35)), "-0.3");
        assert_eq!(short(Score::Centipawns(1234)), "+12");
        assert_eq!(short(Score::Mated(2)), "-#2");
    }
}

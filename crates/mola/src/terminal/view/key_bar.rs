//! The keys at the bottom of the screen, which can be clicked too.

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::{Modifier, Style};

use super::write;
use crate::terminal::state::{Action, State};
use crate::terminal::update::SHORTCUTS;
use crate::terminal::view::Theme;

/// The shortcuts that fit, each with the columns that it takes.
fn items(state: &State, place: Rect) -> Vec<(Rect, char, &'static str, Action)> {
    let mut items = Vec::new();
    let mut x = place.x + 1;
    for (key, label, _, action) in SHORTCUTS {
        // What cannot be done now is left out.
        let is_useful = match action {
            Action::Pause => state.is_watched(),
            Action::MoveNow => state.asked.is_some(),
            Action::TakeBack | Action::Hint => !state.is_watched(),
            Action::Redo => state.game().undone() > 0,
            _ => true,
        };
        let width = label.len() as u16 + 2;
        if is_useful && x + width <= place.right() {
            items.push((Rect { x, width, ..place }, key, label, action));
            x += width + 2;
        }
    }
    items
}

pub(super) fn draw(buffer: &mut Buffer, state: &State, theme: &Theme, place: Rect) {
    if place.is_empty() {
        return;
    }
    let key_style = Style::new().fg(theme.palette.accent).add_modifier(Modifier::BOLD);
    for (place, key, label, _) in items(state, place) {
        let taken = write(buffer, place, &key.to_string(), key_style);
        let rest = Rect { x: place.x + taken + 1, width: place.width - taken - 1, ..place };
        write(buffer, rest, label, Style::new().fg(theme.palette.dim));
    }
}

/// What a click there does.
pub(crate) fn action_at(state: &State, place: Rect, column: u16, row: u16) -> Option<Action> {
    let hit = |item: &(Rect, char, &str, Action)| item.0.contains((column, row).into());
    items(state, place).into_iter().find(hit).map(|(.., action)| action)
}

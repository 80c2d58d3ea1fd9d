//! What the player sees. Views read the state and change nothing.

mod board;
mod captured;
pub(crate) mod dialogs;
mod eval_bar;
pub(crate) mod key_bar;
pub(crate) mod layout;
pub(crate) mod moves;
mod panel;
pub(crate) mod theme;

#[cfg(test)]
mod tests;

pub(crate) use layout::Layout;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position as Place, Rect};
use ratatui_core::style::Style;
pub(crate) use theme::{Background, ColorDepth, Theme, Variable};

use crate::output;
use crate::terminal::graphics::images::Stamp;
use crate::terminal::state::State;
use crate::terminal::view::layout::SMALLEST;

/// Draws everything, and says where the caret goes if there is one.
pub(crate) fn draw(buffer: &mut Buffer, state: &State, theme: &Theme) -> Option<Place> {
    let Some(layout) = Layout::of(state) else {
        let (columns, rows) = SMALLEST;
        let text = format!("Make the terminal larger: {columns} by {rows} at least.");
        wrapped(buffer, buffer.area, &text, Style::new());
        return None;
    };
    board::draw(buffer, state, theme, &layout);
    eval_bar::draw(buffer, state, theme, &layout);
    panel::draw(buffer, state, theme, &layout);
    moves::draw(buffer, state, theme, layout.moves);
    key_bar::draw(buffer, state, theme, layout.keys);
    let caret = panel::input(buffer, state, theme, layout.input);
    match &state.dialog {
        Some(_) => dialogs::draw(buffer, state, theme),
        None => caret,
    }
}

/// Makes room for images of the pieces, after everything is drawn, and says which.
pub(crate) fn stamps(buffer: &mut Buffer, state: &State, theme: &Theme) -> Vec<Stamp> {
    let cover = if state.dialog.is_some() { dialogs::place(state) } else { Rect::ZERO };
    Layout::of(state).map_or_else(Vec::new, |layout| board::stamps(buffer, state, theme, &layout, cover))
}

/// Writes a text on one line, cut off where the place ends. Yields the columns that it took.
fn write(buffer: &mut Buffer, place: Rect, text: &str, style: Style) -> u16 {
    if place.is_empty() {
        return 0;
    }
    buffer.set_stringn(place.x, place.y, text, place.width.into(), style).0 - place.x
}

/// Writes a text at the right end of a place.
fn write_right(buffer: &mut Buffer, place: Rect, text: &str, style: Style) {
    let width = (text.chars().count() as u16).min(place.width);
    write(buffer, Rect { x: place.right() - width, width, ..place }, text, style);
}

/// Writes a text on as many lines as it needs and the place has.
fn wrapped(buffer: &mut Buffer, place: Rect, text: &str, style: Style) {
    let rows = (place.y..place.bottom()).map(|y| Rect { y, height: 1, ..place });
    for (row, line) in rows.zip(output::wrapped(text, place.width.into())) {
        write(buffer, row, &line, style);
    }
}

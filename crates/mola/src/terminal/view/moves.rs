//! The list of moves.

use mola_rules::Color;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::Style;

use super::write;
use crate::terminal::state::State;
use crate::terminal::view::Theme;

/// The columns of the number, and of each move.
const NUMBER: u16 = 5;
const NAME: u16 = 9;

/// The first row that is shown, so that the position on the board is among them.
fn first_row(state: &State, rows: u16) -> usize {
    let offset = usize::from(state.game().start().turn() == Color::Black);
    let shown = state.looking.unwrap_or(state.game().len());
    let current = (shown + offset).saturating_sub(1) / 2;
    current.saturating_sub(usize::from(rows).saturating_sub(1))
}

/// The place of the move with this number, counted from zero, if it is shown.
fn place_of(state: &State, place: Rect, ply: usize) -> Option<Rect> {
    let slot = ply + usize::from(state.game().start().turn() == Color::Black);
    let row = (slot / 2).checked_sub(first_row(state, place.height))?;
    let x = place.x + NUMBER + if slot.is_multiple_of(2) { 0 } else { NAME };
    let row = u16::try_from(row).ok().filter(|&row| row < place.height)?;
    let cell = Rect { x, y: place.y + row, width: NAME - 1, height: 1 };
    Some(cell.intersection(place)).filter(|cell| !cell.is_empty())
}

pub(super) fn draw(buffer: &mut Buffer, state: &State, theme: &Theme, place: Rect) {
    let shown = state.looking.unwrap_or(state.game().len());
    for (ply, (before, name)) in state.game().named_moves().enumerate() {
        let Some(cell) = place_of(state, place, ply) else { continue };
        if before.turn() == Color::White || ply == 0 {
            let number = Rect { x: place.x, width: NUMBER - 1, ..cell };
            write(buffer, number, &format!("{:>3}.", before.fullmoves()), Style::new().fg(theme.palette.dim));
        }
        let is_current = ply + 1 == shown;
        let name = if is_current { format!(" {name} ") } else { format!(" {name}") };
        write(buffer, cell, &name, theme.choice(is_current));
    }
}

/// How many moves have been played in the position that a click there asks for.
pub(crate) fn ply_at(state: &State, place: Rect, column: u16, row: u16) -> Option<usize> {
    let hit =
        |&ply: &usize| place_of(state, place, ply).is_some_and(|cell| cell.contains((column, row).into()));
    (0..state.game().len()).find(hit).map(|ply| ply + 1)
}

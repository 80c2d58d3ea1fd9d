//! What clicks and the wheel do.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use super::act::act;
use super::keys::scroll_help;
use super::pick::{drop_on, touch};
use crate::terminal::state::{Action, Dialog, Look, State};
use crate::terminal::view::{Layout, dialogs, key_bar, moves};

pub(super) fn point(state: &mut State, event: MouseEvent) {
    let (column, row) = (event.column, event.row);
    if state.dialog.is_some() {
        return point_at_dialog(state, event);
    }
    match event.kind {
        MouseEventKind::ScrollUp => return act(state, Action::Look(Look::Back)),
        MouseEventKind::ScrollDown => return act(state, Action::Look(Look::Forward)),
        _ => {}
    }
    let Some(layout) = Layout::of(state) else { return };
    let square = layout.square_at(column, row);
    match event.kind {
        MouseEventKind::Down(MouseButton::Left) => {
            if let Some(square) = square {
                state.cursor = None;
                touch(state, square);
            } else if let Some(moves) = moves::ply_at(state, layout.moves, column, row) {
                act(state, Action::Look(Look::At(moves)));
            } else if let Some(action) = key_bar::action_at(state, layout.keys, column, row) {
                act(state, action);
            }
        }
        MouseEventKind::Up(MouseButton::Left) => {
            if let Some(square) = square {
                drop_on(state, square);
            }
        }
        MouseEventKind::Down(MouseButton::Right) => state.picked = None,
        _ => {}
    }
}

/// A click on an item chooses it; one beside the dialog closes it.
fn point_at_dialog(state: &mut State, event: MouseEvent) {
    match event.kind {
        MouseEventKind::ScrollUp => return scroll_help(state, -1),
        MouseEventKind::ScrollDown => return scroll_help(state, 1),
        MouseEventKind::Down(MouseButton::Left) => {}
        _ => return,
    }
    let place = dialogs::place(state);
    if !place.contains((event.column, event.row).into()) {
        return act(state, Action::Close);
    }
    let line = dialogs::line_at(state, event.row);
    match (&mut state.dialog, line) {
        (Some(Dialog::List(list)), Some(index)) if index < list.items.len() => {
            let action = list.items[index].action.clone();
            act(state, action);
        }
        (Some(Dialog::Form(form)), Some(index)) => {
            use crate::terminal::state::form::Row;
            let Some(&row) = Row::ALL.get(index) else { return };
            let was = form.row;
            form.row = row;
            if row == Row::Go {
                super::keys::submit(state);
            } else if was == row {
                form.change(1);
            }
        }
        _ => {}
    }
}

//! Boxes in front of the board.

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position as Place, Rect};
use ratatui_core::style::{Modifier, Style};
use ratatui_core::symbols::border;

use super::{wrapped, write};
use crate::output;
use crate::terminal::state::{COMMANDS, Dialog, Row, State};
use crate::terminal::update::SHORTCUTS;
use crate::terminal::view::{Layout, Theme};

/// The most columns of a dialog's inside.
const WIDEST: u16 = 60;

/// The columns of the help's keys, and what its texts need beside them. With less, they go below.
const KEYS: u16 = 16;
const BESIDE_KEYS: u16 = 16;

/// A frame of plain letters.
const ASCII: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// The columns that the inside wants, and the text above what can be chosen.
fn contents(state: &State) -> (u16, String, u16) {
    match &state.dialog {
        Some(Dialog::List(list)) => {
            let widest = list.items.iter().map(|item| item.label.chars().count() + 6).max().unwrap_or(0);
            let text = list.text.chars().count().min(44).max(list.title.len() + 4);
            (widest.max(text) as u16, list.text.clone(), list.items.len() as u16)
        }
        Some(Dialog::Form(_)) => (WIDEST, String::new(), Row::ALL.len() as u16 + 2),
        Some(Dialog::Ask(ask)) => (WIDEST, ask.text.to_owned(), 1),
        Some(Dialog::Help { .. }) => {
            (WIDEST, String::new(), help(width_within(WIDEST, state.size.0)).len() as u16)
        }
        None => (0, String::new(), 0),
    }
}

/// The columns that the inside gets.
fn width_within(wanted: u16, columns: u16) -> u16 {
    wanted.min(WIDEST).min(columns.saturating_sub(4)).max(1)
}

/// Where the dialog is.
pub(crate) fn place(state: &State) -> Rect {
    let (columns, rows) = state.size;
    let (width, text, items) = contents(state);
    let width = width_within(width, columns);
    let text = text_rows(&text, width);
    let height = (text + items + 2).min(rows);
    let width = (width + 4).min(columns);
    let (right, bottom) = (columns - width, rows - height);
    let middle = Rect::new(right / 2, bottom / 2, width, height);
    // How the game ended is what people want to look at: the box leaves the king alone that was mated.
    let elsewhere = [(right, bottom / 2), (0, bottom / 2), (right / 2, 0), (right / 2, bottom)];
    let elsewhere = elsewhere.map(|(x, y)| Rect { x, y, ..middle });
    let Some(king) = mated_king(state) else { return middle };
    [middle].into_iter().chain(elsewhere).find(|place| !place.intersects(king)).unwrap_or(middle)
}

/// Where the king is that was mated, if one was.
fn mated_king(state: &State) -> Option<Rect> {
    let position = state.game().position();
    let is_mate = position.is_check() && state.game().outcome().is_some();
    is_mate.then(|| Layout::of(state)).flatten().map(|layout| layout.cells(position.king(position.turn())))
}

fn text_rows(text: &str, width: u16) -> u16 {
    let rows = output::wrapped(text, width.into()).len() as u16;
    if rows > 0 { rows + 1 } else { 0 }
}

/// The inside of the frame.
fn inside(place: Rect) -> Rect {
    let (across, down) = (2.min(place.width / 2), 1.min(place.height / 2));
    Rect::new(place.x + across, place.y + down, place.width - 2 * across, place.height - 2 * down)
}

/// The number of what can be chosen in a row of the screen.
pub(crate) fn line_at(state: &State, row: u16) -> Option<usize> {
    let inside = inside(place(state));
    let (_, text, _) = contents(state);
    let first = inside.y + text_rows(&text, inside.width);
    let index = usize::from(row.checked_sub(first)?);
    (row < inside.bottom()).then(|| index + first_item(state, inside.bottom().saturating_sub(first)))
}

/// How many lines of the help can be above the box, so that its last line is in it.
pub(crate) fn most_scrolled(state: &State) -> u16 {
    let inside = inside(place(state));
    (help(inside.width).len() as u16).saturating_sub(inside.height)
}

/// The first item that is shown of a list that is longer than the screen.
fn first_item(state: &State, rows: u16) -> usize {
    match &state.dialog {
        Some(Dialog::List(list)) => (list.selected + 1).saturating_sub(rows.into()),
        _ => 0,
    }
}

/// Empties a place and draws a frame around it, with a title in its first line.
fn frame(buffer: &mut Buffer, place: Rect, title: &str, theme: &Theme) {
    let set = if theme.unicode { border::ROUNDED } else { ASCII };
    let style = Style::new().fg(theme.palette.accent);
    let (right, bottom) = (place.right().saturating_sub(1), place.bottom().saturating_sub(1));
    for at in place.intersection(buffer.area).positions() {
        let cell = &mut buffer[at];
        cell.reset();
        let symbol = match (at.x == place.x, at.x == right, at.y == place.y, at.y == bottom) {
            (true, _, true, _) => set.top_left,
            (_, true, true, _) => set.top_right,
            (true, _, _, true) => set.bottom_left,
            (_, true, _, true) => set.bottom_right,
            (true, ..) => set.vertical_left,
            (_, true, ..) => set.vertical_right,
            (_, _, true, _) => set.horizontal_top,
            (.., true) => set.horizontal_bottom,
            _ => continue,
        };
        cell.set_symbol(symbol).set_style(style);
    }
    let between_corners = Rect { x: place.x + 1, width: place.width.saturating_sub(2), ..place };
    write(buffer, between_corners, &format!(" {title} "), style);
}

pub(super) fn draw(buffer: &mut Buffer, state: &State, theme: &Theme) -> Option<Place> {
    let dialog = state.dialog.as_ref()?;
    let place = place(state);
    let title = match dialog {
        Dialog::List(list) => list.title.as_str(),
        Dialog::Form(_) => "New game",
        Dialog::Ask(ask) => ask.title,
        Dialog::Help { .. } => "Help (the arrows scroll)",
    };
    frame(buffer, place, title, theme);
    let mut place = inside(place);
    let (_, text, _) = contents(state);
    wrapped(buffer, place, &text, Style::new());
    let taken = text_rows(&text, place.width).min(place.height);
    place.y += taken;
    place.height -= taken;
    let rows = (place.y..place.bottom()).map(|y| Rect { y, height: 1, ..place });
    match dialog {
        Dialog::List(list) => {
            let first = first_item(state, place.height);
            for (row, (index, item)) in rows.zip(list.items.iter().enumerate().skip(first)) {
                let style = theme.choice(index == list.selected);
                let key = item.key.map_or_else(|| "  ".to_owned(), |key| format!("{key} "));
                let width = usize::from(row.width);
                let text = format!("{}{key}{}", if index == list.selected { "> " } else { "  " }, item.label);
                write(buffer, row, &format!("{text:<width$}"), style);
            }
            None
        }
        Dialog::Form(form) => {
            for (row, &line) in rows.zip(&Row::ALL) {
                let is_chosen = form.row == line;
                let (left, right) = if is_chosen && line != Row::Go { ("< ", " >") } else { ("  ", "  ") };
                let mark = if is_chosen { '>' } else { ' ' };
                let text = format!("{mark} {:<9} {left}{}{right}", line.label(), form.value(line));
                write(buffer, row, &text, theme.choice(is_chosen));
            }
            let last = Rect { y: place.bottom().saturating_sub(1), height: 1, ..place };
            let hint = match state.notices.last() {
                Some(notice) if notice.tone == crate::terminal::state::Tone::Complaint => {
                    notice.text.as_str()
                }
                _ => "Arrows change, Enter starts, Esc goes back",
            };
            if place.height > Row::ALL.len() as u16 {
                write(buffer, last, hint, Style::new().fg(theme.palette.dim));
            }
            None
        }
        Dialog::Ask(ask) => {
            let room = usize::from(place.width.max(1));
            let skipped = (ask.line.caret + 1).saturating_sub(room);
            let visible: String = ask.line.text().chars().skip(skipped).take(room).collect();
            let row = Rect { height: place.height.min(1), ..place };
            write(buffer, row, &" ".repeat(room), Style::new().add_modifier(Modifier::UNDERLINED));
            write(buffer, row, &visible, Style::new().add_modifier(Modifier::UNDERLINED));
            Some(Place::new(place.x + (ask.line.caret - skipped) as u16, place.y))
        }
        Dialog::Help { scroll } => {
            let help = help(place.width);
            let last = help.len().saturating_sub(place.height.into());
            for (row, (key, text)) in rows.zip(help.iter().skip(last.min((*scroll).into()))) {
                let taken = write(buffer, row, key, Style::new().fg(theme.palette.accent));
                let rest = Rect { x: row.x + taken, width: row.width - taken, ..row };
                write(buffer, rest, text, Style::new());
            }
            None
        }
    }
}

/// The help, line by line: what to press or type, and what it does.
fn help(width: u16) -> Vec<(String, String)> {
    let is_narrow = width < KEYS + BESIDE_KEYS;
    let keys = usize::from(if is_narrow { 2 } else { KEYS });
    let mut lines = Vec::new();
    for (key, text) in topics() {
        let mut texts = output::wrapped(text, usize::from(width).saturating_sub(keys));
        if texts.is_empty() || (is_narrow && !key.is_empty()) {
            texts.insert(0, String::new());
        }
        for (number, text) in texts.into_iter().enumerate() {
            let key = if number == 0 { key.as_str() } else { "" };
            lines.push((format!("{key:<keys$}"), text));
        }
    }
    lines
}

/// What to press or type, and what it does.
fn topics() -> Vec<(String, &'static str)> {
    let mut topics: Vec<(String, &str)> = vec![
        ("Arrows, Enter".into(), "pick a piece, then its square; or the mouse"),
        ("e4 Nf3 e2e4 O-O".into(), "or type the move and press Enter"),
        ("Esc, Tab".into(), "back; the menu"),
        ("PgUp PgDn [ ]".into(), "walk through the moves; Home and End too"),
    ];
    topics.extend(SHORTCUTS.iter().map(|(key, _, text, _)| (key.to_string(), *text)));
    topics.push(("Ctrl-C".into(), "quit; the game is kept"));
    topics.push((String::new(), ""));
    topics.push(("Marks".into(), "[ ] cursor < > picked ( ) last move ! check"));
    topics.push((String::new(), "dot: may go there, x: may capture, ?: hint"));
    topics.push((String::new(), ""));
    topics.push(("Words, after a :".into(), ""));
    topics.extend(COMMANDS.iter().skip(1).map(|&(command, text)| (format!(":{command}"), text)));
    topics
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_box_after_the_game_does_not_cover_the_mated_king() {
        for size in [(80, 24), (100, 40), (60, 30), (140, 50)] {
            for fen in [
                "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
                "k7/8/1K6/8/8/8/8/7R w - - 0 1",
                "Q6K/8/8/R7/3k4/R7/8/2R1R3 w - - 0 1",
            ] {
                let players =
                    [crate::terminal::player::Player::Human, crate::terminal::player::Player::Human];
                let mut state = State::for_tests(players);
                state.record.game =
                    mola_game::Game::new(fen.parse().unwrap(), mola_game::TimeControl::Unlimited);
                state.size = size;
                let mate = state.game().position().legal_moves().into_iter().find(|&m| {
                    let after = state.game().position().after(m);
                    after.is_check() && after.count_moves() == 0
                });
                let Some(mate) = mate else { continue };
                state.record.game.play(mate).unwrap();
                state.dialog = crate::terminal::state::dialog::over(&state);
                let king = mated_king(&state).unwrap();
                assert!(!place(&state).intersects(king), "{size:?} {fen}");
            }
        }
    }

    #[test]
    fn the_help_is_not_cut_off() {
        assert_eq!(help(WIDEST).len(), topics().len(), "a line for each topic where there is room");
        for width in [14, 20, 36, WIDEST] {
            let lines = help(width);
            for (key, text) in &lines {
                let taken = key.len() + text.len();
                assert!(text.is_empty() || taken <= width.into(), "{width}: {key}{text}");
            }
            let words = |texts: Vec<&str>| texts.join(" ").split_whitespace().collect::<String>();
            let shown = lines.iter().map(|(_, text)| text.as_str()).collect();
            assert_eq!(words(shown), words(topics().iter().map(|(_, text)| *text).collect()), "{width}");
        }
    }
}

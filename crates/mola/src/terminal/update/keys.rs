//! What keys do.
//!
//! Letters that begin moves begin to type one. The letters that no move begins with are shortcuts,
//! as long as nothing has been typed.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use mola_rules::{File, Rank, Square};

use super::act::act;
use super::enter;
use super::pick::touch;
use crate::terminal::state::{Action, Dialog, Effect, InputLine, Look, Row, State};
use crate::terminal::view::dialogs;

/// The shortcuts: the key, what it is called in the bar and in the help, and what it does.
pub(crate) const SHORTCUTS: [(char, &str, &str, Action); 12] = [
    ('?', "help", "this help", Action::Help),
    ('m', "menu", "everything that can be done", Action::Menu),
    ('u', "undo", "take back your last move", Action::TakeBack),
    ('y', "redo", "play it again", Action::Redo),
    ('i', "hint", "a nudge; again: the piece, the move", Action::Hint),
    ('v', "flip", "turn the board", Action::Flip),
    ('z', "eval", "evaluation bar", Action::Bar),
    ('t', "think", "thinking line", Action::Thinking),
    ('j', "move now", "the engine answers with what it has", Action::MoveNow),
    ('p', "pause", "halt a game between engines", Action::Pause),
    ('s', "save", "save the game as PGN", Action::AskSave),
    ('w', "new", "new game: side, engine, level, time, start", Action::NewGame),
];

pub(super) fn press(state: &mut State, key: KeyEvent) {
    if key.kind == KeyEventKind::Release {
        return;
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c' | 'q' | 'd') => act(state, Action::Quit),
            KeyCode::Char('z') => state.effects.push(Effect::Suspend),
            KeyCode::Char('u') => line(state).clear(),
            _ => {}
        };
    }
    match state.dialog {
        Some(_) => press_in_dialog(state, key.code),
        None => press_at_board(state, key.code),
    }
}

/// What was pasted goes where letters go.
pub(super) fn paste(state: &mut State, text: &str) {
    let line = line(state);
    text.trim().chars().for_each(|letter| line.insert(letter));
}

/// The line that is typed into at the moment.
fn line(state: &mut State) -> &mut InputLine {
    match &mut state.dialog {
        Some(Dialog::Ask(ask)) => &mut ask.line,
        Some(Dialog::Form(form)) => form.line().unwrap_or(&mut state.input),
        _ => &mut state.input,
    }
}

fn press_at_board(state: &mut State, code: KeyCode) {
    let typing = !state.input.is_empty();
    match code {
        KeyCode::Enter | KeyCode::Char(' ') if !typing => touch_cursor(state),
        KeyCode::Char(letter) if !typing => {
            let shortcut = SHORTCUTS.iter().find(|(key, ..)| *key == letter);
            let step = match letter {
                '[' | '<' | ',' => Some(Look::Back),
                ']' | '>' | '.' => Some(Look::Forward),
                _ => None,
            };
            match (shortcut, step) {
                (Some((.., action)), _) => act(state, action.clone()),
                (_, Some(step)) => act(state, Action::Look(step)),
                _ => state.input.insert(letter),
            }
        }
        KeyCode::Enter => {
            let text = state.input.take();
            enter(state, &text);
        }
        KeyCode::Esc if typing => state.input.clear(),
        KeyCode::Esc if state.picked.is_some() => state.picked = None,
        KeyCode::Esc if state.looking.is_some() => act(state, Action::Look(Look::Last)),
        KeyCode::Esc | KeyCode::Tab => act(state, Action::Menu),
        KeyCode::F(1) => act(state, Action::Help),
        KeyCode::Left if !typing => move_cursor(state, -1, 0),
        KeyCode::Right if !typing => move_cursor(state, 1, 0),
        KeyCode::Up => move_cursor(state, 0, 1),
        KeyCode::Down => move_cursor(state, 0, -1),
        KeyCode::PageUp => act(state, Action::Look(Look::Back)),
        KeyCode::PageDown => act(state, Action::Look(Look::Forward)),
        KeyCode::Home if !typing => act(state, Action::Look(Look::First)),
        KeyCode::End if !typing => act(state, Action::Look(Look::Last)),
        _ => edit(&mut state.input, code),
    }
}

fn touch_cursor(state: &mut State) {
    match state.cursor {
        Some(square) => touch(state, square),
        None => move_cursor(state, 0, 0),
    }
}

/// Moves the cursor as the screen shows it. It first appears on the side of the player at the bottom.
fn move_cursor(state: &mut State, right: i8, up: i8) {
    let away = if state.bottom == mola_rules::Color::White { 1 } else { -1 };
    let Some(square) = state.cursor else {
        state.cursor = Some(state.picked.unwrap_or(Square::E2.relative(state.bottom)));
        return;
    };
    let file = (square.file() as i8 + right * away).clamp(0, 7);
    let rank = (square.rank() as i8 + up * away).clamp(0, 7);
    if let (Some(file), Some(rank)) = (File::from_index(file as u8), Rank::from_index(rank as u8)) {
        state.cursor = Some(Square::at(file, rank));
    }
}

/// Scrolls the help, no farther than its last line.
pub(super) fn scroll_help(state: &mut State, by: i16) {
    let most = dialogs::most_scrolled(state);
    if let Some(Dialog::Help { scroll }) = &mut state.dialog {
        *scroll = scroll.saturating_add_signed(by).min(most);
    }
}

fn press_in_dialog(state: &mut State, code: KeyCode) {
    if code == KeyCode::Esc {
        return act(state, Action::Close);
    }
    if code == KeyCode::Enter {
        return submit(state);
    }
    match &mut state.dialog {
        Some(Dialog::List(list)) => {
            let count = list.items.len().max(1);
            match code {
                KeyCode::Up | KeyCode::Left | KeyCode::BackTab => {
                    list.selected = (list.selected + count - 1) % count;
                }
                KeyCode::Down | KeyCode::Right | KeyCode::Tab => list.selected = (list.selected + 1) % count,
                KeyCode::Home => list.selected = 0,
                KeyCode::End => list.selected = count - 1,
                KeyCode::Char(' ') => submit(state),
                KeyCode::Char(letter) => {
                    let letter = letter.to_ascii_lowercase();
                    let item = list.items.iter().find(|item| item.key == Some(letter));
                    if let Some(action) = item.map(|item| item.action.clone()) {
                        act(state, action);
                    }
                }
                _ => {}
            }
        }
        Some(Dialog::Help { .. }) => match code {
            KeyCode::Up => scroll_help(state, -1),
            KeyCode::Down => scroll_help(state, 1),
            KeyCode::PageUp => scroll_help(state, -10),
            KeyCode::PageDown => scroll_help(state, 10),
            KeyCode::Home => scroll_help(state, i16::MIN),
            KeyCode::End => scroll_help(state, i16::MAX),
            KeyCode::Char(_) => act(state, Action::Close),
            _ => {}
        },
        Some(Dialog::Form(form)) => match (code, form.line().is_some()) {
            (KeyCode::Up | KeyCode::BackTab, _) => form.move_row(-1),
            (KeyCode::Down | KeyCode::Tab, _) => form.move_row(1),
            (KeyCode::Left, _) => form.change(-1),
            (KeyCode::Char(' '), false) if form.row == Row::Go => submit(state),
            (KeyCode::Right, _) | (KeyCode::Char(' '), false) => form.change(1),
            (_, true) => edit(line(state), code),
            _ => {}
        },
        Some(Dialog::Ask(ask)) => edit(&mut ask.line, code),
        None => {}
    }
}

fn edit(line: &mut InputLine, code: KeyCode) {
    match code {
        KeyCode::Char(letter) => line.insert(letter),
        KeyCode::Backspace => line.backspace(),
        KeyCode::Delete => line.delete(),
        KeyCode::Left => line.left(),
        KeyCode::Right => line.right(),
        KeyCode::Home => line.home(),
        KeyCode::End => line.end(),
        _ => {}
    }
}

/// Takes what the dialog says.
pub(super) fn submit(state: &mut State) {
    let action = match &mut state.dialog {
        Some(Dialog::List(list)) => {
            list.items.get(list.selected).map_or(Action::Close, |item| item.action.clone())
        }
        Some(Dialog::Form(form)) => match form.setting(state.world.chance) {
            Ok(setting) => Action::Start(Box::new(setting)),
            Err(text) => return state.complain(text),
        },
        Some(Dialog::Ask(ask)) => {
            let text = ask.line.text().trim().to_owned();
            if text.is_empty() { Action::Close } else { (ask.then)(text) }
        }
        Some(Dialog::Help { .. }) | None => Action::Close,
    };
    act(state, action);
}

//! The players with their clocks, the opening, the thinking line, notices and the input line.

use std::time::Duration;

use mola_game::coach;
use mola_rules::Color;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position as Place, Rect};
use ratatui_core::style::{Modifier, Style};

use super::captured::{captured, lead};
use super::{wrapped, write, write_right};
use crate::output;
use crate::terminal::state::{State, Thought, Tone};
use crate::terminal::view::{Layout, Theme};

pub(super) fn draw(buffer: &mut Buffer, state: &State, theme: &Theme, layout: &Layout) {
    player(buffer, state, theme, layout.top_player, !state.bottom);
    player(buffer, state, theme, layout.bottom_player, state.bottom);
    if let Some(opening) = coach::opening_of_game(&state.shown_game()) {
        let style = Style::new().fg(theme.palette.dim);
        wrapped(buffer, layout.opening, &format!("{} {}", opening.code, plain(opening.name, theme)), style);
    }
    thinking(buffer, state, theme, layout.thinking);
    notice(buffer, state, theme, layout.notice);
}

/// A name with its accents, where they can be shown.
fn plain(name: &str, theme: &Theme) -> String {
    let strip = |letter: char| match letter {
        'é' => 'e',
        'ü' => 'u',
        'ä' => 'a',
        'ó' | 'ö' => 'o',
        'ć' => 'c',
        other => other,
    };
    if theme.unicode { name.to_owned() } else { name.chars().map(strip).collect() }
}

/// A player's name and clock, and in the second row what was captured; all in one if there is only
/// one.
fn player(buffer: &mut Buffer, state: &State, theme: &Theme, place: Rect, color: Color) {
    if place.is_empty() {
        return;
    }
    let is_turn = state.game().position().turn() == color && state.game().outcome().is_none();
    let arrow = match (is_turn, theme.unicode) {
        (false, _) => ' ',
        (true, true) => '▸',
        (true, false) => '>',
    };
    let mut style = Style::new();
    if is_turn {
        style = style.fg(theme.palette.accent).add_modifier(Modifier::BOLD);
    }
    let text = format!("{arrow} {color}: {}", state.record.title(color));
    let row = Rect { height: 1, ..place };
    let taken = write(buffer, row, &text, style);
    if let Some(left) = state.left(color) {
        let mut style = style.add_modifier(Modifier::BOLD);
        if left < Duration::from_secs(20) && is_turn {
            style = style.fg(theme.palette.alarm).add_modifier(Modifier::REVERSED);
        }
        write_right(buffer, row, &format!(" {} ", clock(left)), style);
    }
    let captures = captures(state, theme, color);
    let style = Style::new().fg(theme.palette.dim);
    if place.height > 1 {
        let row = Rect { x: place.x + 2, y: place.y + 1, width: place.width.saturating_sub(2), height: 1 };
        write(buffer, row, &captures, style);
    } else if state.left(color).is_none() && taken + 2 < place.width {
        let rest = Rect { x: place.x + taken + 1, width: place.width - taken - 1, ..row };
        write_right(buffer, rest, &captures, style);
    }
}

/// What `color` has captured, and by how much that side is ahead.
fn captures(state: &State, theme: &Theme, color: Color) -> String {
    let shown = state.shown().position;
    let pieces = captured(state.game().start().board(), shown.board(), !color);
    let letter = |piece: &mola_rules::Piece| {
        if theme.unicode { piece.role.of(Color::Black).symbol() } else { piece.letter() }
    };
    let pieces: String = pieces.iter().map(letter).collect();
    match lead(shown.board(), color) {
        lead @ 1.. => format!("{pieces} +{lead}"),
        _ => pieces,
    }
}

/// A clock as people read it: hours only if there are some, tenths when they matter.
fn clock(left: Duration) -> String {
    let seconds = left.as_secs();
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{rest:02}")
    } else if seconds < 20 {
        format!("{minutes}:{rest:02}.{}", left.subsec_millis() / 100)
    } else {
        format!("{minutes}:{rest:02}")
    }
}

/// What engines think: the one that studies the position, and the one that is to move.
fn thinking(buffer: &mut Buffer, state: &State, theme: &Theme, place: Rect) {
    if place.is_empty() {
        return;
    }
    let half = place.height.div_ceil(2);
    let (upper, lower) =
        (Rect { height: half, ..place }, Rect { y: place.y + half, height: place.height - half, ..place });
    let line = |thought: &Thought| {
        format!(
            "{} depth {}, {} nodes: {}",
            thought.score,
            thought.depth,
            thousands(thought.nodes),
            thought.line.join(" ")
        )
    };
    match &state.study.thought {
        Some(thought) => wrapped(buffer, upper, &line(thought), Style::new().fg(theme.palette.accent)),
        None => wrapped(buffer, upper, "Mola is analyzing the position.", Style::new().fg(theme.palette.dim)),
    }
    let turn = state.game().position().turn();
    let seats = if state.asked.is_some() { [turn, !turn] } else { [!turn, turn] };
    let own = seats.into_iter().find_map(|seat| Some((seat, state.thoughts[seat as usize].as_ref()?)));
    if let Some((seat, thought)) = own {
        let text = format!("{}: {}", state.player(seat).name(), line(thought));
        wrapped(buffer, lower, &text, Style::new().fg(theme.palette.dim));
    }
}

fn thousands(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..10_000_000 => format!("{}k", number / 1_000),
        _ => format!("{}M", number / 1_000_000),
    }
}

/// How many rows the last message takes; one if there is none.
pub(super) fn notice_rows(state: &State, width: u16) -> u16 {
    let rows = notice_text(state).map_or(1, |(text, _)| output::wrapped(&text, width.into()).len());
    rows.clamp(1, 4) as u16
}

/// The last thing that was said, with the move that caused it.
fn notice_text(state: &State) -> Option<(String, Tone)> {
    let last = state.notices.last()?;
    match &state.notices[..] {
        [.., before, _] if last.tone == Tone::Event && before.tone == Tone::Move => {
            Some((format!("{} {}", before.text, last.text), last.tone))
        }
        _ => Some((last.text.clone(), last.tone)),
    }
}

fn notice(buffer: &mut Buffer, state: &State, theme: &Theme, place: Rect) {
    let Some((text, tone)) = notice_text(state) else { return };
    let style = match tone {
        Tone::Plain | Tone::Move => Style::new(),
        Tone::Event => Style::new().fg(theme.palette.alarm).add_modifier(Modifier::BOLD),
        Tone::Complaint => Style::new().fg(theme.palette.alarm),
    };
    wrapped(buffer, place, &text, style);
}

/// The line that is being typed, or what there is to do. Yields the place of the caret.
pub(super) fn input(buffer: &mut Buffer, state: &State, theme: &Theme, place: Rect) -> Option<Place> {
    let dim = Style::new().fg(theme.palette.dim);
    if place.is_empty() {
        return None;
    }
    if state.input.is_empty() {
        write(buffer, place, &prompt(state, theme, place.width), dim);
        return None;
    }
    let taken = write(buffer, place, "> ", Style::new().fg(theme.palette.accent));
    let text = state.input.text();
    // Long texts are shown around the caret.
    let room = usize::from((place.width - taken).max(1));
    let skipped = (state.input.caret + 1).saturating_sub(room);
    let visible: String = text.chars().skip(skipped).take(room).collect();
    write(buffer, Rect { x: place.x + taken, width: place.width - taken, ..place }, &visible, Style::new());
    Some(Place::new(place.x + taken + (state.input.caret - skipped) as u16, place.y))
}

/// What the player can do now.
fn prompt(state: &State, theme: &Theme, width: u16) -> String {
    if let Some(moves) = state.looking {
        let total = state.game().len();
        return if width < 60 {
            format!("Move {moves} of {total}. End returns.")
        } else {
            format!("Move {moves} of {total}. PgUp and PgDn walk, End returns to the game.")
        };
    }
    if state.game().outcome().is_some() {
        return "The game is over. Press w for a new one.".to_owned();
    }
    let turn = state.game().position().turn();
    if state.asked.is_some() {
        let name = state.player(turn).name();
        let frames: [&str; 4] =
            if theme.unicode { ["◐", "◓", "◑", "◒"] } else { ["|", "/", "-", "\\"] };
        let frame = frames[(state.world.elapsed.as_millis() / 250 % 4) as usize];
        return format!("{frame} {name} is thinking");
    }
    if state.paused {
        return "Paused. Press p to resume.".to_owned();
    }
    match state.picked {
        Some(square) => format!("{turn}: choose a square for the piece on {square}"),
        None if width < 73 => format!("{turn} to move"),
        None => format!("{turn} to move: type e4 or Nf3, or use the arrows and Enter, or the mouse"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_show_what_matters() {
        assert_eq!(clock(Duration::from_mins(90)), "1:30:00");
        assert_eq!(clock(Duration::from_secs(299)), "4:59");
        assert_eq!(clock(Duration::from_millis(9_870)), "0:09.8");
    }
}

//! How cells reach a terminal: by crossterm's commands.
//!
//! The crate that ratatui has for this, with what it needs, is twelve packages more in the first build.

use std::io::{self, Write};

use crossterm::cursor::{self, Hide, MoveTo, Show};
use crossterm::style::{
    self, Attribute, Attributes, Colors, Print, ResetColor, SetAttribute, SetAttributes, SetColors,
};
use crossterm::terminal::{self, Clear};
use crossterm::{execute, queue};
use ratatui_core::backend::{Backend, ClearType, WindowSize};
use ratatui_core::buffer::Cell;
use ratatui_core::layout::{Position, Size};
use ratatui_core::style::{Color, Modifier};

use crate::terminal::view::theme::named;

/// Draws cells by commands to a writer, which is the terminal.
pub(crate) struct CrosstermBackend<W: Write>(pub(crate) W);

impl<W: Write> Backend for CrosstermBackend<W> {
    type Error = io::Error;

    fn draw<'a, I: Iterator<Item = (u16, u16, &'a Cell)>>(&mut self, cells: I) -> io::Result<()> {
        let mut said = (Color::Reset, Color::Reset, Modifier::empty());
        // Where the terminal puts the next character by itself.
        let mut next = None;
        for (x, y, cell) in cells {
            if next != Some((x, y)) {
                queue!(self.0, MoveTo(x, y))?;
            }
            next = Some((x + 1, y));
            let style = (cell.fg, cell.bg, cell.modifier);
            if style != said {
                let colors = Colors::new(to_crossterm(cell.fg), to_crossterm(cell.bg));
                // Attributes come last: where NO_COLOR is set, crossterm writes colors without a number,
                // which takes all attributes away.
                queue!(self.0, SetAttribute(Attribute::Reset), SetColors(colors))?;
                queue!(self.0, SetAttributes(attributes(cell.modifier)))?;
                said = style;
            }
            queue!(self.0, Print(cell.symbol()))?;
        }
        queue!(self.0, ResetColor, SetAttribute(Attribute::Reset))
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        execute!(self.0, Hide)
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        execute!(self.0, Show)
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        cursor::position().map(Position::from)
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        let Position { x, y } = position.into();
        execute!(self.0, MoveTo(x, y))
    }

    fn clear(&mut self) -> io::Result<()> {
        self.clear_region(ClearType::All)
    }

    fn clear_region(&mut self, region: ClearType) -> io::Result<()> {
        execute!(
            self.0,
            Clear(match region {
                ClearType::All => terminal::ClearType::All,
                ClearType::AfterCursor => terminal::ClearType::FromCursorDown,
                ClearType::BeforeCursor => terminal::ClearType::FromCursorUp,
                ClearType::CurrentLine => terminal::ClearType::CurrentLine,
                ClearType::UntilNewLine => terminal::ClearType::UntilNewLine,
            })
        )
    }

    fn size(&self) -> io::Result<Size> {
        terminal::size().map(Size::from)
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        let size = terminal::window_size()?;
        Ok(WindowSize {
            columns_rows: Size::new(size.columns, size.rows),
            pixels: Size::new(size.width, size.height),
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

fn attributes(modifier: Modifier) -> Attributes {
    let all = [
        (Modifier::BOLD, Attribute::Bold),
        (Modifier::DIM, Attribute::Dim),
        (Modifier::ITALIC, Attribute::Italic),
        (Modifier::UNDERLINED, Attribute::Underlined),
        (Modifier::SLOW_BLINK, Attribute::SlowBlink),
        (Modifier::RAPID_BLINK, Attribute::RapidBlink),
        (Modifier::REVERSED, Attribute::Reverse),
        (Modifier::HIDDEN, Attribute::Hidden),
        (Modifier::CROSSED_OUT, Attribute::CrossedOut),
    ];
    let wanted = all.iter().filter(|(part, _)| modifier.contains(*part));
    wanted.fold(Attributes::none(), |attributes, (_, attribute)| attributes.with(*attribute))
}

/// A color in crossterm's terms. Names have numbers too, and crossterm writes both in the same way.
fn to_crossterm(color: Color) -> style::Color {
    match color {
        Color::Rgb(r, g, b) => style::Color::Rgb { r, g, b },
        Color::Indexed(number) => style::Color::AnsiValue(number),
        name => named(name).map_or(style::Color::Reset, style::Color::AnsiValue),
    }
}

#[cfg(test)]
mod tests {
    use ratatui_core::buffer::Buffer;
    use ratatui_core::layout::Rect;
    use ratatui_core::style::Style;

    use super::*;

    /// What is written for a row of a screen.
    fn written(parts: &[(&str, Style)]) -> String {
        let mut row = Buffer::empty(Rect::new(0, 0, 12, 1));
        let mut x = 0;
        for (text, style) in parts {
            (x, _) = row.set_stringn(x, 0, text, 12, *style);
        }
        let cells = (0..x).map(|x| (x, 0, &row[(x, 0)]));
        let mut backend = CrosstermBackend(Vec::new());
        backend.draw(cells.filter(|(_, _, cell)| cell.symbol() != "·")).unwrap();
        String::from_utf8(backend.0).unwrap()
    }

    #[test]
    fn the_cursor_moves_only_over_gaps() {
        assert_eq!(written(&[("ab··c", Style::new())]), "\x1b[1;1Hab\x1b[1;5Hc\x1b[0m\x1b[0m");
    }

    #[test]
    fn colors_are_said_when_they_change() {
        let named = Style::new().fg(Color::Red).bg(Color::LightRed);
        let (indexed, rgb) = (Style::new().bg(Color::Indexed(180)), Style::new().fg(Color::Rgb(1, 2, 3)));
        let text = written(&[("ab", named), ("c", indexed), ("d", rgb), ("e", Style::new())]);
        let said = ["38;5;1;48;5;9mab", "39;48;5;180mc", "38;2;1;2;3;49md", "39;49me"];
        assert_eq!(text, format!("\x1b[1;1H\x1b[0m\x1b[{}\x1b[0m\x1b[0m", said.join("\x1b[0m\x1b[")));
    }

    #[test]
    fn attributes_come_after_the_colors_and_end_where_their_cells_end() {
        let red = Style::new().fg(Color::Red);
        let strong = red.add_modifier(Modifier::BOLD | Modifier::REVERSED);
        let text = written(&[("a", red), ("b", strong), ("c", red)]);
        let red = "\x1b[0m\x1b[38;5;1;49m";
        assert_eq!(text, format!("\x1b[1;1H{red}a{red}\x1b[1m\x1b[7mb{red}c\x1b[0m\x1b[0m"));
    }
}

//! A screen as an SVG picture, for documentation.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::str::FromStr;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui_core::buffer::{Buffer, Cell};
use ratatui_core::layout::Rect;
use ratatui_core::style::{Color, Modifier};

use crate::output;
use crate::terminal::graphics::sprites::BLOCKS;
use crate::terminal::runner::Runner;
use crate::terminal::state::{Msg, State, World};
use crate::terminal::update::{begin, update};
use crate::terminal::view;
use crate::terminal::view::theme::{Theme, named, rgb};

/// Columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size(u16, u16);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('x').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        match parts {
            Some((columns @ 1..=500, rows @ 1..=200)) => Ok(Self(columns, rows)),
            _ => Err(format!("{text:?} is not a size; write 80x24")),
        }
    }
}

/// How long engines may think before the picture is taken.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(3);

/// Presses keys, waits for engines, and prints the screen.
pub(crate) fn print(
    mut state: State,
    theme: &Theme,
    Size(columns, rows): Size,
    keys: &str,
) -> anyhow::Result<()> {
    state.size = (columns, rows);
    let (outbox, inbox) = std::sync::mpsc::channel();
    let mut runner = Runner::new(outbox, None, &[]);
    let mut effects = begin(&mut state);
    for letter in keys.chars() {
        let code = match letter {
            '\n' => KeyCode::Enter,
            '^' => KeyCode::Up,
            '_' => KeyCode::Down,
            '{' => KeyCode::Left,
            '}' => KeyCode::Right,
            letter => KeyCode::Char(letter),
        };
        effects.extend(update(
            &mut state,
            Msg::Key(KeyEvent::new(code, KeyModifiers::NONE)),
            World::default(),
        ));
    }
    let busy = state.study.bar || state.study.line || state.hint.is_some() || state.asked.is_some();
    for effect in effects {
        runner.run(effect);
    }
    let began = std::time::Instant::now();
    while let Some(left) = PATIENCE.checked_sub(began.elapsed()).filter(|_| busy) {
        let Ok(msg) = inbox.recv_timeout(left) else { break };
        for effect in update(&mut state, msg, World::default()) {
            runner.run(effect);
        }
    }
    let mut buffer = Buffer::empty(Rect::new(0, 0, columns, rows));
    view::draw(&mut buffer, &state, theme);
    output::print(svg(&buffer))
}

/// Pixels of a cell.
const WIDTH: u32 = 9;
const HEIGHT: u32 = 18;
/// The colors of the imagined terminal.
const GROUND: &str = "#12181d";
const INK: &str = "#dfe6ea";

/// The sixteen colors of the imagined terminal.
const NAMED: [&str; 16] = [
    "#000000", "#b8403a", "#4f9a55", "#b39b35", "#3f6fb0", "#8f5aa8", "#3fa0a8", "#c3ccd2", "#6b757d",
    "#ff7a6e", "#7fd08a", "#e8d36a", "#6f96d8", "#c98fe0", "#74d6de", "#ffffff",
];

/// The screen as an SVG picture.
fn svg(buffer: &Buffer) -> String {
    let (columns, rows) = (u32::from(buffer.area.width), u32::from(buffer.area.height));
    let (width, height) = (columns * WIDTH + 16, rows * HEIGHT + 16);
    let mut drawing = Drawing::default();
    for y in 0..buffer.area.height {
        drawing.row(buffer, y);
    }
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"DejaVu Sans Mono,Menlo,Consolas,monospace\" font-size=\"15\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{GROUND}\"/>\n\
         <g transform=\"translate(8 8)\" shape-rendering=\"crispEdges\" text-anchor=\"middle\">\n"
    );
    for (color, path) in drawing.grounds.iter().chain(&drawing.blocks) {
        let _ = writeln!(text, "<path fill=\"{color}\" d=\"{path}\"/>");
    }
    text + &drawing.letters + "</g>\n</svg>\n"
}

/// A picture in the making: boxes by their colors, and lines of letters.
#[derive(Default)]
struct Drawing {
    grounds: BTreeMap<String, String>,
    blocks: BTreeMap<String, String>,
    letters: String,
}

/// Letters beside each other that look alike.
#[derive(Default)]
struct Word {
    column: u16,
    letters: String,
    /// Their ink, and what else is said about them.
    manner: (String, &'static str),
}

impl Drawing {
    fn row(&mut self, buffer: &Buffer, y: u16) {
        // Neighbors of one color become one box, and neighbors of one ink one word.
        let mut runs: Vec<(u16, u16, String)> = Vec::new();
        let mut word = Word::default();
        for x in 0..buffer.area.width {
            let cell = &buffer[(x, y)];
            let (ink, ground) = colors(cell);
            match runs.last_mut() {
                Some((_, end, color)) if *color == ground => *end = x + 1,
                _ => runs.push((x, x + 1, ground)),
            }
            let is_letter = !self.block((x, y), cell.symbol(), &ink) && cell.symbol() != " ";
            let manner = (ink, manner(cell));
            // Figures stand alone, since fonts differ in their width.
            if !is_letter || manner != word.manner || is_figure(cell) {
                self.word(std::mem::take(&mut word), y);
            }
            if is_letter {
                if word.letters.is_empty() {
                    (word.column, word.manner) = (x, manner);
                }
                word.letters.push_str(cell.symbol());
                if is_figure(cell) {
                    self.word(std::mem::take(&mut word), y);
                }
            }
        }
        self.word(word, y);
        for (from, to, color) in runs.into_iter().filter(|(.., color)| color != GROUND) {
            let path = self.grounds.entry(color).or_default();
            rectangle(path, (from.into(), y.into()), ((to - from).into(), 1.0));
        }
    }

    /// Writes a word in the middle of its cells, as wide as they are.
    fn word(&mut self, word: Word, y: u16) {
        let count = word.letters.chars().count() as u32;
        if count == 0 {
            return;
        }
        let (ink, manner) = word.manner;
        let middle = (u32::from(word.column) * WIDTH) as f32 + (count * WIDTH) as f32 / 2.0;
        let base = u32::from(y) * HEIGHT + HEIGHT * 3 / 4;
        let length = if count > 1 { format!(" textLength=\"{}\"", count * WIDTH) } else { String::new() };
        let letters = word.letters.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let _ = writeln!(
            self.letters,
            "<text x=\"{middle}\" y=\"{base}\" fill=\"{ink}\"{manner}{length}>{letters}</text>"
        );
    }

    /// Draws a block as boxes, so that blocks meet whatever the font; `false` if it is a letter.
    fn block(&mut self, (x, y): (u16, u16), symbol: &str, ink: &str) -> bool {
        let (x, y) = (f32::from(x), f32::from(y));
        if let Some(filled) = BLOCKS.iter().position(|&block| block == symbol).filter(|&filled| filled > 0) {
            let path = self.blocks.entry(ink.to_owned()).or_default();
            for quarter in (0..4_u8).filter(|quarter| filled >> quarter & 1 == 1) {
                let (column, row) = (f32::from(quarter % 2) / 2.0, f32::from(quarter / 2) / 2.0);
                rectangle(path, (x + column, y + row), (0.5, 0.5));
            }
            return true;
        }
        match symbol.chars().next() {
            Some(block @ '▁'..='█') => {
                let share = (block as u32 - '▁' as u32 + 1) as f32 / 8.0;
                let path = self.blocks.entry(ink.to_owned()).or_default();
                rectangle(path, (x, y + 1.0 - share), (1.0, share));
                true
            }
            _ => false,
        }
    }
}

/// A box, by the column and row of its corner and by its columns and rows.
fn rectangle(path: &mut String, (x, y): (f32, f32), (columns, rows): (f32, f32)) {
    let (width, height) = (WIDTH as f32, HEIGHT as f32);
    let (x, y, columns, rows) = (x * width, y * height, columns * width, rows * height);
    let _ = write!(path, "M{x} {y}h{columns}v{rows}h-{columns}z");
}

fn is_figure(cell: &Cell) -> bool {
    cell.symbol().chars().next().is_some_and(|letter| ('♔'..='♟').contains(&letter))
}

/// Whether letters are bold, or chess figures, which fonts draw small.
fn manner(cell: &Cell) -> &'static str {
    match (is_figure(cell), cell.modifier.contains(Modifier::BOLD)) {
        (true, _) => " font-size=\"20\"",
        (false, true) => " font-weight=\"bold\"",
        (false, false) => "",
    }
}

/// The ink and the ground of a cell.
fn colors(cell: &Cell) -> (String, String) {
    let ink = color(cell.fg).unwrap_or_else(|| INK.to_owned());
    let ground = color(cell.bg).unwrap_or_else(|| GROUND.to_owned());
    if cell.modifier.contains(Modifier::REVERSED) { (ground, ink) } else { (ink, ground) }
}

fn color(color: Color) -> Option<String> {
    if let Some([red, green, blue]) = rgb(color) {
        return Some(format!("#{red:02x}{green:02x}{blue:02x}"));
    }
    let index = match color {
        Color::Indexed(index) => Some(index),
        name => named(name),
    };
    index.map(|index| NAMED[usize::from(index)].to_owned())
}

#[cfg(test)]
mod tests {
    use ratatui_core::style::Style;

    use super::*;

    #[test]
    fn letters_blocks_and_grounds_are_drawn() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 3, 1));
        buffer.set_string(0, 0, "<▘", Style::new().fg(Color::White).bg(Color::Rgb(1, 2, 3)));
        let svg = svg(&buffer);
        assert!(svg.contains("<path fill=\"#010203\" d=\"M0 0h18v18h-18z\"/>"), "{svg}");
        assert!(svg.contains("<path fill=\"#ffffff\" d=\"M9 0h4.5v9h-4.5z\"/>"), "{svg}");
        assert!(svg.contains("fill=\"#ffffff\">&lt;</text>"), "{svg}");
    }

    #[test]
    fn sizes_are_columns_and_rows() {
        assert_eq!("80x24".parse(), Ok(Size(80, 24)));
        for nonsense in ["80", "x", "0x5", "80x", "80x24x2", "99999x1"] {
            assert!(nonsense.parse::<Size>().is_err(), "{nonsense}");
        }
    }
}

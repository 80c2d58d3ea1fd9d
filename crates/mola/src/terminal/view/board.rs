//! The board and its pieces.
//!
//! Marks never rely on color alone: brackets, dots and crosses say the same.

use mola_game::coach::HintStep;
use mola_rules::{Bitboard, Color, File, Piece, Rank, Square};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::{Color as TermColor, Modifier, Style};

use crate::terminal::graphics::Pieces;
use crate::terminal::graphics::images::Stamp;
use crate::terminal::state::State;
use crate::terminal::view::Layout;
use crate::terminal::view::theme::{Background, ColorDepth, Theme, rgb};

/// From how many rows of a square on the pieces are pictures.
const PICTURE_ROWS: u16 = 4;
/// From how many rows on they are images, where the terminal shows them.
const IMAGE_ROWS: u16 = 2;

/// A square as it is drawn, and what there is to say about it.
#[allow(clippy::struct_excessive_bools, reason = "a square can be all of these at once")]
struct Tile {
    square: Square,
    cells: Rect,
    piece: Option<Piece>,
    cursor: bool,
    picked: bool,
    check: bool,
    /// The picked piece may go there, or capture there.
    target: bool,
    capture: bool,
    hint: bool,
    last_move: bool,
}

fn tiles(state: &State, layout: &Layout) -> impl Iterator<Item = Tile> {
    let shown = state.shown();
    let targets = state.picked.map_or(Bitboard::EMPTY, |from| shown.targets(from));
    let hint = state.hint.as_ref().filter(|hint| hint.at == shown.played && state.looking.is_none());
    let hint = hint.and_then(|hint| Some((hint.step, hint.found.as_ref()?.best)));
    Square::ALL.into_iter().map(move |square| {
        let piece = shown.position.board().piece_at(square);
        Tile {
            square,
            cells: layout.cells(square),
            piece,
            cursor: state.cursor == Some(square) && state.input.is_empty(),
            picked: state.picked == Some(square),
            check: shown.check == Some(square),
            target: targets.has(square) && piece.is_none(),
            capture: targets.has(square) && piece.is_some(),
            hint: hint.is_some_and(|(step, best)| {
                (step >= HintStep::Piece && best.from() == square)
                    || (step >= HintStep::Move && best.landing() == square)
            }),
            last_move: shown.last.is_some_and(|last| [last.from(), last.landing()].contains(&square)),
        }
    })
}

impl Tile {
    fn background(&self, theme: &Theme) -> TermColor {
        let palette = &theme.palette;
        let shade = usize::from(!self.square.is_light());
        match self {
            Self { check: true, .. } => palette.check,
            Self { picked: true, .. } => palette.picked,
            Self { hint: true, .. } => palette.hint,
            Self { last_move: true, .. } => palette.last_move[shade],
            _ => palette.squares[shade],
        }
    }

    /// Which of the marks the square has that stand around a piece: the most urgent one, by its number.
    fn mark(&self) -> Option<usize> {
        let marks = [self.cursor, self.picked, self.check, self.capture, self.hint, self.last_move];
        marks.into_iter().position(|is_there| is_there)
    }

    fn has_image(&self, theme: &Theme) -> bool {
        theme.images && self.cells.height >= IMAGE_ROWS
    }
}

pub(super) fn draw(buffer: &mut Buffer, state: &State, theme: &Theme, layout: &Layout) {
    for tile in tiles(state, layout) {
        draw_tile(buffer, theme, &tile);
    }
    draw_names(buffer, theme, layout);
}

/// The images that belong on the board. The cells under them are blank but for the marks; squares
/// that something else covers keep their cells.
pub(super) fn stamps(
    buffer: &mut Buffer,
    state: &State,
    theme: &Theme,
    layout: &Layout,
    cover: Rect,
) -> Vec<Stamp> {
    let mut stamps = Vec::new();
    for tile in tiles(state, layout).filter(|tile| tile.has_image(theme) && !tile.cells.intersects(cover)) {
        let Tile { square, cells, piece, .. } = tile;
        let ink = tile.background(theme);
        let (Some(piece), Some(ground)) = (piece, rgb(ink)) else { continue };
        let style = Style::new().fg(theme.palette.mark).bg(ink);
        for position in cells.positions() {
            buffer[position].reset();
            buffer[position].set_style(style);
        }
        mark_corners(buffer, &tile, style);
        stamps.push(Stamp { square, cells, piece, ground });
    }
    stamps
}

fn draw_tile(buffer: &mut Buffer, theme: &Theme, tile: &Tile) {
    let cells = tile.cells;
    let ground = tile.background(theme);
    // Without colors, the squares that differ from the terminal's background are hatched: on a dark one the
    // light squares, whose hatching is bright.
    let is_hatched =
        theme.depth == ColorDepth::None && tile.square.is_light() == (theme.ground == Background::Dark);
    let hatch = match (is_hatched, theme.unicode) {
        (true, true) => "░",
        (true, false) => ":",
        _ => " ",
    };
    let style = Style::new().fg(theme.palette.mark).bg(ground);
    for position in cells.positions() {
        buffer[position].set_symbol(hatch).set_style(style);
    }
    let wanted = !matches!(theme.pieces, Some(Pieces::Figures | Pieces::Letters));
    let pictures = wanted && cells.height >= PICTURE_ROWS && theme.unicode && theme.depth != ColorDepth::None;
    match tile.piece {
        Some(piece) if pictures => draw_picture(buffer, theme, cells, piece, ground),
        Some(piece) => draw_figure(buffer, theme, cells, piece, ground),
        None => {}
    }
    if pictures || tile.has_image(theme) {
        mark_corners(buffer, tile, style);
    } else {
        mark_sides(buffer, theme, tile, style);
    }
}

/// The cell in the middle of a square; left and above, if there is none.
const fn middle(cells: Rect) -> (u16, u16) {
    (cells.x + (cells.width - 1) / 2, cells.y + (cells.height - 1) / 2)
}

/// A piece as one letter. In colors, both players have the solid figures, which are easier to see;
/// without, one player's are outlines.
fn draw_figure(buffer: &mut Buffer, theme: &Theme, cells: Rect, piece: Piece, ground: TermColor) {
    let unicode = theme.unicode && theme.pieces != Some(Pieces::Letters);
    let letter = match (unicode, theme.depth) {
        (false, _) => piece.letter(),
        (true, ColorDepth::True | ColorDepth::Indexed | ColorDepth::Sixteen) => {
            piece.role.of(Color::Black).symbol()
        }
        // An outline shows the background: on a dark one it looks like a dark piece.
        (true, ColorDepth::None) if theme.ground == Background::Dark => piece.role.of(!piece.color).symbol(),
        (true, ColorDepth::None) => piece.symbol(),
    };
    let mut style = Style::new().fg(ink(theme, piece)).bg(ground);
    if piece.color == Color::White || !unicode {
        style = style.add_modifier(Modifier::BOLD);
    }
    buffer[middle(cells)].set_char(letter).set_style(style);
}

/// A piece as a picture.
fn draw_picture(buffer: &mut Buffer, theme: &Theme, cells: Rect, piece: Piece, ground: TermColor) {
    let mut sprites = theme.sprites.borrow_mut();
    let sprite = sprites.get(piece.role, cells.width, cells.height);
    let style = Style::new().fg(ink(theme, piece)).bg(ground);
    for y in 0..cells.height {
        for x in 0..cells.width {
            buffer[(cells.x + x, cells.y + y)].set_symbol(sprite.block(x, y)).set_style(style);
        }
    }
}

fn ink(theme: &Theme, piece: Piece) -> TermColor {
    match piece.color {
        Color::White => theme.palette.white_piece,
        Color::Black => theme.palette.black_piece,
    }
}

/// Marks around the letter of a piece, or in its place.
fn mark_sides(buffer: &mut Buffer, theme: &Theme, tile: &Tile, style: Style) {
    let (x, y) = middle(tile.cells);
    let (dot, cross) = if theme.unicode { ('•', '×') } else { ('*', 'x') };
    let sides = [('[', ']'), ('<', '>'), ('!', '!'), (cross, cross), ('?', '?'), ('(', ')')];
    let sides = tile.mark().map(|mark| sides[mark]);
    let style = style.add_modifier(Modifier::BOLD);
    if let Some((left, right)) = sides {
        if x > tile.cells.x {
            buffer[(x - 1, y)].set_char(left).set_style(style);
        }
        if x + 1 < tile.cells.right() {
            buffer[(x + 1, y)].set_char(right).set_style(style);
        }
    }
    if tile.target {
        buffer[(x, y)].set_char(dot).set_style(style);
    } else if tile.piece.is_none() && sides.is_some() {
        buffer[(x, y)].set_char(' ').set_style(style);
    }
}

/// Marks in the corners of a picture, which no piece reaches.
fn mark_corners(buffer: &mut Buffer, tile: &Tile, style: Style) {
    const CORNERS: [&str; 6] = ["┏┓┗┛", "◤◥◣◢", "!!!!", "××××", "????", "╭╮╰╯"];
    let cells = tile.cells;
    let (right, low) = (cells.right() - 1, cells.bottom() - 1);
    let places = [(cells.x, cells.y), (right, cells.y), (cells.x, low), (right, low)];
    let corners = tile.mark().map_or("", |mark| CORNERS[mark]);
    for (place, corner) in places.into_iter().zip(corners.chars()) {
        buffer[place].set_char(corner).set_style(style.add_modifier(Modifier::BOLD));
    }
    if tile.target {
        let (x, y) = middle(cells);
        for (place, symbol) in [((x, y), "▗"), ((x + 1, y), "▖"), ((x, y + 1), "▝"), ((x + 1, y + 1), "▘")]
        {
            buffer[place].set_symbol(symbol).set_style(style);
        }
    }
}

/// The digits of the ranks and the letters of the files.
fn draw_names(buffer: &mut Buffer, theme: &Theme, layout: &Layout) {
    let style = Style::new().fg(theme.palette.dim);
    for index in 0..8 {
        let (Some(file), Some(rank)) = (File::from_index(index), Rank::from_index(index)) else { continue };
        let (_, y) = middle(layout.cells(Square::at(File::A, rank)));
        buffer[(layout.ranks.x, y)].set_char(rank.digit()).set_style(style);
        let (x, _) = middle(layout.cells(Square::at(file, Rank::First)));
        buffer[(x, layout.files.y)].set_char(file.letter()).set_style(style);
    }
}

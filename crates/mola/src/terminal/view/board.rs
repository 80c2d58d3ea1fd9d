//! The board and its pieces.
//!
//! Marks never rely on color alone: brackets, dots and crosses say the same.

use mola_game::Snapshot;
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

/// What there is to say about a square.
#[allow(clippy::struct_excessive_bools, reason = "a square can be all of these at once")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Marks {
    cursor: bool,
    picked: bool,
    target: bool,
    check: bool,
    hint: bool,
    left: bool,
    reached: bool,
}

pub(super) fn draw(buffer: &mut Buffer, state: &State, theme: &Theme, layout: &Layout) {
    let shown = state.shown();
    let targets = state.picked.map_or(Bitboard::EMPTY, |from| shown.targets(from));
    for square in Square::ALL {
        let marks = marks(state, &shown, targets, square);
        draw_square(
            buffer,
            theme,
            layout.cells(square),
            square,
            shown.position.board().piece_at(square),
            marks,
        );
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
    let shown = state.shown();
    let targets = state.picked.map_or(Bitboard::EMPTY, |from| shown.targets(from));
    let mut stamps = Vec::new();
    for square in Square::ALL {
        let cells = layout.cells(square);
        let Some(piece) = shown.position.board().piece_at(square) else { continue };
        if !has_images(theme, cells) || cells.intersects(cover) {
            continue;
        }
        let marks = marks(state, &shown, targets, square);
        let ink = background(theme, square, marks);
        let Some(ground) = rgb(ink) else { continue };
        let style = Style::new().fg(theme.palette.mark).bg(ink);
        for position in cells.positions() {
            buffer[position].reset();
            buffer[position].set_style(style);
        }
        mark_corners(buffer, cells, Some(piece), marks, style);
        stamps.push(Stamp { square, cells, piece, ground });
    }
    stamps
}

const fn has_images(theme: &Theme, cells: Rect) -> bool {
    theme.images && cells.height >= IMAGE_ROWS
}

fn marks(state: &State, shown: &Snapshot, targets: Bitboard, square: Square) -> Marks {
    let hint = state.hint.as_ref().filter(|hint| hint.at == shown.played && state.looking.is_none());
    let hinted = hint.and_then(|hint| hint.found.as_ref().map(|found| (hint.step, found.best))).is_some_and(
        |(step, best)| {
            (step >= HintStep::Piece && best.from() == square)
                || (step >= HintStep::Move && best.landing() == square)
        },
    );
    Marks {
        cursor: state.cursor == Some(square) && state.input.is_empty(),
        picked: state.picked == Some(square),
        target: targets.has(square),
        check: shown.check == Some(square),
        hint: hinted,
        left: shown.last.is_some_and(|last| last.from() == square),
        reached: shown.last.is_some_and(|last| last.landing() == square),
    }
}

fn background(theme: &Theme, square: Square, marks: Marks) -> TermColor {
    let palette = &theme.palette;
    let shade = usize::from(!square.is_light());
    match marks {
        Marks { check: true, .. } => palette.check,
        Marks { picked: true, .. } => palette.picked,
        Marks { hint: true, .. } => palette.hint,
        Marks { left: true, .. } | Marks { reached: true, .. } => palette.last_move[shade],
        _ => palette.squares[shade],
    }
}

fn draw_square(
    buffer: &mut Buffer,
    theme: &Theme,
    cells: Rect,
    square: Square,
    piece: Option<Piece>,
    marks: Marks,
) {
    let ground = background(theme, square, marks);
    // Without colors, the squares that differ from the terminal's background are hatched: on a dark one the
    // light squares, whose hatching is bright.
    let is_hatched =
        theme.depth == ColorDepth::None && square.is_light() == (theme.ground == Background::Dark);
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
    if let Some(piece) = piece {
        if pictures {
            draw_picture(buffer, theme, cells, piece, ground);
        } else {
            draw_figure(buffer, theme, cells, piece, ground);
        }
    }
    if pictures || has_images(theme, cells) {
        mark_corners(buffer, cells, piece, marks, style);
    } else {
        mark_sides(buffer, theme, cells, piece, marks, style);
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
fn mark_sides(
    buffer: &mut Buffer,
    theme: &Theme,
    cells: Rect,
    piece: Option<Piece>,
    marks: Marks,
    style: Style,
) {
    let (x, y) = middle(cells);
    let (dot, cross) = if theme.unicode { ('•', '×') } else { ('*', 'x') };
    let sides = match marks {
        Marks { cursor: true, .. } => Some(('[', ']')),
        Marks { picked: true, .. } => Some(('<', '>')),
        Marks { check: true, .. } => Some(('!', '!')),
        Marks { target: true, .. } if piece.is_some() => Some((cross, cross)),
        Marks { hint: true, .. } => Some(('?', '?')),
        Marks { left: true, .. } | Marks { reached: true, .. } => Some(('(', ')')),
        _ => None,
    };
    let style = style.add_modifier(Modifier::BOLD);
    if let Some((left, right)) = sides {
        if x > cells.x {
            buffer[(x - 1, y)].set_char(left).set_style(style);
        }
        if x + 1 < cells.right() {
            buffer[(x + 1, y)].set_char(right).set_style(style);
        }
    }
    if marks.target && piece.is_none() {
        buffer[(x, y)].set_char(dot).set_style(style);
    } else if piece.is_none() && sides.is_some() {
        buffer[(x, y)].set_char(' ').set_style(style);
    }
}

/// Marks in the corners of a picture, which no piece reaches.
fn mark_corners(buffer: &mut Buffer, cells: Rect, piece: Option<Piece>, marks: Marks, style: Style) {
    let (right, low) = (cells.right() - 1, cells.bottom() - 1);
    let corners = match marks {
        Marks { cursor: true, .. } => Some(["┏", "┓", "┗", "┛"]),
        Marks { picked: true, .. } => Some(["◤", "◥", "◣", "◢"]),
        Marks { check: true, .. } => Some(["!", "!", "!", "!"]),
        Marks { target: true, .. } if piece.is_some() => Some(["×", "×", "×", "×"]),
        Marks { hint: true, .. } => Some(["?", "?", "?", "?"]),
        Marks { reached: true, .. } | Marks { left: true, .. } => Some(["╭", "╮", "╰", "╯"]),
        _ => None,
    };
    let places = [(cells.x, cells.y), (right, cells.y), (cells.x, low), (right, low)];
    for (place, symbol) in places.into_iter().zip(corners.into_iter().flatten()) {
        buffer[place].set_symbol(symbol).set_style(style.add_modifier(Modifier::BOLD));
    }
    if marks.target && piece.is_none() {
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

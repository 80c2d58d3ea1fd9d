//! The images that are on the screen, and what has to be written so that the right ones are.
//!
//! Cells are drawn first, as always; images come after them, and only where something has changed.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};

use mola_rules::{Piece, Role, Square};
use ratatui_core::backend::Backend;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;

use super::{iterm, kitty, sixel};
use crate::terminal::backend::CrosstermBackend;
use crate::terminal::graphics::Protocol;
use crate::terminal::graphics::piece_colors::{PieceColors, Rgb};
use crate::terminal::graphics::raster::Raster;

/// An image that is to be on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub(crate) square: Square,
    pub(crate) cells: Rect,
    pub(crate) piece: Piece,
    pub(crate) ground: Rgb,
}

/// The images of a screen.
#[derive(Debug)]
pub(crate) struct Images {
    protocol: Protocol,
    /// The pixels of a cell.
    cell: (u16, u16),
    shown: Vec<Stamp>,
    /// The cells as they were when the images were drawn.
    frame: Buffer,
    rasters: HashMap<(Role, u16, u16), Raster>,
    /// What the terminal has got by kitty's protocol.
    sent: HashSet<Piece>,
}

impl Images {
    pub(crate) fn new(protocol: Protocol) -> Self {
        Self {
            protocol,
            cell: (0, 0),
            shown: Vec::new(),
            frame: Buffer::empty(Rect::ZERO),
            rasters: HashMap::new(),
            sent: HashSet::new(),
        }
    }

    /// Brings these images to the screen, which shows `frame` already, and takes others away.
    pub(crate) fn show<W: Write>(
        &mut self,
        out: &mut CrosstermBackend<W>,
        cell: (u16, u16),
        stamps: Vec<Stamp>,
        frame: &Buffer,
    ) -> io::Result<()> {
        // A screen of another size was cleared, and its squares are of another size as well.
        let sizes = |stamps: &[Stamp]| stamps.first().map(|stamp| stamp.cells.as_size());
        let resized = !self.shown.is_empty() && !stamps.is_empty() && sizes(&self.shown) != sizes(&stamps);
        if self.frame.area != frame.area || self.cell != cell || resized {
            self.clear(out)?;
            self.cell = cell;
        }
        let shown = std::mem::take(&mut self.shown);
        let gone = shown.iter().filter(|old| !stamps.iter().any(|new| self.is_same(old, new)));
        let gone: Vec<Stamp> = gone.copied().collect();
        let fresh = |new: &Stamp| !shown.iter().any(|old| self.is_same(old, new)) || self.is_hurt(new, frame);
        let fresh: Vec<Stamp> = stamps.iter().filter(|new| fresh(new)).copied().collect();
        if !(gone.is_empty() && fresh.is_empty()) {
            // The cursor stays where the cells left it.
            out.0.write_all(b"\x1b7")?;
            for stamp in &gone {
                self.hide(out, stamp, frame)?;
            }
            for stamp in &fresh {
                self.draw(out, stamp, frame)?;
            }
            out.0.write_all(b"\x1b8")?;
            Backend::flush(out)?;
        }
        self.shown = stamps;
        self.frame = frame.clone();
        Ok(())
    }

    /// Takes all images away, as before leaving.
    pub(crate) fn clear<W: Write>(&mut self, out: &mut CrosstermBackend<W>) -> io::Result<()> {
        for piece in self.sent.drain() {
            out.0.write_all(kitty::forget(piece).as_bytes())?;
        }
        self.shown.clear();
        self.rasters.clear();
        self.frame = Buffer::empty(Rect::ZERO);
        Ok(())
    }

    fn is_same(&self, old: &Stamp, new: &Stamp) -> bool {
        // Images that share no cells let the ground through, so it may change.
        let ground = old.ground == new.ground || !self.protocol.shares_cells();
        ground && (old.square, old.cells, old.piece) == (new.square, new.cells, new.piece)
    }

    /// Whether cells were written where the image is.
    fn is_hurt(&self, stamp: &Stamp, frame: &Buffer) -> bool {
        let changed = |place| self.frame.cell(place) != frame.cell(place);
        self.protocol.shares_cells() && stamp.cells.positions().any(changed)
    }

    fn hide<W: Write>(&self, out: &mut CrosstermBackend<W>, stamp: &Stamp, frame: &Buffer) -> io::Result<()> {
        match self.protocol {
            Protocol::Kitty => out.0.write_all(kitty::hide(stamp.piece, stamp.square as usize).as_bytes()),
            Protocol::Sixel | Protocol::ITerm => write_cells(out, frame, stamp.cells, |_| true),
        }
    }

    fn draw<W: Write>(
        &mut self,
        out: &mut CrosstermBackend<W>,
        stamp: &Stamp,
        frame: &Buffer,
    ) -> io::Result<()> {
        let Stamp { square, cells, piece, ground } = *stamp;
        let (width, height) = (cells.width * self.cell.0, cells.height * self.cell.1);
        let raster = self
            .rasters
            .entry((piece.role, width, height))
            .or_insert_with(|| Raster::draw(piece.role, width, height));
        let colors = PieceColors::of(piece.color);
        let image = match self.protocol {
            Protocol::Kitty => {
                if self.sent.insert(piece) {
                    out.0.write_all(kitty::send(piece, raster).as_bytes())?;
                }
                return out.0.write_all(kitty::show(piece, square as usize, cells).as_bytes());
            }
            Protocol::Sixel => sixel::draw(raster, ground, colors),
            Protocol::ITerm => iterm::draw(raster, ground, colors, cells),
        };
        write!(out.0, "\x1b[{};{}H{image}", cells.y + 1, cells.x + 1)?;
        // The marks were under the image.
        write_cells(out, frame, cells, |symbol| symbol != " ")
    }
}

/// Writes cells again that have not changed.
fn write_cells<W: Write>(
    out: &mut CrosstermBackend<W>,
    frame: &Buffer,
    cells: Rect,
    which: impl Fn(&str) -> bool,
) -> io::Result<()> {
    let cells = cells.positions().filter_map(|place| Some((place.x, place.y, frame.cell(place)?)));
    out.draw(cells.filter(|(_, _, cell)| which(cell.symbol())))
}

#[cfg(test)]
mod tests {
    use mola_rules::Color;
    use ratatui_core::style::Style;

    use super::*;

    const CELL: (u16, u16) = (8, 16);
    const GROUND: Rgb = [0x58, 0x7d, 0x96];

    fn stamp(square: Square, x: u16, role: Role) -> Stamp {
        Stamp { square, cells: Rect::new(x, 4, 5, 2), piece: role.of(Color::White), ground: GROUND }
    }

    fn frame(width: u16) -> Buffer {
        Buffer::empty(Rect::new(0, 0, width, 24))
    }

    /// What is written to bring these images to the screen.
    fn written(images: &mut Images, stamps: &[Stamp], frame: &Buffer) -> String {
        let mut bytes = Vec::new();
        let mut out = CrosstermBackend(&mut bytes);
        images.show(&mut out, CELL, stamps.to_vec(), frame).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    fn count(text: &str, what: &str) -> usize {
        text.matches(what).count()
    }

    #[test]
    fn sixels_are_drawn_once_and_again_where_cells_were_written() {
        let (e2, e4) = (stamp(Square::E2, 20, Role::Pawn), stamp(Square::E4, 30, Role::Queen));
        let mut images = Images::new(Protocol::Sixel);
        let text = written(&mut images, &[e2, e4], &frame(80));
        assert_eq!(count(&text, "\x1bP"), 2);
        assert!(text.starts_with("\x1b7") && text.ends_with("\x1b8"), "the cursor stays");
        assert!(text.contains("\x1b[5;21H\x1bP0;1;0q\"1;1;40;32"), "{text:?}");
        assert_eq!(written(&mut images, &[e2, e4], &frame(80)), "", "nothing has changed");
        // A mark in the corner of a square: its image is drawn again, and the mark once more over it.
        let mut marked = frame(80);
        marked[(20, 4)].set_symbol("┏");
        let text = written(&mut images, &[e2, e4], &marked);
        assert_eq!(count(&text, "\x1bP"), 1);
        let (image, after) = text.split_once("\x1b\\").unwrap();
        assert!(!image.contains('┏') && after.contains('┏'));
        // Another ground, another image.
        let text = written(&mut images, &[Stamp { ground: [1, 2, 3], ..e2 }, e4], &marked);
        assert_eq!(count(&text, "\x1bP"), 1);
    }

    #[test]
    fn where_a_piece_has_left_the_cells_are_written_again() {
        let e2 = stamp(Square::E2, 20, Role::Pawn);
        let mut images = Images::new(Protocol::Sixel);
        let mut cells = frame(80);
        cells.set_string(20, 4, "Piece", Style::new());
        written(&mut images, &[e2], &cells);
        let text = written(&mut images, &[], &cells);
        assert!(text.contains("Piece") && !text.contains("\x1bP"), "{text:?}");
        assert_eq!(written(&mut images, &[], &cells), "");
    }

    #[test]
    fn a_screen_of_another_size_is_drawn_anew() {
        let e2 = stamp(Square::E2, 20, Role::Pawn);
        for (protocol, image) in
            [(Protocol::Sixel, "\x1bP"), (Protocol::ITerm, "\x1b]1337;"), (Protocol::Kitty, "a=p,")]
        {
            let mut images = Images::new(protocol);
            written(&mut images, &[e2], &frame(80));
            let text = written(&mut images, &[e2], &frame(81));
            assert_eq!(count(&text, image), 1, "{protocol:?}");
            let larger = Stamp { cells: Rect::new(20, 4, 8, 4), ..e2 };
            let text = written(&mut images, &[larger], &frame(81));
            assert_eq!(count(&text, image), 1, "{protocol:?}");
            let text = written(&mut images, &[], &frame(81));
            assert_eq!(count(&text, image), 0, "{protocol:?}");
        }
    }

    #[test]
    fn kitty_gets_an_image_once_and_shows_it_in_many_places() {
        let (d2, e2) = (stamp(Square::D2, 20, Role::Pawn), stamp(Square::E2, 30, Role::Pawn));
        let mut images = Images::new(Protocol::Kitty);
        let text = written(&mut images, &[d2, e2], &frame(80));
        assert_eq!((count(&text, "a=t,"), count(&text, "a=p,")), (1, 2));
        // A move: one place is hidden, another is shown, and nothing is sent.
        let e4 = Stamp { square: Square::E4, cells: Rect::new(30, 0, 5, 2), ..e2 };
        let text = written(&mut images, &[d2, e4], &frame(80));
        assert_eq!((count(&text, "a=t,"), count(&text, "a=p,"), count(&text, "a=d,d=i,")), (0, 1, 1));
        // The ground is the cells' own.
        assert_eq!(written(&mut images, &[d2, Stamp { ground: [0; 3], ..e4 }], &frame(80)), "");
        // Before leaving, the terminal forgets.
        let mut bytes = Vec::new();
        images.clear(&mut CrosstermBackend(&mut bytes)).unwrap();
        assert_eq!(count(&String::from_utf8(bytes).unwrap(), "a=d,d=I,"), 1);
    }
}

//! The pieces as pictures of a few pixels, drawn from the figures of the rules' SVG boards.
//!
//! Four pixels fit into a cell of the terminal, two beside two. They are twice as high as wide, and
//! either the piece's or the square's: with two colors in a cell, there is nothing in between.

use std::collections::HashMap;

use mola_game::Figure;
use mola_rules::Role;
use zeno::Fill;

use crate::terminal::graphics::raster::{cover, placed, together};

/// The pictures that were needed so far, by role and size.
#[derive(Debug, Default)]
pub(crate) struct Sprites {
    drawn: HashMap<(Role, u16, u16), Sprite>,
}

/// A picture: for each cell of a square, row by row, the block that shows its pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sprite {
    width: u16,
    blocks: Vec<&'static str>,
}

/// A pixel belongs to the piece if this much of it does: a little less than half.
const ENOUGH: u8 = 110;

/// The blocks by which of their quarters are filled: upper left is one, upper right two, lower left
/// four, and lower right eight.
pub(crate) const BLOCKS: [&str; 16] =
    [" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"];

impl Sprites {
    /// The picture of a role, this many cells wide and high.
    pub(crate) fn get(&mut self, role: Role, width: u16, height: u16) -> &Sprite {
        self.drawn.entry((role, width, height)).or_insert_with(|| Sprite::draw(role, width, height))
    }
}

impl Sprite {
    fn draw(role: Role, width: u16, height: u16) -> Self {
        let (columns, rows) = (2 * width, 2 * height);
        let place = placed(columns.into(), rows.into());
        let mut covered = vec![0; usize::from(columns) * usize::from(rows)];
        for path in Figure::of(role).solids() {
            let more = cover(path, Fill::NonZero.into(), place, (columns, rows));
            covered.iter_mut().zip(more).for_each(|(pixel, more)| *pixel = together(*pixel, more));
        }
        let is_filled = |x: usize, y: usize| covered[y * usize::from(columns) + x] >= ENOUGH;
        let cells =
            (0..usize::from(height)).flat_map(|y| (0..usize::from(width)).map(move |x| (2 * x, 2 * y)));
        let quarters = |(x, y): (usize, usize)| {
            let filled = [is_filled(x, y), is_filled(x + 1, y), is_filled(x, y + 1), is_filled(x + 1, y + 1)];
            BLOCKS[filled.iter().enumerate().map(|(bit, &filled)| usize::from(filled) << bit).sum::<usize>()]
        };
        Self { width, blocks: cells.map(quarters).collect() }
    }

    /// The block of a cell.
    pub(crate) fn block(&self, x: u16, y: u16) -> &'static str {
        let index = usize::from(y) * usize::from(self.width) + usize::from(x);
        self.blocks.get(index).copied().unwrap_or(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing(role: Role, width: u16, height: u16) -> String {
        let sprite = Sprite::draw(role, width, height);
        let row = |y| (0..width).map(|x| sprite.block(x, y)).collect::<String>();
        (0..height).map(|y| row(y).trim_end().to_owned() + "\n").collect()
    }

    #[test]
    fn the_figures_can_be_told_apart_at_every_size() {
        for height in 4..=14 {
            let drawings = Role::ALL.map(|role| drawing(role, 2 * height, height));
            for (index, one) in drawings.iter().enumerate() {
                assert!(drawings[index + 1..].iter().all(|other| other != one), "{height}\n{one}");
            }
        }
    }

    #[test]
    fn the_figures_look_as_they_should() {
        let set: String = Role::ALL.map(|role| drawing(role, 10, 5)).join("\n");
        insta::assert_snapshot!(set);
    }
}

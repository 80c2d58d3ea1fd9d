//! The pieces as pictures of a few pixels, drawn from the figures of the rules' SVG boards.
//!
//! Four pixels fit into a cell of the terminal, two beside two. They are twice as high as wide, and
//! either the piece's or the square's: with two colors in a cell, there is nothing in between.

use std::collections::HashMap;

use mola_game::Figure;
use mola_rules::Role;

use crate::terminal::graphics::outline::{Point, flatten};

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

/// Samples in a pixel, along each side.
const SAMPLES: usize = 6;
/// The part of the figures' box of 100 by 100 that is drawn: none of them reaches its edges.
pub(crate) const LEFT: f32 = 6.0;
pub(crate) const ABOVE: f32 = 5.0;
pub(crate) const SIDE: f32 = 88.0;
/// A pixel belongs to the piece if this share of it does.
const SHARE: f32 = 0.45;

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
        let (columns, rows) = (2 * usize::from(width) * SAMPLES, 2 * usize::from(height) * SAMPLES);
        let place = |point: Point| Point {
            x: (point.x - LEFT) / SIDE * columns as f32,
            y: (point.y - ABOVE) / SIDE * rows as f32,
        };
        let mut covered = vec![false; columns * rows];
        for path in Figure::of(role).solids() {
            let mut loops = flatten(path);
            loops.iter_mut().flatten().for_each(|point| *point = place(*point));
            for row in 0..rows {
                fill_row(&loops, row as f32 + 0.5, true, &mut covered[row * columns..(row + 1) * columns]);
            }
        }
        let is_filled = |x: usize, y: usize| {
            let samples =
                (0..SAMPLES * SAMPLES).map(|i| (x * SAMPLES + i % SAMPLES, y * SAMPLES + i / SAMPLES));
            let inside = samples.filter(|(x, y)| covered[y * columns + x]).count();
            inside as f32 >= SHARE * (SAMPLES * SAMPLES) as f32
        };
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

/// Paints the samples of a row that lie inside the loops, counting how often the loops wind around
/// them: that is how SVG fills.
pub(crate) fn fill_row<T: Copy>(loops: &[Vec<Point>], y: f32, paint: T, row: &mut [T]) {
    let mut crossings: Vec<(f32, i32)> = Vec::new();
    for points in loops {
        for (index, &from) in points.iter().enumerate() {
            let to = points[(index + 1) % points.len()];
            if (from.y <= y) != (to.y <= y) {
                let x = from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x);
                crossings.push((x, if to.y > from.y { 1 } else { -1 }));
            }
        }
    }
    crossings.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut winding = 0;
    for pair in crossings.windows(2) {
        winding += pair[0].1;
        if winding != 0 {
            let first = (pair[0].0 - 0.5).ceil().max(0.0) as usize;
            let last = ((pair[1].0 - 0.5).ceil().max(0.0) as usize).min(row.len());
            if first < last {
                row[first..last].fill(paint);
            }
        }
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

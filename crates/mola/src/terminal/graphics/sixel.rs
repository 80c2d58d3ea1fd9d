//! Images by sixels, six pixels in a column to a letter, which terminals have known since the VT240.
//!
//! What is drawn replaces what the cells showed, and letters that are written later replace it.

use std::fmt::Write as _;

use crate::terminal::graphics::piece_colors::{COLORS, PieceColors, Rgb, index, palette};
use crate::terminal::graphics::raster::Raster;

/// The sequence that draws a piece on a ground where the cursor is.
pub(crate) fn draw(raster: &Raster, ground: Rgb, colors: PieceColors) -> String {
    let (width, height) = (raster.width, raster.height);
    let mut text = format!("\x1bP0;1;0q\"1;1;{width};{height}");
    for (number, color) in palette(ground, colors).into_iter().enumerate() {
        let [red, green, blue] = color.map(|part| (u32::from(part) * 100 + 127) / 255);
        let _ = write!(text, "#{number};2;{red};{green};{blue}");
    }
    let indices: Vec<usize> = raster.pixels.iter().map(|&pixel| index(pixel)).collect();
    for band in indices.chunks((6 * width).max(1)) {
        for color in (0..COLORS).filter(|color| band.contains(color)) {
            let _ = write!(text, "#{color}");
            let letter = |x: usize| {
                let rows = band[x..].iter().step_by(width).enumerate();
                let bits: u8 = rows.map(|(row, &it)| u8::from(it == color) << row).sum();
                char::from(b'?' + bits)
            };
            write_runs(&mut text, (0..width).map(letter));
            text.push('$');
        }
        text.push('-');
    }
    text + "\x1b\\"
}

/// Writes letters, and long runs of one as their number.
fn write_runs(text: &mut String, letters: impl Iterator<Item = char>) {
    let mut letters = letters.peekable();
    while let Some(letter) = letters.next() {
        let mut count = 1;
        while letters.next_if_eq(&letter).is_some() {
            count += 1;
        }
        if count > 3 {
            let _ = write!(text, "!{count}{letter}");
        } else {
            text.extend(std::iter::repeat_n(letter, count));
        }
    }
}

#[cfg(test)]
mod tests {
    use mola_rules::{Color, Role};

    use super::*;
    use crate::terminal::graphics::raster::{Pixel, WHOLE};

    /// The number at the beginning of a text, which is taken off.
    fn number(text: &mut &str) -> usize {
        let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
        let (digits, rest) = text.split_at(end);
        *text = rest;
        digits.parse().unwrap()
    }

    /// The number of each pixel's color, as a terminal would read them; `None` where nothing is drawn.
    fn decode(text: &str) -> Vec<Vec<Option<usize>>> {
        let body = text.strip_prefix("\x1bP0;1;0q\"1;1;").unwrap().strip_suffix("\x1b\\").unwrap();
        let mut rest = body;
        let width = number(&mut rest);
        rest = &rest[1..];
        let height = number(&mut rest);
        let mut pixels = vec![vec![None; width]; height];
        let (mut x, mut top, mut color, mut count) = (0, 0, 0, 1);
        while let Some(letter) = rest.chars().next() {
            rest = &rest[1..];
            match letter {
                '#' => {
                    color = number(&mut rest);
                    while let Some(more) = rest.strip_prefix(';') {
                        rest = more;
                        assert!(number(&mut rest) <= 100);
                    }
                }
                '!' => count = number(&mut rest),
                '$' => x = 0,
                '-' => (x, top) = (0, top + 6),
                '?'..='~' => {
                    let bits = letter as u8 - b'?';
                    for _ in 0..std::mem::replace(&mut count, 1) {
                        for row in (0..6).filter(|row| bits >> row & 1 == 1) {
                            let pixel = &mut pixels[top + row][x];
                            assert_eq!(*pixel, None, "a pixel is drawn once");
                            *pixel = Some(color);
                        }
                        x += 1;
                    }
                }
                other => panic!("{other:?} has no meaning here"),
            }
        }
        pixels
    }

    #[test]
    fn an_image_arrives_as_it_was_drawn() {
        for (role, width, height) in [(Role::Queen, 50, 40), (Role::Knight, 64, 66), (Role::Pawn, 7, 5)] {
            let raster = Raster::draw(role, width, height);
            let pixels = decode(&draw(&raster, [0x58, 0x7d, 0x96], PieceColors::of(Color::Black)));
            assert_eq!(pixels.len(), usize::from(height));
            let drawn: Vec<Option<usize>> = pixels.into_iter().flatten().collect();
            let wanted: Vec<Option<usize>> = raster.pixels.iter().map(|&pixel| Some(index(pixel))).collect();
            assert_eq!(drawn, wanted);
        }
    }

    #[test]
    fn a_sequence_looks_as_the_manual_says() {
        let dot = Raster { width: 5, height: 1, pixels: vec![Pixel { body: WHOLE, line: 0 }; 5] };
        let text = draw(&dot, [0, 0, 0], PieceColors { fill: [255, 0, 0], line: [0, 0, 0] });
        assert!(text.contains("#8;2;100;0;0") && text.ends_with("#8!5@$-\x1b\\"), "{text:?}");
    }
}

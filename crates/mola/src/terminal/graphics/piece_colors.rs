//! The colors of a piece that is shown as an image.

use mola_rules::Color;

use crate::terminal::graphics::raster::{Pixel, WHOLE};

/// Red, green and blue.
pub(crate) type Rgb = [u8; 3];

/// The inside of a piece and its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PieceColors {
    pub(crate) fill: Rgb,
    pub(crate) line: Rgb,
}

impl PieceColors {
    pub(crate) const fn of(color: Color) -> Self {
        match color {
            Color::White => Self { fill: [0xfd, 0xfd, 0xfb], line: [0x14, 0x21, 0x2b] },
            Color::Black => Self { fill: [0x1c, 0x24, 0x2b], line: [0xd5, 0xde, 0xe4] },
        }
    }

    /// The color of the part of a pixel that the piece covers.
    pub(crate) fn color(self, pixel: Pixel) -> Rgb {
        mix(self.fill, self.line, pixel.line, pixel.body.max(1))
    }
}

/// A color between two, `part` of `whole` away from the first.
pub(crate) fn mix(from: Rgb, to: Rgb, part: u8, whole: u8) -> Rgb {
    let (part, whole) = (u32::from(part.min(whole)), u32::from(whole));
    std::array::from_fn(|index| {
        let (from, to) = (u32::from(from[index]), u32::from(to[index]));
        ((from * (whole - part) + to * part + whole / 2) / whole) as u8
    })
}

/// Steps from the ground to the edge of a piece, and from its inside to its lines. Together with the
/// first of both these are no more than the sixteen colors that the oldest terminals have.
const LAST: usize = 7;
/// How many colors a piece on its ground has.
pub(crate) const COLORS: usize = 2 * (LAST + 1);

/// Which of the colors a pixel has. At the edge of a piece there are always lines.
pub(crate) fn index(Pixel { body, line }: Pixel) -> usize {
    let step = |part: u8| (usize::from(part) * LAST + usize::from(WHOLE) / 2) / usize::from(WHOLE);
    if step(body) < LAST { step(body) } else { LAST + 1 + step(line) }
}

/// The colors of a piece on its ground.
pub(crate) fn palette(ground: Rgb, colors: PieceColors) -> [Rgb; COLORS] {
    let steps = LAST + 1;
    std::array::from_fn(|index| {
        let step = (index % steps) as u8;
        mix(if index < steps { ground } else { colors.fill }, colors.line, step, LAST as u8)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_mixed_in_proportion() {
        assert_eq!(mix([0, 100, 255], [100, 0, 255], 0, 4), [0, 100, 255]);
        assert_eq!(mix([0, 100, 255], [100, 0, 255], 1, 4), [25, 75, 255]);
        assert_eq!(mix([0, 100, 255], [100, 0, 255], 4, 4), [100, 0, 255]);
        let colors = PieceColors::of(Color::White);
        assert_eq!(colors.color(Pixel { body: WHOLE, line: 0 }), colors.fill);
        assert_eq!(colors.color(Pixel { body: 3, line: 3 }), colors.line);
    }

    #[test]
    fn the_colors_go_from_the_ground_to_the_lines_and_from_the_inside_to_the_lines() {
        let colors = PieceColors::of(Color::White);
        let palette = palette([1, 2, 3], colors);
        assert_eq!(palette[index(Pixel { body: 0, line: 0 })], [1, 2, 3]);
        assert_eq!(palette[index(Pixel { body: WHOLE, line: 0 })], colors.fill);
        assert_eq!(palette[index(Pixel { body: WHOLE, line: WHOLE })], colors.line);
        assert_eq!(palette.len(), 16);
    }
}

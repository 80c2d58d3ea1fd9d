//! The pieces as images with soft edges, drawn from the figures of the rules' SVG boards, for
//! terminals that show images.

use mola_game::Figure;
use mola_rules::Role;
use zeno::{Cap, Fill, Join, Mask, Stroke, Style, Transform};

/// An image of a piece: how much of each pixel is covered by it, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Raster {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) pixels: Vec<Pixel>,
}

/// How much of a pixel belongs to the piece, and how much of that to its lines, of [`WHOLE`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pixel {
    pub(crate) body: u8,
    pub(crate) line: u8,
}

/// A pixel that is covered completely.
pub(crate) const WHOLE: u8 = u8::MAX;
/// How wide lines are, in the figures' box of 100 by 100.
const LINE: f32 = 3.2;
/// The part of the figures' box that is drawn: none of them reaches its edges.
const LEFT: f32 = 6.0;
const ABOVE: f32 = 5.0;
const SIDE: f32 = 88.0;

impl Raster {
    /// Draws a role in the middle of a box of pixels.
    pub(crate) fn draw(role: Role, width: u16, height: u16) -> Self {
        let side = f32::from(width.min(height));
        let corner = [width, height].map(|pixels| (f32::from(pixels) - side) / 2.0);
        let draw = |path: &str, style: Style<'_>| {
            let place = placed(side, side).then_translate(corner[0], corner[1]);
            cover(path, style, place, (width, height))
        };
        let mut pixels = vec![Pixel::default(); usize::from(width) * usize::from(height)];
        // A figure writes itself as paths from back to front: most are filled and have an edge, and
        // some are only lines or only filled.
        for path in Figure::of(role).to_string().split("<path d=\"").skip(1) {
            let Some((path, manner)) = path.split_once('"') else { continue };
            let (only_lines, only_filled) =
                (manner.contains("fill=\"none\""), manner.contains("stroke=\"none\""));
            if !only_lines {
                for (pixel, covered) in pixels.iter_mut().zip(draw(path, Fill::NonZero.into())) {
                    pixel.body = together(pixel.body, covered);
                    pixel.line =
                        if only_filled { together(pixel.line, covered) } else { share(pixel.line, !covered) };
                }
            }
            if !only_filled {
                let stroke = *Stroke::new(LINE).join(Join::Round).cap(Cap::Round);
                for (pixel, covered) in pixels.iter_mut().zip(draw(path, stroke.into())) {
                    pixel.body = together(pixel.body, covered);
                    pixel.line = together(pixel.line, covered);
                }
            }
        }
        Self { width: width.into(), height: height.into(), pixels }
    }
}

/// Brings the part of the figures' box that is drawn to this size.
pub(super) fn placed(width: f32, height: f32) -> Transform {
    Transform::translation(-LEFT, -ABOVE).then_scale(width / SIDE, height / SIDE)
}

/// How much of each pixel a path covers.
pub(super) fn cover(path: &str, style: Style<'_>, place: Transform, (width, height): (u16, u16)) -> Vec<u8> {
    let mut covered = vec![0; usize::from(width) * usize::from(height)];
    if !covered.is_empty() {
        let mut mask = Mask::new(path);
        mask.size(width.into(), height.into()).transform(Some(place)).style(style);
        mask.render_into(&mut covered, None);
    }
    covered
}

/// What two shapes cover together.
pub(super) fn together(one: u8, other: u8) -> u8 {
    !share(!one, !other)
}

/// A part of a part.
fn share(one: u8, other: u8) -> u8 {
    ((u32::from(one) * u32::from(other) + u32::from(WHOLE) / 2) / u32::from(WHOLE)) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The image in letters: nothing, the soft edge, lines, and the inside.
    fn letters(raster: &Raster) -> String {
        let letter = |pixel: &Pixel| match (pixel.body, pixel.line) {
            (..32, _) => ' ',
            (..224, _) => '.',
            (_, 128..) => '#',
            _ => 'o',
        };
        let row = |row: &[Pixel]| row.iter().map(letter).collect::<String>().trim_end().to_owned() + "\n";
        raster.pixels.chunks(raster.width).map(row).collect()
    }

    #[test]
    fn a_figure_has_an_outline_and_soft_edges() {
        insta::assert_snapshot!(letters(&Raster::draw(Role::Knight, 48, 40)));
    }

    #[test]
    fn figures_keep_inside_their_square_and_in_its_middle() {
        for role in Role::ALL {
            let raster = Raster::draw(role, 60, 40);
            assert_eq!(raster.pixels.len(), 60 * 40);
            assert!(raster.pixels.iter().all(|pixel| pixel.line <= pixel.body));
            for row in raster.pixels.chunks(60) {
                assert!(row[..10].iter().chain(&row[50..]).all(|pixel| pixel.body == 0), "{role}");
            }
            let covered = raster.pixels.iter().filter(|pixel| pixel.body == WHOLE).count();
            assert!((200..1200).contains(&covered), "{role}: {covered}");
        }
    }

    #[test]
    fn the_smallest_squares_do_no_harm() {
        for (width, height) in [(0, 0), (1, 1), (3, 1), (1, 5)] {
            assert_eq!(Raster::draw(Role::Queen, width, height).pixels.len(), usize::from(width * height));
        }
    }
}

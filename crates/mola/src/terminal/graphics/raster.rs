//! The pieces as images with soft edges, drawn from the figures of the rules' SVG boards, for
//! terminals that show images.

use mola_game::Figure;
use mola_rules::Role;

use crate::terminal::graphics::outline::{Point, flatten};
use crate::terminal::graphics::sprites::{ABOVE, LEFT, SIDE, fill_row};

/// The image of a piece in the middle of a square, without colors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Raster {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Row by row.
    pub(crate) pixels: Vec<Pixel>,
}

/// How much of a pixel the piece covers, and how much its lines, of [`WHOLE`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pixel {
    pub(crate) body: u8,
    pub(crate) line: u8,
}

/// Samples in a pixel, along each side.
const SAMPLES: usize = 4;
/// A pixel that is covered from edge to edge.
pub(crate) const WHOLE: u8 = (SAMPLES * SAMPLES) as u8;
/// How far a line reaches to both sides, in the figures' box of 100 by 100.
const REACH: f32 = 1.6;

/// What is seen at a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Paint {
    Nothing,
    Fill,
    Line,
}

/// Samples on which figures are painted.
struct Canvas {
    columns: usize,
    rows: usize,
    /// Samples for each unit of the figures' box, and where the box begins.
    scale: f32,
    corner: Point,
    samples: Vec<Paint>,
}

impl Raster {
    /// A role, this many pixels wide and high.
    pub(crate) fn draw(role: Role, width: usize, height: usize) -> Self {
        let (columns, rows) = (width * SAMPLES, height * SAMPLES);
        let side = columns.min(rows) as f32;
        let corner = Point { x: (columns as f32 - side) / 2.0, y: (rows as f32 - side) / 2.0 };
        let samples = vec![Paint::Nothing; columns * rows];
        let mut canvas = Canvas { columns, rows, scale: side / SIDE, corner, samples };
        // A figure writes itself as paths from back to front: most are filled and have an edge, and
        // some are only lines or only filled.
        for path in Figure::of(role).to_string().split("<path d=\"").skip(1) {
            let Some((path, manner)) = path.split_once('"') else { continue };
            let loops = canvas.place(flatten(path));
            if manner.contains("fill=\"none\"") {
                canvas.stroke(&loops, false);
            } else if manner.contains("stroke=\"none\"") {
                canvas.fill(&loops, Paint::Line);
            } else {
                canvas.fill(&loops, Paint::Fill);
                canvas.stroke(&loops, true);
            }
        }
        let pixel = |index: usize| canvas.pixel(index % width, index / width);
        Self { width, height, pixels: (0..width * height).map(pixel).collect() }
    }
}

impl Canvas {
    /// Brings loops from the figures' box to the samples.
    fn place(&self, mut loops: Vec<Vec<Point>>) -> Vec<Vec<Point>> {
        for point in loops.iter_mut().flatten() {
            point.x = self.corner.x + (point.x - LEFT) * self.scale;
            point.y = self.corner.y + (point.y - ABOVE) * self.scale;
        }
        loops
    }

    fn fill(&mut self, loops: &[Vec<Point>], paint: Paint) {
        let heights = || loops.iter().flatten().map(|point| point.y);
        let first = heights().fold(f32::MAX, f32::min).floor().max(0.0) as usize;
        let last = (heights().fold(0.0, f32::max).ceil() as usize).min(self.rows);
        for row in first..last {
            let samples = &mut self.samples[row * self.columns..(row + 1) * self.columns];
            fill_row(loops, row as f32 + 0.5, paint, samples);
        }
    }

    /// Draws lines with round ends along the loops, which may be closed or not.
    fn stroke(&mut self, loops: &[Vec<Point>], closed: bool) {
        let reach = REACH * self.scale;
        for points in loops {
            for (index, &from) in points.iter().enumerate() {
                self.fill(&[disk(from, reach)], Paint::Line);
                let next =
                    if closed { points.get((index + 1) % points.len()) } else { points.get(index + 1) };
                if let Some(&to) = next {
                    self.fill(&bar(from, to, reach), Paint::Line);
                }
            }
        }
    }

    fn pixel(&self, x: usize, y: usize) -> Pixel {
        let mut pixel = Pixel::default();
        for sample in 0..SAMPLES * SAMPLES {
            let (column, row) = (x * SAMPLES + sample % SAMPLES, y * SAMPLES + sample / SAMPLES);
            let paint = self.samples[row * self.columns + column];
            pixel.body += u8::from(paint != Paint::Nothing);
            pixel.line += u8::from(paint == Paint::Line);
        }
        pixel
    }
}

/// A polygon that is as good as a circle at this size.
fn disk(center: Point, radius: f32) -> Vec<Point> {
    const CORNERS: u8 = 12;
    let corner = |index: u8| {
        let angle = std::f32::consts::TAU * f32::from(index) / f32::from(CORNERS);
        Point { x: center.x + radius * angle.cos(), y: center.y + radius * angle.sin() }
    };
    (0..CORNERS).map(corner).collect()
}

/// The box around a line, which has none if it has no length.
fn bar(from: Point, to: Point, reach: f32) -> Vec<Vec<Point>> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy);
    if length == 0.0 {
        return Vec::new();
    }
    let (x, y) = (-dy / length * reach, dx / length * reach);
    let beside = |point: Point, side: f32| Point { x: point.x + side * x, y: point.y + side * y };
    vec![vec![beside(from, 1.0), beside(to, 1.0), beside(to, -1.0), beside(from, -1.0)]]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An image in letters: blank, edge, line and inside.
    fn letters(raster: &Raster) -> String {
        let letter = |pixel: &Pixel| match (pixel.body, pixel.line) {
            (0, _) => ' ',
            (body, _) if body < WHOLE => '.',
            (_, line) if line > WHOLE / 2 => '#',
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
            assert!(raster.pixels.iter().all(|pixel| pixel.line <= pixel.body && pixel.body <= WHOLE));
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
            assert_eq!(Raster::draw(Role::Queen, width, height).pixels.len(), width * height);
        }
    }
}

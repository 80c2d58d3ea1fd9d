//! Outlines in the notation of SVG paths, as polygons.

/// A place in the plane, with y downward.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f32,
    pub(crate) y: f32,
}

/// Straight pieces for each curve: enough for pictures of a few dozen pixels.
const PIECES: u16 = 12;

/// The closed loops of a path. It may have the commands M, L, H, V, C, A (circles only) and Z, in
/// capitals, and the small letter a, which are those that our figures use; the path ends at any other.
pub(crate) fn flatten(path: &str) -> Vec<Vec<Point>> {
    let mut loops: Vec<Vec<Point>> = Vec::new();
    let mut here = Point { x: 0.0, y: 0.0 };
    let mut numbers = Numbers { rest: path };
    let mut command = ' ';
    loop {
        if let Some(letter) = numbers.command() {
            command = letter;
            if command == 'Z' {
                here = loops.last().and_then(|points| points.first()).copied().unwrap_or(here);
                continue;
            }
        } else if numbers.is_over() {
            return loops;
        }
        let Some(to) = step(command, here, &mut numbers, &mut loops) else { return loops };
        here = to;
    }
}

/// Carries out a command, and says where it ends.
fn step(command: char, here: Point, numbers: &mut Numbers<'_>, loops: &mut Vec<Vec<Point>>) -> Option<Point> {
    let to = match command {
        'M' => {
            let to = numbers.point()?;
            loops.push(Vec::new());
            to
        }
        'L' => numbers.point()?,
        'H' => Point { x: numbers.number()?, ..here },
        'V' => Point { y: numbers.number()?, ..here },
        'C' => {
            let (a, b, to) = (numbers.point()?, numbers.point()?, numbers.point()?);
            let points = loops.last_mut()?;
            points.extend(
                (1..PIECES).map(|piece| bezier([here, a, b, to], f32::from(piece) / f32::from(PIECES))),
            );
            to
        }
        'A' | 'a' => {
            let (radius, _, _) = (numbers.number()?, numbers.number()?, numbers.number()?);
            let (large, sweep) = (numbers.number()? != 0.0, numbers.number()? != 0.0);
            let target = numbers.point()?;
            let to =
                if command == 'a' { Point { x: here.x + target.x, y: here.y + target.y } } else { target };
            arc(here, to, radius, large, sweep, loops.last_mut()?);
            to
        }
        _ => return None,
    };
    loops.last_mut()?.push(to);
    Some(to)
}

fn bezier([a, b, c, d]: [Point; 4], t: f32) -> Point {
    let s = 1.0 - t;
    let mix = |a: f32, b: f32, c: f32, d: f32| {
        s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
    };
    Point { x: mix(a.x, b.x, c.x, d.x), y: mix(a.y, b.y, c.y, d.y) }
}

/// The inner points of an arc of a circle.
fn arc(from: Point, to: Point, radius: f32, large: bool, sweep: bool, points: &mut Vec<Point>) {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let chord = dx.hypot(dy);
    if chord == 0.0 {
        return;
    }
    // A circle that is too small for the chord grows until it fits.
    let radius = radius.max(chord / 2.0);
    let height = (radius * radius - chord * chord / 4.0).max(0.0).sqrt();
    let side = if large == sweep { -1.0 } else { 1.0 };
    let center = Point {
        x: f32::midpoint(from.x, to.x) - side * height * dy / chord,
        y: f32::midpoint(from.y, to.y) + side * height * dx / chord,
    };
    let begin = (from.y - center.y).atan2(from.x - center.x);
    let mut turn = (to.y - center.y).atan2(to.x - center.x) - begin;
    let whole = std::f32::consts::TAU;
    if sweep && turn < 0.0 {
        turn += whole;
    } else if !sweep && turn > 0.0 {
        turn -= whole;
    }
    points.extend((1..PIECES).map(|piece| {
        let angle = begin + turn * f32::from(piece) / f32::from(PIECES);
        Point { x: center.x + radius * angle.cos(), y: center.y + radius * angle.sin() }
    }));
}

/// The words of a path.
struct Numbers<'a> {
    rest: &'a str,
}

impl Numbers<'_> {
    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start_matches(|letter: char| letter.is_whitespace() || letter == ',');
    }

    fn is_over(&mut self) -> bool {
        self.skip_blanks();
        self.rest.is_empty()
    }

    fn command(&mut self) -> Option<char> {
        self.skip_blanks();
        let letter = self.rest.chars().next().filter(char::is_ascii_alphabetic)?;
        self.rest = &self.rest[1..];
        Some(letter)
    }

    fn number(&mut self) -> Option<f32> {
        self.skip_blanks();
        let sign = usize::from(self.rest.starts_with('-'));
        let digits = |letter: char| letter.is_ascii_digit() || letter == '.';
        let end = self.rest[sign..].find(|letter| !digits(letter)).map_or(self.rest.len(), |end| end + sign);
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word.parse().ok()
    }

    fn point(&mut self) -> Option<Point> {
        Some(Point { x: self.number()?, y: self.number()? })
    }
}

#[cfg(test)]
mod tests {
    use mola_game::Figure;
    use mola_rules::Role;

    use super::*;

    #[test]
    fn a_box_has_four_corners() {
        let loops = flatten("M1 2H5V6L1,6Z");
        let corners: Vec<(f32, f32)> = loops[0].iter().map(|point| (point.x, point.y)).collect();
        assert_eq!(corners, [(1.0, 2.0), (5.0, 2.0), (5.0, 6.0), (1.0, 6.0)]);
    }

    #[test]
    fn arcs_keep_their_distance_from_the_center() {
        for path in ["M10 0A10 10 0 0 0-10 0", "M10 0A10 10 0 0 1-10 0", "M10 0a10 10 0 1 1-20 0"] {
            for point in &flatten(path)[0] {
                assert!((point.x.hypot(point.y) - 10.0).abs() < 1e-3, "{path}: {point:?}");
            }
        }
        // Clockwise on the screen, a quarter goes through the lower right.
        let quarter = flatten("M10 0A10 10 0 0 1 0 10");
        assert!(quarter[0].iter().all(|point| point.x >= -1e-3 && point.y >= -1e-3));
        let rest = flatten("M10 0A10 10 0 1 0 0 10");
        assert!(rest[0].iter().any(|point| point.x < -5.0 || point.y < -5.0));
    }

    #[test]
    fn every_figure_is_read_to_its_end() {
        for role in Role::ALL {
            for path in Figure::of(role).solids() {
                let loops = flatten(path);
                assert_eq!(loops.len(), path.matches('M').count(), "{role}: {path}");
                assert!(loops.iter().all(|points| points.len() > 3), "{role}: {path}");
                let inside =
                    |point: &Point| (0.0..=100.0).contains(&point.x) && (0.0..=100.0).contains(&point.y);
                assert!(loops.iter().flatten().all(inside), "{role}: {path}");
            }
        }
    }
}

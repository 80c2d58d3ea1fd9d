//! The board as a picture.

mod figures;

use core::fmt::{self, Write as _};

pub use figures::Figure;

use mola_rules::{Board, Color, File, Move, Piece, Position, Rank, Role, Square};

/// A board to be written as an SVG picture.
///
/// The picture stands alone, needs no style sheet, and is sharp at any size.
///
/// ```
/// use mola_game::Svg;
/// use mola_rules::{Color, Position, Square};
/// let mut position = Position::start();
/// let m = position.parse_san("e4").unwrap();
/// position.play(m).unwrap();
/// let svg = Svg::new(&position);
/// let reply = [(Square::C7, Square::C5)];
/// let text = svg.seen_by(Color::Black).last_move(m).arrows(&reply).size(400).to_string();
/// assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Svg<'a> {
    board: &'a Board,
    bottom: Color,
    last_move: Option<Move>,
    check: Option<Square>,
    arrows: &'a [(Square, Square)],
    coordinates: bool,
    size: Option<u32>,
    title: Option<&'a str>,
}

/// The side of a square. The figures are drawn for it.
const SIDE: i32 = 100;

// A blue sea: neither player's pieces drown in either color of square.
const LIGHT: &str = "#e8eef0";
const DARK: &str = "#7596ab";
/// Dark enough to be read on both, and on the yellow of the last move.
const INK: &str = "#21394a";
/// White's pieces, and the edges of what is drawn over pieces.
const IVORY: &str = "#fffefa";
const LAST_MOVE: &str = "#f7d038";
const ALARM: &str = "#d3121c";
const ARROW: &str = "#e8700a";

impl<'a> Svg<'a> {
    /// A position, seen by White, with a mark on a king in check.
    ///
    /// ```
    /// # use mola_game::Svg;
    /// # use mola_rules::{Position, Square};
    /// let mate: Position = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1".parse().unwrap();
    /// let picture = Svg::of_board(mate.board()).check(Square::G8);
    /// assert_eq!(Svg::new(&mate).to_string(), picture.to_string());
    /// ```
    pub fn new(position: &'a Position) -> Self {
        Self::of_board(position.board()).check(position.is_check().then(|| position.king(position.turn())))
    }

    /// A board, seen by White.
    ///
    /// ```
    /// # use mola_game::Svg;
    /// # use mola_rules::{Board, Color, Role, Square};
    /// let mut board = Board::EMPTY;
    /// board.put(Square::D5, Role::Knight.of(Color::White));
    /// let text = Svg::of_board(&board).to_string();
    /// assert!(text.contains("<title>8/8/8/3N4/8/8/8/8</title>"));
    /// assert!(text.contains(r##"<use xlink:href="#mola-knight" x="300" y="300"/>"##));
    /// ```
    pub const fn of_board(board: &'a Board) -> Self {
        Self {
            board,
            bottom: Color::White,
            last_move: None,
            check: None,
            arrows: &[],
            coordinates: true,
            size: None,
            title: None,
        }
    }

    /// Turned so that `color` sits at the bottom.
    ///
    /// ```
    /// # use mola_game::Svg;
    /// # use mola_rules::{Color, Position};
    /// let start = Position::start();
    /// let text = Svg::new(&start).seen_by(Color::Black).to_string();
    /// assert!(text.contains(r##"<use xlink:href="#mola-king" x="300" y="0"/>"##));
    /// ```
    pub const fn seen_by(self, color: Color) -> Self {
        Self { bottom: color, ..self }
    }

    /// Marks the square that a move left and the one on which its piece landed.
    ///
    /// ```
    /// # use mola_game::Svg;
    /// # use mola_rules::{Move, MoveKind, Position, Square};
    /// let start = Position::start();
    /// let castle = Move::new(MoveKind::Castle, Square::E1, Square::H1).unwrap();
    /// let text = Svg::new(&start).last_move(castle).to_string();
    /// assert!(text.contains("M400 700h100v100h-100zM600 700h100v100h-100z"));
    /// assert_eq!(Svg::new(&start).last_move(None).to_string(), Svg::new(&start).to_string());
    /// ```
    pub fn last_move(self, last_move: impl Into<Option<Move>>) -> Self {
        Self { last_move: last_move.into(), ..self }
    }

    /// Marks a king as being in check: a red glow, and an exclamation mark for those who do not see
    /// red.
    ///
    /// ```
    /// # use mola_game::Svg;
    /// # use mola_rules::{Position, Square};
    /// let start = Position::start();
    /// assert!(Svg::new(&start).check(Square::E8).to_string().contains("mola-check"));
    /// assert_eq!(Svg::new(&start).check(None).to_string(), Svg::new(&start).to_string());
    /// ```
    pub fn check(self, king: impl Into<Option<Square>>) -> Self {
        Self { check: king.into(), ..self }
    }

    /// Draws an arrow from the first to the second of each pair of squares. A square that is paired
    /// with itself gets a ring.
    ///
    /// ```
    /// # use mola_game::Svg;
    /// # use mola_rules::{Position, Square};
    /// let start = Position::start();
    /// let text = Svg::new(&start).arrows(&[(Square::D2, Square::D4), (Square::D5, Square::D5)]).to_string();
    /// assert!(text.contains(r#"transform="matrix(0 -1 1 0 350 650)""#));
    /// assert!(text.contains(r#"transform="translate(350 350)""#));
    /// ```
    pub const fn arrows(self, arrows: &'a [(Square, Square)]) -> Self {
        Self { arrows, ..self }
    }

    /// Whether the edge squares show their ranks and files, which they do unless told otherwise.
    ///
    /// ```
    /// # use mola_game::Svg;
    /// # use mola_rules::Position;
    /// let start = Position::start();
    /// assert!(Svg::new(&start).to_string().contains("<text"));
    /// assert!(!Svg::new(&start).coordinates(false).to_string().contains("<text"));
    /// ```
    pub const fn coordinates(self, coordinates: bool) -> Self {
        Self { coordinates, ..self }
    }

    /// How many pixels wide and high the picture is. Without it, the picture fills the room it gets.
    ///
    /// ```
    /// # use mola_game::Svg;
    /// # use mola_rules::Position;
    /// assert!(Svg::new(&Position::start()).size(320).to_string().contains(r#" width="320" height="320""#));
    /// ```
    pub const fn size(self, pixels: u32) -> Self {
        Self { size: Some(pixels), ..self }
    }

    /// What is read aloud to those who do not see the picture; the pieces as in a FEN, if not given.
    ///
    /// ```
    /// # use mola_game::Svg;
    /// # use mola_rules::Position;
    /// let start = Position::start();
    /// let text = Svg::new(&start).title("Deep Blue & Kasparov").to_string();
    /// assert!(text.contains("<title>Deep Blue &amp; Kasparov</title>"));
    /// let text = Svg::new(&start).to_string();
    /// assert!(text.contains("<title>rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR</title>"));
    /// ```
    pub const fn title(self, title: &'a str) -> Self {
        Self { title: Some(title), ..self }
    }

    /// The upper left corner of a square.
    const fn corner(self, square: Square) -> (i32, i32) {
        let turned = match self.bottom {
            Color::White => square as i32 ^ 0o70,
            Color::Black => square as i32 ^ 0o07,
        };
        (turned % 8 * SIDE, turned / 8 * SIDE)
    }

    const fn center(self, square: Square) -> (i32, i32) {
        let (x, y) = self.corner(square);
        (x + SIDE / 2, y + SIDE / 2)
    }

    fn write_title(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<title>")?;
        match self.title {
            Some(title) => write_escaped(title, f)?,
            None => write!(f, "{}", self.board)?,
        }
        f.write_str("</title>\n")
    }

    /// Every shape that is used, once, for both players.
    fn write_definitions(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<defs>\n")?;
        for role in Role::ALL {
            if self.board.role(role).any() {
                writeln!(f, r#"<g id="mola-{role}">{}</g>"#, Figure::of(role))?;
            }
        }
        if self.check.is_some() {
            write!(f, r#"<radialGradient id="mola-check" r=".6"><stop offset=".3" stop-color="{ALARM}"/>"#)?;
            writeln!(f, r#"<stop offset="1" stop-color="{ALARM}" stop-opacity="0"/></radialGradient>"#)?;
        }
        f.write_str("</defs>\n")
    }

    /// The squares, and the marks that lie under the pieces.
    fn write_squares(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Pixels at the edges of squares take one color or the other: blends would look like seams.
        writeln!(f, r#"<g shape-rendering="crispEdges"><path fill="{LIGHT}" d="M0 0h800v800h-800z"/>"#)?;
        // Every other file and every other rank. Where two stripes cross, they cancel out.
        write!(f, r#"<path fill="{DARK}" fill-rule="evenodd" d=""#)?;
        for stripe in [100, 300, 500, 700] {
            write!(f, "M{stripe} 0h100v800h-100zM0 {stripe}h800v100h-800z")?;
        }
        f.write_str("\"/>\n")?;
        if let Some(last_move) = self.last_move {
            let ((x1, y1), (x2, y2)) = (self.corner(last_move.from()), self.corner(last_move.landing()));
            write!(f, r#"<path fill="{LAST_MOVE}" fill-opacity=".6" d="M{x1} {y1}h100v100h-100z"#)?;
            writeln!(f, r#"M{x2} {y2}h100v100h-100z"/>"#)?;
        }
        if let Some(king) = self.check {
            let (x, y) = self.corner(king);
            writeln!(f, r#"<path fill="url(#mola-check)" d="M{x} {y}h100v100h-100z"/>"#)?;
        }
        f.write_str("</g>\n")
    }

    /// The digits of ranks in the upper left corners of squares, the letters of files in the lower
    /// right ones: there the pieces leave room.
    fn write_coordinates(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (left, below) = match self.bottom {
            Color::White => (File::A, Rank::First),
            Color::Black => (File::H, Rank::Eighth),
        };
        write!(f, r#"<g fill="{INK}" font-family="sans-serif" font-size="16" font-weight="bold">"#)?;
        for rank in Rank::ALL {
            let (x, y) = self.corner(Square::at(left, rank));
            write!(f, r#"<text x="{}" y="{}">{rank}</text>"#, x + 5, y + 17)?;
        }
        for file in File::ALL {
            let (x, y) = self.corner(Square::at(file, below));
            write!(f, r#"<text x="{}" y="{}" text-anchor="end">{file}</text>"#, x + 95, y + 94)?;
        }
        f.write_str("</g>\n")
    }

    fn write_pieces(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::ALL {
            let (fill, outline, lines) = match color {
                Color::White => (IVORY, "#26323b", "#26323b"),
                Color::Black => ("#37444e", "#1a232a", LIGHT),
            };
            write!(f, r#"<g fill="{fill}" stroke="{outline}" color="{lines}" "#)?;
            f.write_str("stroke-width=\"3.5\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n")?;
            for square in self.board.color(color) {
                let (x, y) = self.corner(square);
                let Some(Piece { role, .. }) = self.board.piece_at(square) else { continue };
                writeln!(f, r##"<use xlink:href="#mola-{role}" x="{x}" y="{y}"/>"##)?;
            }
            f.write_str("</g>\n")?;
        }
        Ok(())
    }

    /// The arrows, each drawn along the x-axis and then turned, and the rings.
    fn write_arrows(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const RING: &str =
            "M-46 0a46 46 0 0 0 92 0a46 46 0 0 0-92 0zM-38 0a38 38 0 0 0 76 0a38 38 0 0 0-76 0z";
        // The pale edge keeps them apart from dark pieces.
        write!(f, r#"<g fill="{ARROW}" fill-rule="evenodd" stroke="{IVORY}" stroke-width="2.5" "#)?;
        f.write_str("stroke-linejoin=\"round\" opacity=\".85\">\n")?;
        for &(from, to) in self.arrows {
            let ((x, y), (to_x, to_y)) = (self.center(from), self.center(to));
            let (dx, dy) = (to_x - x, to_y - y);
            if from == to {
                writeln!(f, r#"<path transform="translate({x} {y})" d="{RING}"/>"#)?;
                continue;
            }
            // Without the standard library only integers have square roots. This one is in hundredths.
            let length = (10_000 * (dx * dx + dy * dy) as u64).isqrt() as f32 / 100.0;
            let (cos, sin) = (dx as f32 / length, dy as f32 / length);
            // Zero minus the sine, for a negated zero would be written with its sign.
            write!(f, r#"<path transform="matrix({cos} {sin} {} {cos} {x} {y})""#, 0.0 - sin)?;
            let (tip, neck) = (length as i32 - 8, length as i32 - 44);
            writeln!(f, r#" d="M30-8H{neck}V-23L{tip} 0L{neck} 23V8H30z"/>"#)?;
        }
        f.write_str("</g>\n")
    }

    /// The exclamation mark beside a king in check, above everything.
    fn write_alarm(self, king: Square, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (x, y) = self.corner(king);
        write!(f, r#"<g transform="translate({x} {y})" stroke="{IVORY}" stroke-linecap="round">"#)?;
        write!(f, r#"<circle cx="83" cy="17" r="13" fill="{ALARM}" stroke-width="2.5"/>"#)?;
        f.write_str("<path d=\"M83 10v8M83 24v.01\" stroke-width=\"4\"/></g>\n")
    }
}

impl fmt::Display for Svg<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(r#"<svg xmlns="http://www.w3.org/2000/svg" version="1.1" role="img" "#)?;
        f.write_str(r#"xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 800 800""#)?;
        if let Some(size) = self.size {
            write!(f, r#" width="{size}" height="{size}""#)?;
        }
        f.write_str(">\n")?;
        self.write_title(f)?;
        self.write_definitions(f)?;
        self.write_squares(f)?;
        if self.coordinates {
            self.write_coordinates(f)?;
        }
        self.write_pieces(f)?;
        if !self.arrows.is_empty() {
            self.write_arrows(f)?;
        }
        if let Some(king) = self.check {
            self.write_alarm(king, f)?;
        }
        f.write_str("</svg>\n")
    }
}

/// Writes text so that XML reads it as text. What XML cannot hold at all becomes a replacement
/// character.
fn write_escaped(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for letter in text.chars() {
        match letter {
            '&' => f.write_str("&amp;")?,
            '<' => f.write_str("&lt;")?,
            '>' => f.write_str("&gt;")?,
            '\t' | '\n' | '\r' | ' '..'\u{FFFE}' | '\u{10000}'.. => f.write_char(letter)?,
            _ => f.write_char(char::REPLACEMENT_CHARACTER)?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::{String, ToString};
    use std::vec::Vec;

    use mola_rules::MoveKind;

    use super::*;

    fn count(text: &str, part: &str) -> usize {
        text.matches(part).count()
    }

    /// The names of the elements in order, or what is wrong with the tags.
    fn elements(text: &str) -> Result<Vec<&str>, String> {
        let (mut open, mut seen) = (Vec::new(), Vec::new());
        for part in text.split('<').skip(1) {
            let (tag, after) = part.split_once('>').ok_or("a tag without an end")?;
            if after.contains('>') || tag.matches('"').count() % 2 == 1 {
                return Err(tag.to_string());
            }
            let name = tag.split([' ', '/']).find(|name| !name.is_empty()).ok_or("a tag without a name")?;
            if tag.starts_with('/') {
                if open.pop() != Some(name) {
                    return Err(tag.to_string());
                }
                continue;
            }
            seen.push(name);
            if !tag.ends_with('/') {
                open.push(name);
            }
        }
        if open.is_empty() { Ok(seen) } else { Err(open.join(" ")) }
    }

    #[test]
    fn the_start_is_32_uses_of_six_shapes() {
        let text = Svg::new(&Position::start()).to_string();
        assert_eq!(count(&text, "<use "), 32);
        assert_eq!(count(&text, r#"<g id="mola-"#), 6);
        assert_eq!(count(&text, "mola-check"), 0);
    }

    #[test]
    fn shapes_that_are_not_used_are_not_defined() {
        let mut board = Board::EMPTY;
        assert_eq!(count(&Svg::of_board(&board).to_string(), "mola-"), 0);
        board.put(Square::C3, Role::Bishop.of(Color::Black));
        board.put(Square::C6, Role::Bishop.of(Color::White));
        let text = Svg::of_board(&board).to_string();
        assert_eq!(count(&text, r#"id="mola-bishop""#), 1);
        assert_eq!(count(&text, "#mola-bishop"), 2);
        assert_eq!(count(&text, "mola-"), 3);
    }

    #[test]
    fn stripes_leave_light_squares_light() {
        for color in Color::ALL {
            let svg = Svg::of_board(&Board::EMPTY).seen_by(color);
            let text = svg.to_string();
            for square in Square::ALL {
                let (x, y) = svg.corner(square);
                let file = text.contains(&std::format!("M{x} 0h100v800h-100z"));
                let rank = text.contains(&std::format!("M0 {y}h800v100h-800z"));
                assert_eq!(file == rank, square.is_light(), "{square}");
            }
        }
    }

    #[test]
    fn black_sees_a1_at_the_top_right() {
        let mut board = Board::EMPTY;
        board.put(Square::A1, Role::Rook.of(Color::White));
        let text = Svg::of_board(&board).seen_by(Color::Black).to_string();
        assert!(text.contains(r##"<use xlink:href="#mola-rook" x="700" y="0"/>"##), "{text}");
        assert!(text.contains(r#"<text x="5" y="17">1</text>"#), "{text}");
        assert!(text.contains(r#"<text x="795" y="794" text-anchor="end">a</text>"#), "{text}");
        let text = Svg::of_board(&board).to_string();
        assert!(text.contains(r##"<use xlink:href="#mola-rook" x="0" y="700"/>"##), "{text}");
        assert!(text.contains(r#"<text x="5" y="717">1</text>"#), "{text}");
        assert!(text.contains(r#"<text x="95" y="794" text-anchor="end">a</text>"#), "{text}");
    }

    #[test]
    fn titles_cannot_break_out() {
        let text = Svg::of_board(&Board::EMPTY).title("</title>&\0\u{1B}\u{FFFF}\"'\n♞").to_string();
        assert!(text.contains("<title>&lt;/title&gt;&amp;\u{FFFD}\u{FFFD}\u{FFFD}\"'\n♞</title>"), "{text}");
    }

    #[test]
    fn arrows_point_at_their_target() {
        // Three files and four ranks are five squares, less the gaps at both ends.
        let text = Svg::of_board(&Board::EMPTY).arrows(&[(Square::A1, Square::D5)]).to_string();
        let arrow =
            r#"<path transform="matrix(0.6 -0.8 0.8 0.6 50 750)" d="M30-8H456V-23L492 0L456 23V8H30z"/>"#;
        assert!(text.contains(arrow), "{text}");
        // No negated zero, whichever way the arrow goes.
        for (to, matrix) in [
            (Square::E8, "0 -1 1 0"),
            (Square::E1, "0 1 -1 0"),
            (Square::H4, "1 0 0 1"),
            (Square::A4, "-1 0 0 -1"),
        ] {
            let arrows = [(Square::E4, to)];
            let text = Svg::of_board(&Board::EMPTY).arrows(&arrows).to_string();
            assert!(text.contains(&std::format!("matrix({matrix} 450 450)")), "{text}");
        }
    }

    #[test]
    fn a_king_in_check_gets_a_glow_and_an_alarm() {
        let position: Position = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1".parse().unwrap();
        let text = Svg::new(&position).to_string();
        assert!(text.contains(r#"fill="url(#mola-check)" d="M400 700h100"#), "{text}");
        assert!(text.contains(r#"<g transform="translate(400 700)""#), "{text}");
        // The alarm is over the pieces, the glow under them.
        let places = ["url(#mola-check)", "<use ", "<circle "].map(|part| text.find(part).unwrap());
        assert!(places.is_sorted(), "{places:?}");
    }

    #[test]
    fn tags_close_and_nest() {
        let start = Position::start();
        let plain = Svg::new(&start).coordinates(false).to_string();
        assert_eq!(elements(&plain).unwrap()[..4], ["svg", "title", "defs", "g"]);
        let last = Move::new(MoveKind::DoublePush, Square::E2, Square::E4).unwrap();
        for color in Color::ALL {
            let svg = Svg::new(&start).seen_by(color).last_move(last).check(Square::E8).size(99).title("<&>");
            let arrows = [(Square::B8, Square::C6), (Square::A1, Square::A1)];
            let all = elements(&svg.arrows(&arrows).to_string()).map(|names| names.len());
            let fewer = elements(&svg.to_string()).map(|names| names.len());
            assert_eq!(all, fewer.map(|count| count + 3));
        }
    }
}

//! The board in letters and figures.

use core::fmt;

use crate::{Board, Color, File, Rank, Square};

/// A board to be printed as text: see [`Board::ascii`] and [`Board::unicode`].
///
/// ```
/// use mola_rules::{Color, Drawing, Position};
/// let start = Position::start();
/// let drawing: Drawing = start.board().ascii().seen_by(Color::Black);
/// assert!(drawing.to_string().starts_with("  1 R N B K Q B N R\n"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Drawing<'a> {
    board: &'a Board,
    figures: bool,
    bottom: Color,
}

impl Drawing<'_> {
    /// Turned so that `color` sits at the bottom.
    ///
    /// ```
    /// # use mola_rules::{Color, Position};
    /// let text = Position::start().board().unicode().seen_by(Color::Black).to_string();
    /// assert!(text.ends_with("h g f e d c b a\n"));
    /// ```
    pub const fn seen_by(self, color: Color) -> Self {
        Self { bottom: color, ..self }
    }
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turned = |index: u8| if self.bottom == Color::White { index } else { 7 - index };
        for row in (0..8).rev() {
            let rank = Rank::wrapping(turned(row));
            write!(f, "  {rank}")?;
            for column in 0..8 {
                let letter = match self.board.piece_at(Square::at(File::wrapping(turned(column)), rank)) {
                    Some(piece) if self.figures => piece.symbol(),
                    Some(piece) => piece.letter(),
                    None => '.',
                };
                write!(f, " {letter}")?;
            }
            writeln!(f)?;
        }
        write!(f, "   ")?;
        for column in 0..8 {
            write!(f, " {}", File::wrapping(turned(column)))?;
        }
        writeln!(f)
    }
}

impl Board {
    /// The board in letters, as it can be printed anywhere.
    ///
    /// ```
    /// let text = mola_rules::Position::start().board().ascii().to_string();
    /// assert_eq!(text, "  8 r n b q k b n r
    ///   7 p p p p p p p p
    ///   6 . . . . . . . .
    ///   5 . . . . . . . .
    ///   4 . . . . . . . .
    ///   3 . . . . . . . .
    ///   2 P P P P P P P P
    ///   1 R N B Q K B N R
    ///     a b c d e f g h
    /// ");
    /// ```
    pub const fn ascii(&self) -> Drawing<'_> {
        Drawing { board: self, figures: false, bottom: Color::White }
    }

    /// The board in chess figures.
    ///
    /// ```
    /// let text = mola_rules::Position::start().board().unicode().to_string();
    /// assert!(text.starts_with("  8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜\n"));
    /// ```
    pub const fn unicode(&self) -> Drawing<'_> {
        Drawing { board: self, figures: true, bottom: Color::White }
    }
}

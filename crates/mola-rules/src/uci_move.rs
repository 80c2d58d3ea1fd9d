//! Moves by their squares, as engines and GUIs exchange them: `e2e4`, `e7e8q`.

use core::fmt;

use crate::{CastlingStyle, Excerpt, Move, MoveKind, Position, Role, Square};

/// A move to be written by its squares: see [`Move::uci`].
///
/// ```
/// use mola_rules::{CastlingStyle, Move, MoveKind, Square, UciMove};
/// let promotion = Move::new(MoveKind::PromoteQueen, Square::A7, Square::A8).unwrap();
/// let text: UciMove = promotion.uci(CastlingStyle::Standard);
/// assert_eq!(text.to_string(), "a7a8q");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UciMove {
    from: Square,
    to: Square,
    promotion: Option<Role>,
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(role) => write!(f, "{}", role.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

impl Move {
    /// The move by its squares.
    ///
    /// ```
    /// use mola_rules::{CastlingStyle, Position};
    /// let m = Position::start().parse_san("Nf3").unwrap();
    /// assert_eq!(m.uci(CastlingStyle::Standard).to_string(), "g1f3");
    /// ```
    pub const fn uci(self, style: CastlingStyle) -> UciMove {
        let to = match style {
            CastlingStyle::Standard => self.landing(),
            CastlingStyle::Chess960 => self.to(),
        };
        UciMove { from: self.from(), to, promotion: self.promotion() }
    }
}

/// Why a text is not a move by squares in this position.
///
/// ```
/// use mola_rules::Position;
/// let error = Position::start().parse_uci("e2e5").unwrap_err();
/// assert_eq!(error.to_string(), "\"e2e5\" is not a legal move here");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UciMoveError {
    /// The text is not two squares and perhaps a promotion.
    Malformed(Excerpt),
    /// The text does not say what the pawn becomes.
    PromotionMissing(Excerpt),
    /// The text is a move, but not one that can be played here.
    NotLegal(Excerpt),
}

impl core::error::Error for UciMoveError {}

impl fmt::Display for UciMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(text) => write!(f, "{text:?} is not a move; write moves as e2e4 or e7e8q"),
            Self::PromotionMissing(text) => {
                write!(f, "{text:?} does not say what the pawn becomes; add q, r, b or n")
            }
            Self::NotLegal(text) => write!(f, "{text:?} is not a legal move here"),
        }
    }
}

impl Position {
    /// Reads a move by its squares. Castling may be written either way; letters in either case.
    ///
    /// # Errors
    /// The text is not a move, or not one that is legal here.
    ///
    /// ```
    /// use mola_rules::Position;
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
    /// assert_eq!(position.parse_uci("e1g1"), position.parse_uci("e1h1"));
    /// assert!(position.parse_uci("e1g1").unwrap().is_castle());
    /// ```
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciMoveError> {
        let excerpt = Excerpt::new(text);
        let (from, to, promotion) = parse_squares(text).ok_or(UciMoveError::Malformed(excerpt))?;
        let moves = self.moves_from(from);
        let fits = |style| move |m: &&Move| m.uci(style) == UciMove { from, to, promotion };
        // A king's step to g1 and castling by naming that square are told apart by what is legal; the
        // plain step comes first in the list of moves.
        let found = moves
            .iter()
            .find(fits(CastlingStyle::Chess960))
            .or_else(|| moves.iter().find(fits(CastlingStyle::Standard)));
        match found {
            Some(&m) => Ok(m),
            None if promotion.is_none() && moves.iter().any(|m| m.to() == to && m.promotion().is_some()) => {
                Err(UciMoveError::PromotionMissing(excerpt))
            }
            None => Err(UciMoveError::NotLegal(excerpt)),
        }
    }
}

fn parse_squares(text: &str) -> Option<(Square, Square, Option<Role>)> {
    let from = text.get(0..2)?.parse().ok()?;
    let to = text.get(2..4)?.parse().ok()?;
    let mut rest = text.get(4..)?.chars();
    let promotion = match (rest.next(), rest.next()) {
        (None, _) => None,
        (Some(letter), None) => {
            let role = Role::from_letter(letter)?;
            MoveKind::promote_to(role)?;
            Some(role)
        }
        _ => return None,
    };
    Some((from, to, promotion))
}

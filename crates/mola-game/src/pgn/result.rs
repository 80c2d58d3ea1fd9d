//! How games end, as PGN has it.

use std::fmt;

use mola_rules::{Color, Outcome};

/// Who won, if the game is over.
///
/// ```
/// use mola_game::pgn::GameResult;
/// assert_eq!(GameResult::from_text("1/2-1/2"), Some(GameResult::Draw));
/// assert_eq!(GameResult::White.to_string(), "1-0");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// White won.
    White,
    /// Black won.
    Black,
    /// Nobody won.
    Draw,
    /// The game is still going on, was abandoned, or its end is not known.
    #[default]
    Unfinished,
}

impl GameResult {
    /// Reads a result, in the forms that are seen.
    ///
    /// ```
    /// use mola_game::pgn::GameResult;
    /// assert_eq!(GameResult::from_text("½-½"), Some(GameResult::Draw));
    /// assert_eq!(GameResult::from_text("e4"), None);
    /// ```
    pub fn from_text(text: &str) -> Option<Self> {
        match text {
            "1-0" => Some(Self::White),
            "0-1" => Some(Self::Black),
            "1/2-1/2" | "1/2" | "½-½" | "½" => Some(Self::Draw),
            "*" => Some(Self::Unfinished),
            _ => None,
        }
    }

    /// The result as the standard writes it.
    ///
    /// ```
    /// assert_eq!(mola_game::pgn::GameResult::Unfinished.as_str(), "*");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::White => "1-0",
            Self::Black => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unfinished => "*",
        }
    }

    /// The result of a finished game that somebody won, or nobody.
    ///
    /// ```
    /// use mola_game::pgn::GameResult;
    /// assert_eq!(GameResult::of_winner(None), GameResult::Draw);
    /// ```
    pub const fn of_winner(winner: Option<Color>) -> Self {
        match winner {
            Some(Color::White) => Self::White,
            Some(Color::Black) => Self::Black,
            None => Self::Draw,
        }
    }

    /// Who won, if anybody did.
    ///
    /// ```
    /// use mola_game::pgn::GameResult;
    /// use mola_rules::Color;
    /// assert_eq!(GameResult::Black.winner(), Some(Color::Black));
    /// assert_eq!(GameResult::Draw.winner(), None);
    /// ```
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::White => Some(Color::White),
            Self::Black => Some(Color::Black),
            Self::Draw | Self::Unfinished => None,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The result of a game that ended so, or of one that is still going on.
impl From<Option<Outcome>> for GameResult {
    fn from(outcome: Option<Outcome>) -> Self {
        outcome.map_or(Self::Unfinished, |outcome| Self::of_winner(outcome.winner()))
    }
}

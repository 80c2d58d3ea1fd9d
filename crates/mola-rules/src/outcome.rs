//! How games end.

use core::fmt;

use crate::{Bitboard, Color, Position, Role};

/// Who won and why, or why nobody did.
///
/// ```
/// use mola_rules::{Color, Outcome, Position, WinReason};
/// let position: Position = "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1".parse().unwrap();
/// let outcome = position.outcome().unwrap();
/// assert_eq!(outcome, Outcome::Win(Color::White, WinReason::Checkmate));
/// assert_eq!(outcome.to_string(), "White wins by checkmate");
/// assert_eq!(outcome.score(), "1-0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A player won.
    Win(Color, WinReason),
    /// Nobody won.
    Draw(DrawReason),
}

/// Why a player won.
///
/// ```
/// assert_eq!(mola_rules::WinReason::Resignation.to_string(), "resignation");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WinReason {
    /// The opponent is in check and has no legal move.
    Checkmate,
    /// The opponent gave up.
    Resignation,
    /// The opponent's time ran out.
    Time,
    /// The opponent broke the rules, or went away.
    Forfeit,
}

/// Why nobody won.
///
/// ```
/// assert_eq!(mola_rules::DrawReason::FiftyMoves.to_string(), "the fifty-move rule");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawReason {
    /// The player to move has no legal move and is not in check.
    Stalemate,
    /// Neither player has the pieces to mate, whatever the other does.
    DeadPosition,
    /// The position occurred for the fifth time.
    FivefoldRepetition,
    /// Seventy-five moves of each player without a capture or a pawn's move.
    SeventyFiveMoves,
    /// The position occurred for the third time, and a player claimed the draw.
    ThreefoldRepetition,
    /// Fifty moves of each player without a capture or a pawn's move, and a player claimed the draw.
    FiftyMoves,
    /// The players agreed.
    Agreement,
    /// A player's time ran out, but the opponent has no pieces to mate.
    TimeWithoutMaterial,
}

impl Outcome {
    /// Who won, if anybody did.
    ///
    /// ```
    /// use mola_rules::{DrawReason, Outcome};
    /// assert_eq!(Outcome::Draw(DrawReason::Stalemate).winner(), None);
    /// ```
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win(color, _) => Some(color),
            Self::Draw(_) => None,
        }
    }

    /// The result as PGN writes it.
    ///
    /// ```
    /// use mola_rules::{DrawReason, Outcome};
    /// assert_eq!(Outcome::Draw(DrawReason::Agreement).score(), "1/2-1/2");
    /// ```
    pub const fn score(self) -> &'static str {
        match self {
            Self::Win(Color::White, _) => "1-0",
            Self::Win(Color::Black, _) => "0-1",
            Self::Draw(_) => "1/2-1/2",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(color, WinReason::Time) => write!(f, "{color} wins on time"),
            Self::Win(color, reason) => write!(f, "{color} wins by {reason}"),
            Self::Draw(reason) => write!(f, "draw by {reason}"),
        }
    }
}

impl fmt::Display for WinReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Checkmate => "checkmate",
            Self::Resignation => "resignation",
            Self::Time => "time",
            Self::Forfeit => "forfeit",
        })
    }
}

impl fmt::Display for DrawReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Stalemate => "stalemate",
            Self::DeadPosition => "insufficient material",
            Self::FivefoldRepetition => "fivefold repetition",
            Self::SeventyFiveMoves => "the seventy-five-move rule",
            Self::ThreefoldRepetition => "threefold repetition",
            Self::FiftyMoves => "the fifty-move rule",
            Self::Agreement => "agreement",
            Self::TimeWithoutMaterial => "time against insufficient material",
        })
    }
}

impl Position {
    /// Whether the game is over by what the position alone shows: mate, stalemate, no pieces to mate
    /// with, or seventy-five moves without progress. A mate on the last of those moves counts.
    ///
    /// ```
    /// use mola_rules::{DrawReason, Outcome, Position};
    /// assert_eq!(Position::start().outcome(), None);
    /// let position: Position = "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1".parse().unwrap();
    /// assert_eq!(position.outcome(), Some(Outcome::Draw(DrawReason::Stalemate)));
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_after(&[])
    }

    /// Whether the game is over, given the keys of the positions before this one, the oldest first:
    /// by all that [`outcome`](Self::outcome) sees, and by fivefold repetition.
    ///
    /// ```
    /// use mola_rules::{DrawReason, Outcome, Position};
    /// let mut position = Position::start();
    /// let mut past = Vec::new();
    /// for text in ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(4) {
    ///     past.push(position.key());
    ///     position.play(position.parse_san(text).unwrap()).unwrap();
    /// }
    /// assert_eq!(position.outcome_after(&past), Some(Outcome::Draw(DrawReason::FivefoldRepetition)));
    /// ```
    pub fn outcome_after(&self, past: &[u64]) -> Option<Outcome> {
        if self.count_moves() == 0 {
            return Some(if self.is_check() {
                Outcome::Win(!self.turn(), WinReason::Checkmate)
            } else {
                Outcome::Draw(DrawReason::Stalemate)
            });
        }
        if self.is_dead() {
            return Some(Outcome::Draw(DrawReason::DeadPosition));
        }
        if self.repetitions(past) >= 4 {
            return Some(Outcome::Draw(DrawReason::FivefoldRepetition));
        }
        (self.halfmoves() >= 150).then_some(Outcome::Draw(DrawReason::SeventyFiveMoves))
    }

    /// What draw the player to move may claim, given the keys of the positions before this one.
    ///
    /// ```
    /// use mola_rules::{DrawReason, Position};
    /// let position: Position = "4k3/8/8/8/8/8/8/R3K3 w - - 100 80".parse().unwrap();
    /// assert_eq!(position.claimable_draw(&[]), Some(DrawReason::FiftyMoves));
    /// ```
    pub fn claimable_draw(&self, past: &[u64]) -> Option<DrawReason> {
        if self.repetitions(past) >= 2 {
            return Some(DrawReason::ThreefoldRepetition);
        }
        (self.halfmoves() >= 100).then_some(DrawReason::FiftyMoves)
    }

    /// How often this position occurred before, given the keys of the positions before it, the
    /// oldest first. Nothing from before the last capture or pawn move can come again.
    ///
    /// ```
    /// use mola_rules::Position;
    /// let start = Position::start();
    /// assert_eq!(start.repetitions(&[start.key(), 1, 2, 3]), 0);
    /// ```
    pub fn repetitions(&self, past: &[u64]) -> usize {
        let reversible = past.len().min(usize::from(self.halfmoves()));
        // The same player is to move in every second position only.
        let same_turn = past.iter().rev().take(reversible).skip(1).step_by(2);
        same_turn.filter(|&&key| key == self.key()).count()
    }

    /// Whether neither player has the pieces to mate: bare kings, one knight, or bishops that all
    /// stand on one color of squares.
    ///
    /// ```
    /// use mola_rules::Position;
    /// let bishops_of_one_color: Position = "4k3/2b5/8/4B3/8/8/8/4K3 w - - 0 1".parse().unwrap();
    /// assert!(bishops_of_one_color.is_dead());
    /// ```
    pub fn is_dead(&self) -> bool {
        Color::ALL.into_iter().all(|color| !self.can_mate(color))
    }

    /// Whether `color` could mate if the opponent helped. Who cannot does not win on time.
    ///
    /// ```
    /// use mola_rules::{Color, Position};
    /// let position: Position = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1".parse().unwrap();
    /// assert!(position.can_mate(Color::White) && !position.can_mate(Color::Black));
    /// ```
    pub fn can_mate(&self, color: Color) -> bool {
        let own = self.color(color);
        let theirs = self.color(!color);
        let bishops = self.role(Role::Bishop);
        let strong = self.role(Role::Pawn) | self.straight_sliders();
        let knights = own & self.role(Role::Knight);
        if (own & strong).any() || (knights.any() && (knights | own & bishops).many()) {
            return true;
        }
        if knights.any() {
            // The opponent's own pieces must take squares from its king; a queen would rather capture.
            return (theirs & !self.role(Role::King) & !self.role(Role::Queen)).any();
        }
        if (own & bishops).is_empty() {
            return false;
        }
        let on_both_colors = (bishops & Bitboard::LIGHT).any() && (bishops & !Bitboard::LIGHT).any();
        on_both_colors || (theirs & (self.role(Role::Knight) | self.role(Role::Pawn))).any()
    }
}

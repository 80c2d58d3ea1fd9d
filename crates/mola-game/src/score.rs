//! What an engine thinks of a position.

use core::cmp::Ordering;
use core::fmt;

use mola_rules::Color;

/// A judgment, seen by the player to move: positive is good for that player.
///
/// Scores are ordered: being mated soon is worst, mating soon is best.
///
/// ```
/// use mola_game::Score;
/// let mut scores = [Score::Mate(3), Score::Centipawns(20), Score::Mated(2), Score::Mate(1), Score::Mated(9)];
/// scores.sort();
/// assert_eq!(scores, [Score::Mated(2), Score::Mated(9), Score::Centipawns(20), Score::Mate(3), Score::Mate(1)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// The player to move mates with the last of this many own moves, at least one.
    Mate(u32),
    /// The player to move is mated after this many own moves; zero is mate on the board.
    Mated(u32),
}

impl Score {
    /// The same judgment as the other player sees it.
    ///
    /// ```
    /// use mola_game::Score;
    /// assert_eq!(Score::Centipawns(35).flip(), Score::Centipawns(-35));
    /// assert_eq!(Score::Mate(2).flip(), Score::Mated(2));
    /// ```
    #[must_use]
    pub const fn flip(self) -> Self {
        match self {
            Self::Centipawns(value) => Self::Centipawns(value.saturating_neg()),
            Self::Mate(moves) => Self::Mated(moves),
            Self::Mated(moves) => Self::Mate(moves),
        }
    }

    /// The judgment of the player `turn` as White sees it.
    ///
    /// ```
    /// use mola_game::Score;
    /// use mola_rules::Color;
    /// assert_eq!(Score::Centipawns(35).white_pov(Color::White), Score::Centipawns(35));
    /// assert_eq!(Score::Centipawns(35).white_pov(Color::Black), Score::Centipawns(-35));
    /// ```
    #[must_use]
    pub const fn white_pov(self, turn: Color) -> Self {
        match turn {
            Color::White => self,
            Color::Black => self.flip(),
        }
    }

    /// As a number of centipawns of at most `most`, which is what a mate counts.
    ///
    /// ```
    /// use mola_game::Score;
    /// assert_eq!(Score::Centipawns(-35).clamped(1000), -35);
    /// assert_eq!(Score::Mated(3).clamped(1000), -1000);
    /// ```
    pub fn clamped(self, most: i32) -> i32 {
        match self {
            Self::Centipawns(value) => value.clamp(-most, most),
            Self::Mate(_) => most,
            Self::Mated(_) => -most,
        }
    }

    /// Mates outside of all centipawns, the quick ones farther out.
    const fn rank(self) -> i64 {
        match self {
            Self::Centipawns(value) => value as i64,
            Self::Mate(moves) => i64::MAX - moves as i64,
            Self::Mated(moves) => -i64::MAX + moves as i64,
        }
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

/// As players write it: `+0.35`, `#3`, `-#2`.
///
/// ```
/// use mola_game::Score;
/// assert_eq!(Score::Centipawns(-105).to_string(), "-1.05");
/// assert_eq!(Score::Mated(2).to_string(), "-#2");
/// ```
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(value) => {
                let sign = if *value < 0 { '-' } else { '+' };
                let value = value.unsigned_abs();
                write!(f, "{sign}{}.{:02}", value / 100, value % 100)
            }
            Self::Mate(moves) => write!(f, "#{moves}"),
            Self::Mated(moves) => write!(f, "-#{moves}"),
        }
    }
}

//! The twenty levels: what they are called, and how strong they are.

use core::fmt;
use core::str::FromStr;

/// How strong an engine plays: from 1, for beginners, to 20, the engine's best.
///
/// ```
/// use mola_game::coach::Level;
/// let level: Level = "13".parse().unwrap();
/// assert_eq!((level.name(), level.rating()), ("Pike", Some(2133)));
/// assert_eq!(Level::BEST.rating(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// From the smallest in the sea to the heaviest of bony fish, and whom each of them plays like.
const ROWS: [(&str, &str); 20] = [
    ("Plankton", "beginner"),
    ("Krill", "beginner"),
    ("Shrimp", "beginner"),
    ("Guppy", "beginner"),
    ("Anchovy", "casual"),
    ("Sardine", "casual"),
    ("Seahorse", "casual"),
    ("Herring", "casual"),
    ("Mackerel", "club"),
    ("Perch", "club"),
    ("Trout", "club"),
    ("Salmon", "strong club"),
    ("Pike", "strong club"),
    ("Barracuda", "strong club"),
    ("Tuna", "master"),
    ("Swordfish", "master"),
    ("Marlin", "master"),
    ("Dolphin", "grandmaster"),
    ("Orca", "grandmaster"),
    ("Mola", "full strength"),
];

impl Level {
    /// For those who have just learned the moves.
    pub const WEAKEST: Self = Self(1);
    /// What a casual player enjoys.
    pub const FRIENDLY: Self = Self(5);
    /// Nothing is held back.
    pub const BEST: Self = Self(20);

    /// The lowest and the highest rating that the engine can be asked to play at.
    pub const LOWEST_RATING: i32 = 400;
    /// See [`LOWEST_RATING`](Self::LOWEST_RATING).
    pub const HIGHEST_RATING: i32 = 3000;

    /// The level with this number.
    ///
    /// ```
    /// use mola_game::coach::Level;
    /// assert_eq!(Level::new(20), Some(Level::BEST));
    /// assert_eq!(Level::new(21), None);
    /// ```
    pub const fn new(number: u8) -> Option<Self> {
        if Self::WEAKEST.0 <= number && number <= Self::BEST.0 { Some(Self(number)) } else { None }
    }

    /// All levels, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (Self::WEAKEST.0..=Self::BEST.0).map(Self)
    }

    /// From 1 to 20.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The level below, if there is one.
    #[must_use]
    pub fn weaker(self) -> Self {
        Self::new(self.0 - 1).unwrap_or(self)
    }

    /// The level above, if there is one.
    #[must_use]
    pub fn stronger(self) -> Self {
        Self::new(self.0 + 1).unwrap_or(self)
    }

    /// The name of the fish.
    pub const fn name(self) -> &'static str {
        ROWS[self.0 as usize - 1].0
    }

    /// What to expect of it, in a word.
    pub const fn word(self) -> &'static str {
        ROWS[self.0 as usize - 1].1
    }

    /// The Elo rating that the engine plays at, which `docs/LEVELS.md` measured. The last level has none: it is
    /// as good as it can be.
    ///
    /// Equal steps, so that each level beats the one below by the same margin.
    pub const fn rating(self) -> Option<i32> {
        let steps = Self::BEST.0 as i32 - 2;
        let span = Self::HIGHEST_RATING - Self::LOWEST_RATING;
        if self.0 == Self::BEST.0 {
            None
        } else {
            Some(Self::LOWEST_RATING + (self.0 as i32 - 1) * span / steps)
        }
    }
}

/// The number, as options and files write it.
impl Default for Level {
    fn default() -> Self {
        Self::FRIENDLY
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A text that is not the number of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotALevel;

impl fmt::Display for NotALevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "levels are numbers from {} to {}", Level::WEAKEST, Level::BEST)
    }
}

impl core::error::Error for NotALevel {}

impl FromStr for Level {
    type Err = NotALevel;

    fn from_str(text: &str) -> Result<Self, NotALevel> {
        text.trim().parse().ok().and_then(Self::new).ok_or(NotALevel)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_end_at_one_and_twenty() {
        assert_eq!(Level::WEAKEST.weaker(), Level::WEAKEST);
        assert_eq!(Level::BEST.stronger(), Level::BEST);
        assert_eq!(Level::all().count(), ROWS.len());
        for text in ["0", "21", "-1", "x", ""] {
            assert_eq!(text.parse::<Level>(), Err(NotALevel), "{text}");
        }
    }

    #[test]
    fn ratings_grow_from_the_lowest_to_the_highest_and_the_last_level_has_none() {
        let ratings: [Option<i32>; 20] = core::array::from_fn(|index| Level(index as u8 + 1).rating());
        assert!(ratings[..19].windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(ratings[0], Some(Level::LOWEST_RATING));
        assert_eq!(ratings[18..], [Some(Level::HIGHEST_RATING), None]);
    }
}

//! Marks on moves: numeric annotation glyphs.

use std::fmt;

/// A mark such as `!` or `?`, by its number from 0 to 255.
///
/// ```
/// use mola_game::pgn::Nag;
/// assert_eq!(Nag::from_glyph("!?"), Some(Nag::INTERESTING));
/// assert_eq!(Nag::INTERESTING.to_string(), "$5");
/// assert_eq!(Nag::new(18).glyph(), Some("+-"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nag(u8);

/// The marks that have a written form, the usual one first where there are several.
const GLYPHS: [(&str, u8); 27] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("+=", 14),
    ("+/=", 14),
    ("⩲", 14),
    ("=+", 15),
    ("=/+", 15),
    ("⩱", 15),
    ("+/-", 16),
    ("±", 16),
    ("-/+", 17),
    ("∓", 17),
    ("+-", 18),
    ("-+", 19),
    ("!!!", 3),
    ("???", 4),
    ("N", 146),
    ("D", 220),
    ("--+", 19),
    ("+--", 18),
];

impl Nag {
    /// A good move, `!`.
    ///
    /// ```
    /// assert_eq!(mola_game::pgn::Nag::GOOD.glyph(), Some("!"));
    /// ```
    pub const GOOD: Self = Self(1);
    /// A mistake, `?`.
    ///
    /// ```
    /// assert_eq!(mola_game::pgn::Nag::MISTAKE.glyph(), Some("?"));
    /// ```
    pub const MISTAKE: Self = Self(2);
    /// A brilliant move, `!!`.
    ///
    /// ```
    /// assert_eq!(mola_game::pgn::Nag::BRILLIANT.glyph(), Some("!!"));
    /// ```
    pub const BRILLIANT: Self = Self(3);
    /// A blunder, `??`.
    ///
    /// ```
    /// assert_eq!(mola_game::pgn::Nag::BLUNDER.glyph(), Some("??"));
    /// ```
    pub const BLUNDER: Self = Self(4);
    /// A move worth a look, `!?`.
    ///
    /// ```
    /// assert_eq!(mola_game::pgn::Nag::INTERESTING.glyph(), Some("!?"));
    /// ```
    pub const INTERESTING: Self = Self(5);
    /// A doubtful move, `?!`.
    ///
    /// ```
    /// assert_eq!(mola_game::pgn::Nag::DUBIOUS.glyph(), Some("?!"));
    /// ```
    pub const DUBIOUS: Self = Self(6);

    /// The mark with a number.
    ///
    /// ```
    /// assert_eq!(mola_game::pgn::Nag::new(146).to_string(), "$146");
    /// ```
    pub const fn new(number: u8) -> Self {
        Self(number)
    }

    /// Its number.
    ///
    /// ```
    /// assert_eq!(mola_game::pgn::Nag::GOOD.number(), 1);
    /// ```
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The mark that people write this way.
    ///
    /// ```
    /// use mola_game::pgn::Nag;
    /// assert_eq!(Nag::from_glyph("??"), Some(Nag::BLUNDER));
    /// assert_eq!(Nag::from_glyph("resigns"), None);
    /// ```
    pub fn from_glyph(glyph: &str) -> Option<Self> {
        GLYPHS.iter().find(|(known, _)| *known == glyph).map(|&(_, number)| Self(number))
    }

    /// How people write the mark, if they do.
    ///
    /// ```
    /// use mola_game::pgn::Nag;
    /// assert_eq!(Nag::new(13).glyph(), Some("∞"));
    /// assert_eq!(Nag::new(255).glyph(), None);
    /// ```
    pub fn glyph(self) -> Option<&'static str> {
        GLYPHS.iter().find(|(_, number)| *number == self.0).map(|(glyph, _)| *glyph)
    }
}

/// Writes the mark as PGN does: `$5`.
impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

//! The tags of a game, as the standard orders them.

use std::fmt;

use mola_rules::Excerpt;

use super::GameTree;

/// The tags that every game has, in their order, with the values that stand for nothing known.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// No name is nearly as long.
pub(super) const MAX_NAME: usize = 255;

/// The tags that follow from the game itself.
const DERIVED: [&str; 3] = ["Result", "SetUp", "FEN"];

/// Why a tag cannot be set.
///
/// ```
/// use mola_game::pgn::GameTree;
/// let error = GameTree::default().set_tag("White Elo", "1500").unwrap_err();
/// assert_eq!(error.to_string(), "\"White Elo\" is not a name for a tag; use letters, digits and _");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagError {
    /// Tags cannot have this name.
    Name(Excerpt),
    /// The tag follows from the game: the result, or the position in which it begins.
    Derived(Excerpt),
}

impl std::error::Error for TagError {}

impl fmt::Display for TagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "{name:?} is not a name for a tag; use letters, digits and _"),
            Self::Derived(name) => write!(f, "{name:?} follows from the game and is not set by hand"),
        }
    }
}

impl GameTree {
    /// The value of a tag, if the game has it. Upper and lower case do not matter.
    ///
    /// ```
    /// # use mola_game::pgn::GameTree;
    /// let tree: GameTree = "[White \"Anna\"] 1. e4 *".parse().unwrap();
    /// assert_eq!(tree.tag("White"), Some("Anna"));
    /// assert_eq!(tree.tag("Black"), None);
    /// ```
    pub fn tag(&self, name: &str) -> Option<&str> {
        if name.eq_ignore_ascii_case("Result") {
            return Some(self.result().as_str());
        }
        self.find_tag(name).map(|index| self.text(self.tags[index].1))
    }

    /// All tags as they are written: the seven that every game has, with `?` for what is not known,
    /// then the others in the order in which they were set.
    ///
    /// ```
    /// # use mola_game::pgn::GameTree;
    /// let tree: GameTree = "[ECO \"B00\"] [White \"Anna\"] 1. e4 *".parse().unwrap();
    /// let tags: Vec<(&str, &str)> = tree.tags().collect();
    /// assert_eq!(tags[4], ("White", "Anna"));
    /// assert_eq!(tags[7..], [("ECO", "B00")]);
    /// ```
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        let roster = ROSTER.iter().map(|&(name, unknown)| (name, self.tag(name).unwrap_or(unknown)));
        let all = self.tags.iter().map(|&(name, value)| (self.text(name), self.text(value)));
        roster.chain(all.filter(|(name, _)| !is_roster(name)))
    }

    /// Sets a tag. A value keeps its place if the tag was there. Line ends in it become blanks.
    ///
    /// # Errors
    /// The name has blanks, quotes or brackets, or it is `Result`, `SetUp` or `FEN`: those follow
    /// from the game.
    ///
    /// ```
    /// use mola_game::pgn::GameTree;
    /// let mut tree = GameTree::default();
    /// tree.set_tag("Event", "Café \"Central\"").unwrap();
    /// assert!(tree.to_string().starts_with(r#"[Event "Café \"Central\""]"#));
    /// ```
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        if !is_name(name) {
            return Err(TagError::Name(Excerpt::new(name)));
        }
        if is_derived(name) {
            return Err(TagError::Derived(Excerpt::new(name)));
        }
        self.put_tag(name, value);
        Ok(())
    }

    /// Sets a tag whose name is known to be good.
    pub(super) fn put_tag(&mut self, name: &str, value: &str) {
        let value = if value.contains(['\n', '\r']) {
            self.put_text(&value.replace(['\n', '\r'], " "))
        } else {
            self.put_text(value)
        };
        if let Some(index) = self.find_tag(name) {
            self.tags[index].1 = value;
        } else {
            let name = self.put_text(name);
            self.tags.push((name, value));
        }
    }

    fn find_tag(&self, name: &str) -> Option<usize> {
        self.tags.iter().position(|&(known, _)| self.text(known).eq_ignore_ascii_case(name))
    }

    pub(super) fn tag_count(&self) -> usize {
        self.tags.len()
    }
}

fn is_roster(name: &str) -> bool {
    ROSTER.iter().any(|(known, _)| known.eq_ignore_ascii_case(name))
}

fn is_derived(name: &str) -> bool {
    DERIVED.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether a name can be written and read again. Files have hyphens and accents in theirs.
fn is_name(name: &str) -> bool {
    let fits = |letter: char| {
        !letter.is_whitespace() && !letter.is_control() && !matches!(letter, '"' | '[' | ']' | '\\')
    };
    !name.is_empty() && name.len() <= MAX_NAME && name.chars().all(fits)
}

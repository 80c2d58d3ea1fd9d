//! Errors as people read them.

use std::fmt::Display;

/// A text with a capital at the beginning and a full stop at the end.
///
/// ```
/// assert_eq!(mola_game::sentence("there is no move to redo"), "There is no move to redo.");
/// assert_eq!(mola_game::sentence("Why?"), "Why?");
/// ```
pub fn sentence(text: impl Display) -> String {
    let text = capitalized(&text.to_string());
    if text.ends_with(['.', '!', '?']) { text } else { text + "." }
}

/// A text with a capital at the beginning.
pub(crate) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

//! Text from outside, made safe to print.

use std::borrow::Cow;

/// The text without control characters. Names of players, comments, notes in files and words of other
/// programs may hold sequences that recolor a terminal, move its cursor or rename its window. Line ends
/// and tabs stay.
///
/// ```
/// use mola_game::printable;
/// assert_eq!(printable("1. e4 {\u{1b}[2Jgone}\n"), "1. e4 {\u{fffd}[2Jgone}\n");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    let is_harmful = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\t');
    if !text.contains(is_harmful) {
        return Cow::Borrowed(text);
    }
    // Line ends of other systems, and what else counts as a blank, say nothing more than a blank does.
    let mask = |letter: char| match letter {
        _ if !is_harmful(letter) => letter,
        _ if letter.is_whitespace() => ' ',
        _ => char::REPLACEMENT_CHARACTER,
    };
    Cow::Owned(text.replace("\r\n", "\n").chars().map(mask).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_is_lent_and_control_characters_are_replaced() {
        assert!(matches!(printable("Müller\tvs ♞\n"), Cow::Borrowed("Müller\tvs ♞\n")));
        assert_eq!(printable("a\r\nb\rc"), "a\nb c");
        // The escape character, a bell, and the one-letter form of "escape, bracket" above 127.
        assert_eq!(printable("\u{1b}]0;x\u{7}\u{9b}31m"), "\u{fffd}]0;x\u{fffd}\u{fffd}31m");
    }
}

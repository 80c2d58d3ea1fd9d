//! A line of text that is being typed.

/// The text and the place in it where letters go.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct InputLine {
    letters: Vec<char>,
    pub(crate) caret: usize,
}

/// More than anyone types. A paste of megabytes must not slow down the screen.
const LONGEST: usize = 4096;

impl InputLine {
    pub(crate) fn with(text: &str) -> Self {
        let letters: Vec<char> = text.chars().filter(|letter| !letter.is_control()).take(LONGEST).collect();
        Self { caret: letters.len(), letters }
    }

    pub(crate) fn text(&self) -> String {
        self.letters.iter().collect()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    pub(crate) fn insert(&mut self, letter: char) {
        if !letter.is_control() && self.letters.len() < LONGEST {
            self.letters.insert(self.caret, letter);
            self.caret += 1;
        }
    }

    pub(crate) fn backspace(&mut self) {
        if self.caret > 0 {
            self.caret -= 1;
            self.letters.remove(self.caret);
        }
    }

    pub(crate) fn delete(&mut self) {
        if self.caret < self.letters.len() {
            self.letters.remove(self.caret);
        }
    }

    pub(crate) const fn left(&mut self) {
        self.caret = self.caret.saturating_sub(1);
    }

    pub(crate) fn right(&mut self) {
        self.caret = (self.caret + 1).min(self.letters.len());
    }

    pub(crate) const fn home(&mut self) {
        self.caret = 0;
    }

    pub(crate) fn end(&mut self) {
        self.caret = self.letters.len();
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Gives the text away and is empty.
    pub(crate) fn take(&mut self) -> String {
        let text = self.text();
        self.clear();
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_where_the_caret_is() {
        let mut line = InputLine::with("Nf");
        line.insert('3');
        line.left();
        line.left();
        line.backspace();
        line.insert('B');
        line.delete();
        assert_eq!(line.text(), "B3");
        line.home();
        line.backspace();
        line.end();
        line.right();
        line.insert('é');
        assert_eq!(line.take(), "B3é");
        assert!(line.is_empty());
    }

    #[test]
    fn control_letters_and_floods_are_kept_out() {
        let mut line = InputLine::with(&"x".repeat(1_000_000));
        line.insert('y');
        line.insert('\n');
        assert_eq!(line.text().len(), LONGEST);
    }
}

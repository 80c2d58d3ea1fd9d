//! Words on lines of fewer than eighty letters.

use std::fmt;

/// The longest line that the standard wants to see.
const WIDTH: usize = 79;

/// Writes words, with a blank or a line's end between them.
pub(super) struct Wrap<'a, W> {
    out: &'a mut W,
    /// A word that is not written yet, since something may still be glued to it.
    word: String,
    /// Letters on the line so far.
    column: usize,
}

impl<'a, W: fmt::Write> Wrap<'a, W> {
    pub(super) fn new(out: &'a mut W) -> Self {
        Self { out, word: String::new(), column: 0 }
    }

    /// Begins a new word. What is glued on stays on one line with it.
    pub(super) fn word(&mut self, text: &str) -> fmt::Result {
        self.flush()?;
        self.word.push_str(text);
        Ok(())
    }

    /// Continues the word that was begun.
    pub(super) fn glue(&mut self, text: &str) {
        self.word.push_str(text);
    }

    /// Closes what the word before belongs to, on the same line unless very much is closed at once.
    pub(super) fn close(&mut self, text: &str) -> fmt::Result {
        if self.word.len() + text.len() > WIDTH {
            return self.word(text);
        }
        self.glue(text);
        Ok(())
    }

    /// Ends the line.
    pub(super) fn end_line(&mut self) -> fmt::Result {
        self.flush()?;
        self.column = 0;
        self.out.write_char('\n')
    }

    fn flush(&mut self) -> fmt::Result {
        if self.word.is_empty() {
            return Ok(());
        }
        let length = self.word.chars().count();
        if self.column > 0 && self.column + 1 + length > WIDTH {
            self.out.write_char('\n')?;
            self.column = 0;
        } else if self.column > 0 {
            self.out.write_char(' ')?;
            self.column += 1;
        }
        self.out.write_str(&self.word)?;
        self.column += length;
        self.word.clear();
        Ok(())
    }
}

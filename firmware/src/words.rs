//! Words from a serial line, one at a time: a line may be longer than the memory to hold it.

use crate::Machine;

/// The longest word that is understood: a FEN's board has up to 71 letters.
const CAPACITY: usize = 80;

/// Reads a line word by word.
#[derive(Debug)]
pub(crate) struct Words {
    word: [u8; CAPACITY],
    len: usize,
    at_end: bool,
}

impl Words {
    pub(crate) const fn new() -> Self {
        Self { word: [0; CAPACITY], len: 0, at_end: true }
    }

    /// Begins a new line, after skipping what is left of the old one.
    pub(crate) fn next_line(&mut self, machine: &mut impl Machine) {
        while self.next(machine).is_some() {}
        self.at_end = false;
    }

    /// The next word of the line; `None` at its end. Waits for it. A word that is too long, or not
    /// text, comes out as one that means nothing.
    pub(crate) fn next(&mut self, machine: &mut impl Machine) -> Option<&str> {
        self.len = 0;
        while !self.at_end {
            let Some(byte) = machine.read() else { continue };
            match byte {
                b'\r' | b'\n' => self.at_end = true,
                // Backspace and delete, since people type here.
                8 | 127 => self.len = self.len.saturating_sub(1),
                b' ' | b'\t' if self.len == 0 => {}
                b' ' | b'\t' => break,
                _ => {
                    if let Some(slot) = self.word.get_mut(self.len) {
                        *slot = byte;
                    }
                    self.len = (self.len + 1).min(CAPACITY + 1);
                }
            }
        }
        if self.len == 0 {
            return None;
        }
        let word = self.word.get(..self.len).and_then(|bytes| core::str::from_utf8(bytes).ok());
        Some(word.unwrap_or("?"))
    }
}

//! A line read word by word, and the numbers in it.

/// The words of a line, with the rest of the line at hand.
///
/// Some arguments are one word, some are all that follows; both protocols mix them.
#[derive(Clone, Debug)]
pub(crate) struct Words<'a> {
    /// What has not been taken yet.
    pub(crate) rest: &'a str,
}

impl<'a> Words<'a> {
    pub(crate) fn new(line: &'a str) -> Self {
        Self { rest: line.trim() }
    }

    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.rest.split_whitespace().next()
    }

    /// The next word if it is a number. A word that is none stays: it may be the next keyword.
    pub(crate) fn number(&mut self) -> Option<i64> {
        let value = integer(self.peek()?)?;
        self.next();
        Some(value)
    }

    /// Takes words up to the first of the keywords, which stays.
    pub(crate) fn until(&mut self, keywords: &str) -> Vec<String> {
        let mut taken = Vec::new();
        while let Some(word) = self.peek().filter(|word| !is_among(keywords, word)) {
            taken.push(word.to_owned());
            self.next();
        }
        taken
    }

    /// Splits what is left before the first word that `stops`, which is dropped. Without such a
    /// word, everything is before it.
    pub(crate) fn split_at_word(&self, stops: impl Fn(&str) -> bool) -> (&'a str, Option<&'a str>) {
        let mut ahead = self.clone();
        loop {
            let start = self.rest.len() - ahead.rest.len();
            match ahead.next() {
                Some(word) if stops(word) => return (self.rest[..start].trim_end(), Some(ahead.rest)),
                Some(_) => {}
                None => return (self.rest, None),
            }
        }
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        (!word.is_empty()).then_some(word)
    }
}

/// Whether a word is in a list of words that are separated by blanks.
pub(crate) fn is_among(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|known| known == word)
}

/// Reads a whole number. What does not fit becomes the largest or smallest that does, and a
/// fraction is dropped, since clients were seen to send both.
pub(crate) fn integer(text: &str) -> Option<i64> {
    let whole = text.split_once('.').map_or(text, |(whole, fraction)| {
        if fraction.bytes().all(|digit| digit.is_ascii_digit()) { whole } else { text }
    });
    let (negative, digits) = match whole.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, whole.strip_prefix('+').unwrap_or(whole)),
    };
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    Some(match digits.parse::<i64>() {
        Ok(value) if negative => -value,
        Ok(value) => value,
        Err(_) if negative => i64::MIN,
        Err(_) => i64::MAX,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_overflow_become_the_largest() {
        assert_eq!(integer("99999999999999999999999"), Some(i64::MAX));
        assert_eq!(integer("-99999999999999999999999"), Some(i64::MIN));
    }

    #[test]
    fn fractions_are_dropped_and_noise_is_no_number() {
        assert_eq!(integer("100.75"), Some(100));
        assert_eq!(integer("+7"), Some(7));
        for noise in ["", "abc", "-", "1e5", "0x10", "1.x", "--1", "١"] {
            assert_eq!(integer(noise), None, "{noise:?}");
        }
    }

    #[test]
    fn words_are_parted_by_tabs_and_any_number_of_spaces() {
        let mut words = Words::new(" \tname  Clear\tHash \r");
        assert_eq!(words.next(), Some("name"));
        assert_eq!(words.rest, "Clear\tHash");
        assert_eq!(words.collect::<Vec<_>>(), ["Clear", "Hash"]);
    }

    #[test]
    fn a_line_is_split_at_a_word_and_not_inside_one() {
        let words = Words::new("My value2 value a value b");
        assert_eq!(words.split_at_word(|word| word == "value"), ("My value2", Some("a value b")));
        assert_eq!(Words::new("").split_at_word(|_| true), ("", None));
    }
}

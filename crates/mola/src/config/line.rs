//! One line of the configuration file: `key = value`, a comment, or nothing. Every file that is read here
//! is also TOML; tables, lists and dates of TOML are not used.

use std::fmt;

/// The right side of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Value {
    /// The value as a flag of the command line would get it.
    pub(super) word: String,
    /// Numbers and switches are not.
    is_quoted: bool,
}

impl Value {
    pub(super) fn switch(&self) -> Result<bool, String> {
        let value = self.word.parse().ok().filter(|_| !self.is_quoted);
        value.ok_or_else(|| "write true or false".to_owned())
    }
}

/// Written so that it can be read again.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_quoted {
            return write!(f, "\"{}\"", self.word.replace('\\', "\\\\").replace('"', "\\\""));
        }
        f.write_str(&self.word)
    }
}

/// Takes a line apart; nothing for comments and empty lines.
///
/// # Errors
/// What is wrong with the line, without a full stop.
pub(super) fn parse(line: &str) -> Result<Option<(&str, Value)>, String> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let is_key = |key: &str| {
        !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    };
    match line.split_once('=') {
        Some((key, value)) if is_key(key.trim()) => {
            let key = key.trim();
            Ok(Some((key, parse_value(key, value.trim())?)))
        }
        _ => Err("a line has the form key = value, or begins with #".to_owned()),
    }
}

fn parse_value(key: &str, text: &str) -> Result<Value, String> {
    let (value, rest) = if let Some(quote @ ('"' | '\'')) = text.chars().next() {
        let (word, rest) = parse_text(&text[1..], quote)?;
        (Value { word, is_quoted: true }, rest)
    } else {
        let (word, rest) = text.split_at(text.find('#').unwrap_or(text.len()));
        (parse_word(key, word.trim())?, rest)
    };
    let rest = rest.trim_start();
    if rest.is_empty() || rest.starts_with('#') {
        return Ok(value);
    }
    Err(format!("nothing but a comment may follow the value: {rest:?}"))
}

fn parse_word(key: &str, word: &str) -> Result<Value, String> {
    // TOML knows no numbers with zeros in front.
    let is_number = word == "0" || word.bytes().all(|byte| byte.is_ascii_digit()) && !word.starts_with('0');
    let value = |is_quoted| Value { word: word.to_owned(), is_quoted };
    match word {
        "" => Err(format!("there is no value after {key} =")),
        "true" | "false" => Ok(value(false)),
        _ if is_number => Ok(value(false)),
        _ => Err(format!("put quotes around the value: {key} = {}", value(true))),
    }
}

/// Reads up to the closing quote, and gives what follows it. Between single quotes a backslash is itself.
fn parse_text(text: &str, quote: char) -> Result<(String, &str), String> {
    let mut value = String::new();
    let mut letters = text.char_indices();
    while let Some((index, letter)) = letters.next() {
        match letter {
            _ if letter == quote => return Ok((value, &text[index + 1..])),
            '\\' if quote == '"' => match letters.next() {
                Some((_, escaped @ ('\\' | '"'))) => value.push(escaped),
                _ => return Err("write a backslash twice, or use single quotes".to_owned()),
            },
            _ if letter.is_control() && letter != '\t' => {
                return Err("the value has a character in it that cannot be shown".to_owned());
            }
            _ => value.push(letter),
        }
    }
    Err(format!("the quote {quote} is not closed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_words_in_quotes_numbers_and_switches() {
        let cases = [
            ("level = 3", "level", "3", false),
            ("  ascii=true # always", "ascii", "true", false),
            ("book = \"a \\\"b\\\" # c\" # d", "book", "a \"b\" # c", true),
            (r"tables = 'C:\syzygy'", "tables", r"C:\syzygy", true),
            (r#"tables = "C:\\syzygy""#, "tables", r"C:\syzygy", true),
            ("engine = ''", "engine", "", true),
        ];
        for (line, key, word, is_quoted) in cases {
            let value = Value { word: word.to_owned(), is_quoted };
            assert_eq!(parse(line), Ok(Some((key, value.clone()))), "{line}");
            assert_eq!(parse(&format!("{key} = {value}")), Ok(Some((key, value))), "{line}");
        }
        for line in ["", "   ", "# level = 3", "\t#"] {
            assert_eq!(parse(line), Ok(None));
        }
    }

    #[test]
    fn mistakes_say_what_to_write() {
        for (line, words) in [
            ("level", "key = value"),
            ("= 3", "key = value"),
            ("my level = 3", "key = value"),
            ("level =", "there is no value after level ="),
            ("engine = gnuchess -u", "put quotes around the value: engine = \"gnuchess -u\""),
            ("level = 05", "put quotes"),
            ("level = 3 4", "put quotes"),
            ("engine = \"mola", "the quote \" is not closed"),
            ("engine = 'mola' pocket", "nothing but a comment may follow"),
            (r#"tables = "C:\syzygy""#, "write a backslash twice"),
            ("engine = '\u{7}'", "cannot be shown"),
        ] {
            let error = parse(line).unwrap_err();
            assert!(error.contains(words), "{line}: {error}");
        }
    }
}

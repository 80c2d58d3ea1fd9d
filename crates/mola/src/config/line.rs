//! One line of the configuration file: `key = value`, a comment, or nothing. Every file that is read here
//! is also TOML; tables, lists and dates of TOML are not used.

use std::fmt;

/// The right side of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Text(String),
    Number(String),
    Switch(bool),
}

impl Value {
    /// The value as a flag of the command line would get it.
    pub(super) fn word(&self) -> &str {
        match self {
            Self::Text(text) | Self::Number(text) => text,
            Self::Switch(true) => "true",
            Self::Switch(false) => "false",
        }
    }

    pub(super) fn switch(&self) -> Result<bool, String> {
        match self {
            Self::Switch(value) => Ok(*value),
            _ => Err("write true or false".to_owned()),
        }
    }
}

/// Written so that it can be read again.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, "\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
            _ => f.write_str(self.word()),
        }
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
        let (text, rest) = parse_text(&text[1..], quote)?;
        (Value::Text(text), rest)
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
    match word {
        "" => Err(format!("there is no value after {key} =")),
        "true" => Ok(Value::Switch(true)),
        "false" => Ok(Value::Switch(false)),
        // TOML knows no numbers with zeros in front.
        _ if word == "0" || word.bytes().all(|byte| byte.is_ascii_digit()) && !word.starts_with('0') => {
            Ok(Value::Number(word.to_owned()))
        }
        _ => Err(format!("put quotes around the value: {key} = {}", Value::Text(word.to_owned()))),
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
            ("level = 3", "level", Value::Number("3".into())),
            ("  ascii=true # always", "ascii", Value::Switch(true)),
            ("book = \"a \\\"b\\\" # c\" # d", "book", Value::Text("a \"b\" # c".into())),
            (r"tables = 'C:\syzygy'", "tables", Value::Text(r"C:\syzygy".into())),
            (r#"tables = "C:\\syzygy""#, "tables", Value::Text(r"C:\syzygy".into())),
            ("engine = ''", "engine", Value::Text(String::new())),
        ];
        for (line, key, value) in cases {
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

//! `option` lines: what can be set, as UCI engines tell it.

use std::fmt;

use mola_game::{EngineOption, OptionKind};

use crate::words::{Words, integer};

/// Reads what follows `option`.
pub(super) fn parse(mut words: Words<'_>) -> Option<EngineOption> {
    if words.next() != Some("name") {
        return None;
    }
    let (name, rest) = words.split_at_word(|word| word == "type");
    let name = Words::new(name).collect::<Vec<_>>().join(" ");
    let mut words = Words::new(rest?);
    let kind = match words.next()? {
        "check" => OptionKind::Switch(default_of(&words).eq_ignore_ascii_case("true")),
        "spin" => parse_number(words),
        "combo" => {
            let (default, mut rest) = words.split_at_word(|word| word == "var");
            let default = default.strip_prefix("default").unwrap_or_default().trim().to_owned();
            let mut choices = Vec::new();
            while let Some(text) = rest {
                let (choice, others) = Words::new(text).split_at_word(|word| word == "var");
                choices.push(choice.to_owned());
                rest = others;
            }
            OptionKind::Choice { default, choices }
        }
        // Strings, and the file and path types that some engines add.
        "string" | "file" | "path" => {
            let default = default_of(&words);
            OptionKind::Text(if default == "<empty>" { "".into() } else { default.to_owned().into() })
        }
        "button" => OptionKind::Action,
        _ => return None,
    };
    (!name.is_empty()).then_some(EngineOption { name: name.into(), kind })
}

fn default_of<'a>(words: &Words<'a>) -> &'a str {
    words.rest.strip_prefix("default").unwrap_or_default().trim()
}

fn parse_number(mut words: Words<'_>) -> OptionKind {
    let (mut default, mut min, mut max) = (None, i64::MIN, i64::MAX);
    while let Some(word) = words.next() {
        let Some(value) = words.peek().and_then(integer) else { continue };
        match word {
            "default" => default = Some(value),
            "min" => min = value,
            "max" => max = value,
            _ => continue,
        }
        words.next();
    }
    OptionKind::Number { default: default.unwrap_or(min.max(0)), min, max }
}

/// Writes the whole line.
pub(super) fn write(setting: &EngineOption, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "option name {} type ", setting.name)?;
    match &setting.kind {
        OptionKind::Switch(default) => write!(f, "check default {default}"),
        OptionKind::Number { default, min, max } => write!(f, "spin default {default} min {min} max {max}"),
        OptionKind::Choice { default, choices } => {
            write!(f, "combo default {default}")?;
            choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
        }
        OptionKind::Text(default) => {
            write!(f, "string default {}", if default.is_empty() { "<empty>" } else { default })
        }
        OptionKind::Action => f.write_str("button"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_real_engines_are_read() {
        let parse = |line| parse(Words::new(line)).unwrap();
        let contempt = parse("name Analysis Contempt type combo default Both var Off var White var Both");
        assert_eq!(contempt.name, "Analysis Contempt");
        assert!(matches!(contempt.kind, OptionKind::Choice { choices, .. } if choices.len() == 3));
        assert_eq!(parse("name Clear Hash type button").kind, OptionKind::Action);
        let net = parse("name EvalFile type string default nn-ad9b42354671.nnue");
        assert_eq!(net.kind, OptionKind::Text("nn-ad9b42354671.nnue".into()));
        assert_eq!(parse("name SyzygyPath type string default <empty>").kind, OptionKind::Text("".into()));
        assert_eq!(parse("name Book type string").kind, OptionKind::Text("".into()));
        let odd = parse("name Odd type spin min 5 default 7");
        assert_eq!(odd.kind, OptionKind::Number { default: 7, min: 5, max: i64::MAX });
    }

    #[test]
    fn noise_is_no_option() {
        for noise in ["", "name", "name X", "name X type", "name X type y", "name type spin", "type spin"] {
            assert_eq!(parse(Words::new(noise)), None, "{noise:?}");
        }
    }
}

//! Options inside of `feature option="…"`.

use std::fmt::Write;

use mola_game::{EngineOption, OptionKind};

use crate::words::{Words, integer};

/// Reads `Name -spin 1 0 9` and its like. The name ends at the first word with a dash.
pub(crate) fn parse(text: &str) -> Option<EngineOption> {
    let (name, after) = text.split_once(" -").map(|(name, after)| (name.trim(), after.trim()))?;
    let mut words = Words::new(after);
    let kind = match words.next()? {
        "button" | "save" | "reset" => OptionKind::Action,
        "check" => OptionKind::Switch(words.number()? != 0),
        "spin" | "slider" => {
            let mut next = || integer(words.next()?);
            OptionKind::Number { default: next()?, min: next()?, max: next()? }
        }
        "combo" => {
            let mut default = String::new();
            let mut choices = Vec::new();
            for choice in words.rest.split("///").map(str::trim).filter(|choice| !choice.is_empty()) {
                let name = choice.strip_prefix('*').unwrap_or(choice);
                if name != choice || default.is_empty() {
                    name.clone_into(&mut default);
                }
                choices.push(name.to_owned());
            }
            OptionKind::Choice { default, choices }
        }
        "string" | "file" | "path" => OptionKind::Text(words.rest.to_owned().into()),
        _ => return None,
    };
    (!name.is_empty()).then(|| EngineOption { name: name.to_owned().into(), kind })
}

/// Writes the setting in the same way. Names and choices become single words, because clients read
/// them so; [`EngineOption::is`] and [`EngineOption::canonical`] know both spellings.
pub(crate) fn write(setting: &EngineOption) -> String {
    let one_word = |text: &str| text.replace(char::is_whitespace, "_");
    let mut text = one_word(&setting.name);
    // Writing to a string does not fail.
    let _ = match &setting.kind {
        OptionKind::Switch(default) => write!(text, " -check {}", u8::from(*default)),
        OptionKind::Number { default, min, max } => write!(text, " -spin {default} {min} {max}"),
        OptionKind::Choice { default, choices } => {
            text.push_str(" -combo ");
            let starred =
                |choice: &String| format!("{}{}", if choice == default { "*" } else { "" }, one_word(choice));
            write!(text, "{}", choices.iter().map(starred).collect::<Vec<_>>().join(" /// "))
        }
        // If the name says that a file or a folder is wanted, GUIs help to find it.
        OptionKind::Text(default) => {
            let known = [("File", "file"), ("Path", "path")];
            let kind = known.iter().find(|(ending, _)| setting.name.ends_with(ending));
            let kind = kind.map_or("string", |(_, kind)| kind);
            write!(text, " -{kind} {default}")
        }
        OptionKind::Action => write!(text, " -button"),
    };
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_real_engines_are_read() {
        let style = parse("Style -combo Normal /// *Wild /// Very Wild").unwrap();
        assert_eq!(
            style.kind,
            OptionKind::Choice {
                default: "Wild".into(),
                choices: vec!["Normal".into(), "Wild".into(), "Very Wild".into()]
            }
        );
        assert_eq!(parse("Own Book -check 1").unwrap(), EngineOption::switch("Own Book", true));
        assert_eq!(parse("Clear -button").unwrap().kind, OptionKind::Action);
        assert_eq!(parse("Resign -slider 0 -5 9").unwrap(), EngineOption::number("Resign", 0, -5, 9));
        for noise in ["", "x", "x -y", "x -spin 1", " -spin 1 2 3"] {
            assert_eq!(parse(noise), None, "{noise:?}");
        }
    }

    #[test]
    fn names_and_choices_are_written_as_single_words() {
        assert_eq!(write(&EngineOption::number("Move Overhead", 10, 0, 50)), "Move_Overhead -spin 10 0 50");
        let kind = OptionKind::Choice { default: "a b".into(), choices: vec!["a b".into(), "c".into()] };
        assert_eq!(write(&EngineOption { name: "Engine".into(), kind }), "Engine -combo *a_b /// c");
    }

    #[test]
    fn files_and_folders_are_told_from_other_texts() {
        for (name, line) in [
            ("BookFile", "BookFile -file x"),
            ("SyzygyPath", "SyzygyPath -path x"),
            ("Style", "Style -string x"),
        ] {
            let setting = EngineOption::text(name, "x");
            assert_eq!(write(&setting), line);
            assert_eq!(parse(line), Some(setting));
        }
    }
}

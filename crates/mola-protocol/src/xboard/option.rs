//! Options inside of `feature option="…"`.

use std::fmt::Write;

use crate::words::{Words, integer};
use crate::{Setting, SettingKind};

/// Reads `Name -spin 1 0 9` and its like. The name ends at the first word with a dash.
pub(crate) fn parse(text: &str) -> Option<Setting> {
    let (name, after) = text.split_once(" -").map(|(name, after)| (name.trim(), after.trim()))?;
    let mut words = Words::new(after);
    let kind = match words.next()? {
        "button" | "save" | "reset" => SettingKind::Action,
        "check" => SettingKind::Switch(words.number()? != 0),
        "spin" | "slider" => {
            let mut next = || integer(words.next()?);
            SettingKind::Number { default: next()?, min: next()?, max: next()? }
        }
        "combo" => {
            let mut default = String::new();
            let mut choices = Vec::new();
            for choice in words.rest().split("///").map(str::trim).filter(|choice| !choice.is_empty()) {
                let name = choice.strip_prefix('*').unwrap_or(choice);
                if name != choice || default.is_empty() {
                    name.clone_into(&mut default);
                }
                choices.push(name.to_owned());
            }
            SettingKind::Choice { default, choices }
        }
        "string" | "file" | "path" => SettingKind::Text(words.rest().to_owned()),
        _ => return None,
    };
    (!name.is_empty()).then(|| Setting { name: name.to_owned(), kind })
}

/// Writes the setting in the same way. Names and choices become single words, because clients read
/// them so; [`Setting::is`] and [`Setting::canonical`] know both spellings.
pub(crate) fn write(setting: &Setting) -> String {
    let one_word = |text: &str| text.replace(char::is_whitespace, "_");
    let mut text = one_word(&setting.name);
    // Writing to a string does not fail.
    let _ = match &setting.kind {
        SettingKind::Switch(default) => write!(text, " -check {}", u8::from(*default)),
        SettingKind::Number { default, min, max } => write!(text, " -spin {default} {min} {max}"),
        SettingKind::Choice { default, choices } => {
            text.push_str(" -combo ");
            let starred =
                |choice: &String| format!("{}{}", if choice == default { "*" } else { "" }, one_word(choice));
            write!(text, "{}", choices.iter().map(starred).collect::<Vec<_>>().join(" /// "))
        }
        // If the name says that a file or a folder is wanted, GUIs help to find it.
        SettingKind::Text(default) => {
            let ends = |ending| setting.name.ends_with(ending);
            let kind = if ends("File") {
                "file"
            } else if ends("Path") {
                "path"
            } else {
                "string"
            };
            write!(text, " -{kind} {default}")
        }
        SettingKind::Action => write!(text, " -button"),
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
            SettingKind::Choice {
                default: "Wild".into(),
                choices: vec!["Normal".into(), "Wild".into(), "Very Wild".into()]
            }
        );
        assert_eq!(parse("Own Book -check 1").unwrap(), Setting::switch("Own Book", true));
        assert_eq!(parse("Clear -button").unwrap().kind, SettingKind::Action);
        assert_eq!(parse("Resign -slider 0 -5 9").unwrap(), Setting::number("Resign", 0, -5, 9));
        for noise in ["", "x", "x -y", "x -spin 1", " -spin 1 2 3"] {
            assert_eq!(parse(noise), None, "{noise:?}");
        }
    }

    #[test]
    fn names_and_choices_are_written_as_single_words() {
        assert_eq!(write(&Setting::number("Move Overhead", 10, 0, 50)), "Move_Overhead -spin 10 0 50");
        let kind = SettingKind::Choice { default: "a b".into(), choices: vec!["a b".into(), "c".into()] };
        assert_eq!(write(&Setting { name: "Engine".into(), kind }), "Engine -combo *a_b /// c");
    }

    #[test]
    fn files_and_folders_are_told_from_other_texts() {
        for (name, line) in [
            ("BookFile", "BookFile -file x"),
            ("SyzygyPath", "SyzygyPath -path x"),
            ("Style", "Style -string x"),
        ] {
            let setting = Setting::text(name, "x");
            assert_eq!(write(&setting), line);
            assert_eq!(parse(line), Some(setting));
        }
    }
}

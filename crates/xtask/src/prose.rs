//! A proofreader for what people read: long lines of Markdown, British spelling, and phrases that sound
//! translated. It knows few words, all of which are wrong wherever they stand; what may stay is listed.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};

use crate::shell::{command, root};

/// The longest line of Markdown. Tables and lines with links cannot be broken.
const WIDTH: usize = 100;

/// What to avoid, in small letters, and what to write instead. A star stands for any ending.
const AVOIDED: &[(&str, &str)] = &[
    ("analyse*", "analyze"),
    ("analysing*", "analyzing"),
    ("artefact*", "artifact"),
    ("behaviour*", "behavior"),
    ("cancelled*", "canceled"),
    ("catalogue*", "catalog"),
    ("colour*", "color"),
    ("favour*", "favor"),
    ("neighbour*", "neighbor"),
    ("normalis*", "normaliz"),
    ("optimis*", "optimiz"),
    ("quantis*", "quantiz"),
    ("recognis*", "recogniz"),
    ("an own", "its own"),
    ("broken off", "stopped"),
    ("can not", "cannot"),
    ("cannot be had", "is not available"),
    ("for ever", "forever, or better a reason why it ends"),
    ("is done without", "we do without"),
    ("so many", "the number itself"),
    ("tells of", "describes"),
];

/// A file or folder, what it may say, and why.
const ALLOWED: &[(&str, &str, &str)] = &[
    ("crates/xtask/src/prose.rs", "", "the list itself"),
    ("crates/mola-protocol/src/session/options.rs", "analyse*", "UCI names an option so"),
    ("crates/mola-protocol/tests/uci_traps.rs", "analyse*", "UCI names an option so"),
    ("crates/mola-protocol/src/xboard/command.rs", "analyse*", "clients spell a command either way"),
    ("crates/mola/src/main.rs", "analyse*", "people type a command either way"),
    ("crates/mola/src/lab/net.rs", "quantis*", "people type a command either way"),
    ("crates/mola/tests/play.rs", "colour*", "what somebody may type"),
    ("crates/mola-py", "analyse*", "python-chess names a method so"),
    ("crates/mola-py", "cancelled*", "asyncio names an error so"),
    ("guide/python.md", "analyse*", "python-chess names a method so"),
    ("docs/analysis/measure.py", "analyse*", "python-chess names a method so"),
    ("crates/mola/tests/python/check.py", "analyse*", "python-chess names a method so"),
];

const ENDINGS: [&str; 7] = ["md", "rs", "toml", "ts", "svelte", "py", "mjs"];

/// Reads every file of the project, and fails with a list of what to change.
pub(crate) fn check() -> anyhow::Result<()> {
    let output = command("git", &["ls-files", "--cached", "--others", "--exclude-standard"]).output();
    let files = String::from_utf8(output.context("git lists the files to read")?.stdout)?;
    let mut faults = Vec::new();
    for name in files.lines() {
        let path = Path::new(name);
        let is_prose = path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known));
        if is_prose && let Ok(text) = fs::read_to_string(root().join(path)) {
            let found = read(&text, path.extension().is_some_and(|ending| ending == "md"));
            faults.extend(
                found
                    .into_iter()
                    .filter(|fault| !fault.is_allowed(name))
                    .map(|fault| format!("{name}:{}: {}", fault.line, fault.advice)),
            );
        }
    }
    for fault in &faults {
        println!("{fault}");
    }
    ensure!(faults.is_empty(), "{} places to rewrite", faults.len());
    Ok(())
}

struct Fault {
    line: usize,
    phrase: &'static str,
    advice: String,
}

impl Fault {
    fn is_allowed(&self, file: &str) -> bool {
        ALLOWED
            .iter()
            .any(|&(name, phrase, _)| file.starts_with(name) && (phrase.is_empty() || phrase == self.phrase))
    }
}

fn read(text: &str, is_markdown: bool) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut in_code = false;
    for (index, line) in text.lines().enumerate() {
        let mut fault = |phrase, advice| faults.push(Fault { line: index + 1, phrase, advice });
        in_code ^= line.trim_start().starts_with("```");
        let unbroken = in_code || line.trim_start().starts_with('|') || line.contains("](");
        if is_markdown && !unbroken && line.chars().count() > WIDTH {
            fault("", format!("the line is longer than {WIDTH} characters"));
        }
        let small = line.to_lowercase();
        for (phrase, better) in AVOIDED {
            if says(&small, phrase) {
                fault(phrase, format!("{phrase:?}: write {better:?}"));
            }
        }
        if is_no(&small) {
            fault("is no", "\"is no …\": write \"is not a …\"".to_owned());
        }
    }
    faults
}

fn says(line: &str, phrase: &str) -> bool {
    if let Some(stem) = phrase.strip_suffix('*') {
        return line.contains(stem);
    }
    let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphabetic);
    line.match_indices(phrase).any(|(start, _)| {
        let (before, after) = (&line.as_bytes()[..start], &line.as_bytes()[start + phrase.len()..]);
        !is_letter(before.last()) && !is_letter(after.first())
    })
}

/// Whether something "is no" something, which is stiff where it is not "there is no" or "is no longer".
fn is_no(line: &str) -> bool {
    line.match_indices(" is no ").any(|(start, phrase)| {
        let before = line[..start].rsplit(' ').next().unwrap_or_default();
        let after = line[start + phrase.len()..].split(' ').next().unwrap_or_default();
        let is_word = before.ends_with(|letter: char| letter.is_alphanumeric());
        is_word && !before.ends_with("there") && !["longer", "more", "less"].contains(&after)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phrases(text: &str) -> Vec<&'static str> {
        read(text, true).iter().map(|fault| fault.phrase).collect()
    }

    #[test]
    fn british_spelling_is_found_in_capitals_too() {
        assert_eq!(phrases("Colours\nand Analysers"), ["colour*", "analyse*"]);
        assert!(phrases("colors and analyzers").is_empty());
    }

    #[test]
    fn phrases_are_whole_words() {
        assert_eq!(phrases("It lasts for ever."), ["for ever"]);
        assert!(phrases("for everyone, than own").is_empty());
    }

    #[test]
    fn nothing_is_no_anything() {
        assert_eq!(phrases("That is no level."), ["is no"]);
        assert!(phrases("There is no such level. It is no longer there, if there is no file.").is_empty());
    }

    #[test]
    fn only_markdown_lines_that_can_be_broken_are_too_long() {
        let long = "word ".repeat(21);
        assert_eq!(read(&long, true).len(), 1);
        assert!(read(&long, false).is_empty());
        assert!(read(&format!("| {long}"), true).is_empty());
        assert!(read(&format!("```\n{long}\n```"), true).is_empty());
        assert!(read(&format!("[a link](to) {long}"), true).is_empty());
    }
}

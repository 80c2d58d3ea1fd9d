//! Code that the guide quotes is the code of today. A line `<!-- code: FILE | START | END -->` names a part of a
//! file: from the first line with START up to the next one with END, or, without END, up to the brace that closes
//! what START began. The block below it is that part.

use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, ensure};

use super::{has_ending, project_files};
use crate::shell::root;

/// Brings every quotation of the guide up to date, and returns the pages that were not.
pub(super) fn refresh() -> anyhow::Result<Vec<String>> {
    let read = |file: &str| fs::read_to_string(root().join(file)).with_context(|| file.to_owned());
    let mut changed = Vec::new();
    for file in project_files("guide")?.into_iter().filter(|file| has_ending(file, "md")) {
        let page = read(&file)?;
        let fresh = renewed(&page, read).with_context(|| file.clone())?;
        if fresh != page {
            fs::write(root().join(&file), fresh)?;
            changed.push(file);
        }
    }
    Ok(changed)
}

/// A page with the code that its marks ask for.
fn renewed(page: &str, read: impl Fn(&str) -> anyhow::Result<String>) -> anyhow::Result<String> {
    let mut parts = page.split("<!-- code: ");
    let mut fresh = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (mark, rest) = part.split_once(" -->").context("a mark is not closed")?;
        let (_, after) = rest.split_once("```").context("no code follows a mark")?;
        let (_, after) = after.split_once("```").context("code is not closed")?;
        let mut words = mark.split(" | ");
        let (file, start) = (words.next().unwrap_or_default(), words.next().context("a mark has no start")?);
        let code = part_of(&read(file)?, start, words.next());
        let code = code.with_context(|| format!("{file} does not have {mark:?}"))?;
        write!(fresh, "<!-- code: {mark} -->\n\n```rust,ignore\n{code}```{after}")?;
    }
    Ok(fresh)
}

/// A part of a text, moved to the left edge.
fn part_of(text: &str, start: &str, end: Option<&str>) -> anyhow::Result<String> {
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| line.contains(start)).context("the start is missing")?;
    let margin = lines[first].len() - lines[first].trim_start().len();
    let brace = format!("{}}}", &lines[first][..margin]);
    let is_end =
        |line: &str| end.map_or(line.trim_end_matches([';', ',']) == brace, |end| line.contains(end));
    let length = lines[first + 1..].iter().position(|line| is_end(line)).context("the end is missing")?;
    let last = first + length + usize::from(end.is_none());
    let mut part: Vec<&str> =
        lines[first..=last].iter().map(|line| line.get(margin..).unwrap_or("")).collect();
    while part.last().is_some_and(|line| line.trim().is_empty()) {
        part.pop();
    }
    ensure!(!part.is_empty(), "it is empty");
    Ok(part.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str =
        "mod a {\n    fn one() {\n        two();\n    }\n\n    // Next.\n    fn two() {}\n}\n";

    #[test]
    fn a_function_ends_with_its_brace() {
        assert_eq!(part_of(SOURCE, "fn one", None).unwrap(), "fn one() {\n    two();\n}\n");
        assert_eq!(part_of(SOURCE, "fn one", Some("// Next")).unwrap(), "fn one() {\n    two();\n}\n");
        assert!(
            part_of(SOURCE, "fn three", None).is_err() && part_of(SOURCE, "fn one", Some("// No")).is_err()
        );
    }

    #[test]
    fn a_page_gets_the_code_of_today() {
        let page = "Text.\n\n<!-- code: a.rs | fn one -->\n\n```rust,ignore\nold\n```\n\nMore.\n";
        let fresh = renewed(page, |_| Ok(SOURCE.to_owned())).unwrap();
        assert!(fresh.contains("\n```rust,ignore\nfn one() {\n    two();\n}\n```\n\nMore.\n"), "{fresh}");
        assert_eq!(renewed(&fresh, |_| Ok(SOURCE.to_owned())).unwrap(), fresh);
    }
}

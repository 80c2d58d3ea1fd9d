//! Files in which each line is a position and what is known about it.

use std::path::Path;

use anyhow::{Context, ensure};

use crate::files;

/// A number that is neither infinite nor missing.
pub(super) fn finite(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

/// All lines with what they say. Those that begin with `#` are comments. Whatever else is not `form` is an error.
pub(super) fn read<T>(
    path: &Path,
    form: &str,
    parse: impl Fn(&str) -> Option<T>,
) -> anyhow::Result<Vec<(String, T)>> {
    let place = path.display();
    let text = String::from_utf8(files::read(path)?).with_context(|| format!("{place} is not text"))?;
    let lines: Vec<_> = text
        .lines()
        .zip(1..)
        .filter(|(line, _)| !line.starts_with('#') && !line.trim().is_empty())
        .map(|(line, number)| {
            let parsed =
                parse(line).with_context(|| format!("{place}, line {number}: {line:?} is not {form}"))?;
            Ok((line.to_owned(), parsed))
        })
        .collect::<anyhow::Result<_>>()?;
    ensure!(!lines.is_empty(), "{place} has no positions");
    Ok(lines)
}

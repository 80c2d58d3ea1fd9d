//! Manual pages in troff. Indented lines are examples and tables: they stay as they are, so that they can be
//! copied from the page.

use std::fmt::Write as _;

use clap::Command;
use clap_mangen::Man;

use crate::help::Topic;

/// What stands at the bottom of every page.
const SOURCE: &str = concat!("Mola ", env!("CARGO_PKG_VERSION"));

/// The file name and the text of a command's page.
pub(super) fn of_command(command: &Command) -> anyhow::Result<(String, String)> {
    let extra = command.get_after_long_help().or(command.get_after_help()).map(ToString::to_string);
    // Its own way to write the text below the options would fill the lines of examples.
    let man = Man::new(command.clone().after_help("").after_long_help("")).source(SOURCE);
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    let mut page = String::from_utf8(page)?;
    if let Some(extra) = extra {
        // What comes before the first heading of its own.
        if !extra.starts_with("Examples:") {
            page.push_str(".SH NOTES\n");
        }
        write_body(&mut page, &extra);
    }
    Ok((man.get_filename(), page))
}

/// The text of a topic's page.
pub(super) fn of_topic(topic: &Topic) -> String {
    let Topic { name, about, .. } = topic;
    let mut page = format!(".TH mola-{name} 1 \"\" \"{SOURCE}\"\n.SH NAME\nmola\\-{name} \\- {about}\n");
    page.push_str(".SH DESCRIPTION\n");
    write_body(&mut page, &topic.text());
    page
}

/// Writes paragraphs, and indented lines as they are. A line of one word with a colon is a heading.
fn write_body(page: &mut String, text: &str) {
    let mut in_example = false;
    for line in text.lines() {
        if line.starts_with(' ') != in_example && !line.is_empty() {
            in_example = line.starts_with(' ');
            page.push_str(if in_example { ".PP\n.nf\n" } else { ".fi\n" });
        }
        let _ = match line.strip_suffix(':') {
            _ if line.is_empty() && in_example => writeln!(page),
            _ if line.is_empty() => writeln!(page, ".PP"),
            Some(heading) if !heading.contains(' ') => writeln!(page, ".SH {}", heading.to_uppercase()),
            _ => writeln!(page, "{}", escape(line)),
        };
    }
    if in_example {
        page.push_str(".fi\n");
    }
}

/// Text as troff prints it, letter by letter: its own quotes and dashes cannot be typed into a shell.
fn escape(line: &str) -> String {
    let mut text = String::new();
    // A dot or a quote at the beginning would be a command.
    if line.starts_with(['.', '\'']) {
        text.push_str("\\&");
    }
    for letter in line.chars() {
        match letter {
            '\\' => text.push_str("\\(rs"),
            '-' => text.push_str("\\-"),
            '\'' => text.push_str("\\(aq"),
            '`' => text.push_str("\\(ga"),
            '^' => text.push_str("\\(ha"),
            '~' => text.push_str("\\(ti"),
            _ => text.push(letter),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_keep_their_lines_and_letters() {
        let mut page = String::new();
        write_body(&mut page, "Examples:\n  mola man ~/x\n  mola -x 'a b'\n\nMore is said here.\n.dot\n");
        let expected = ".SH EXAMPLES\n.PP\n.nf\n  mola man \\(ti/x\n  mola \\-x \\(aqa b\\(aq\n\n\
                        .fi\nMore is said here.\n\\&.dot\n";
        assert_eq!(page, expected);
    }
}

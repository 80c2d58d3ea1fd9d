//! `mola help`: commands, and topics that belong to no single command, all without a network.

use std::fmt::Write as _;

use clap::error::ErrorKind;
use clap::{Args, Command};
use mola_game::coach::Level;

use crate::config::USUAL_PATH;
use crate::output;

/// Read about a command or a topic.
#[derive(Args)]
#[command(after_help = "Examples:
  mola help
  mola help play
  mola help data merge
  mola help engines")]
pub(crate) struct Arguments {
    /// A command, or one of the topics that `mola help` lists
    #[arg(value_name = "TOPIC")]
    words: Vec<String>,
}

/// A text that belongs to no single command.
pub(crate) struct Topic {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    text: &'static str,
}

/// A row for each topic. Its text is a file with its name.
macro_rules! topics {
    ($($name:literal: $about:literal;)*) => {
        pub(crate) const TOPICS: [Topic; 6] =
            [$(Topic { name: $name, about: $about, text: include_str!(concat!("help/", $name, ".txt")) },)*];
    };
}

topics! {
    "engines": "How engines are named, with their settings and options";
    "levels": "The twenty levels and their ratings";
    "positions": "Positions and moves as you type them";
    "time": "Time controls, for people and for engines";
    "files": "Where games, the configuration and everything else is kept";
    "protocols": "Mola as an engine in other programs";
}

impl Topic {
    /// The whole text.
    pub(crate) fn text(&self) -> String {
        match self.name {
            "levels" => self.text.replace("LEVELS\n", &levels()),
            "files" => self.text.replace("CONFIGURATION", USUAL_PATH),
            _ => self.text.to_owned(),
        }
    }
}

fn levels() -> String {
    let mut rows = String::new();
    for level in Level::all() {
        let rating = level.rating().map_or_else(|| "-".to_owned(), |rating| rating.to_string());
        let _ = writeln!(rows, "  {:>2}  {:<10} {rating:>5}  {}", level.number(), level.name(), level.word());
    }
    rows
}

/// What stands below the list of commands: examples, where the configuration is, and the topics.
pub(crate) fn after(examples: &str) -> String {
    let mut text =
        format!("{examples}\n\nThe configuration file is {USUAL_PATH}: see mola config.\n\nTopics:");
    for Topic { name, about, .. } in TOPICS {
        let _ = write!(text, "\n  mola help {name:<12} {about}");
    }
    text
}

/// Columns of the widest topic.
const WIDEST: usize = 100;

/// A text with its paragraphs filled anew. Lines that are indented are examples and tables, which stay as they are.
fn wrapped(text: &str, columns: usize) -> String {
    let is_prose = |line: &&str| !line.starts_with(' ') && !line.is_empty();
    let lines: Vec<&str> = text.lines().collect();
    let parts = lines.chunk_by(|one, next| is_prose(one) && is_prose(next));
    let filled = parts.flat_map(|part| match part {
        [line] if !is_prose(line) => vec![(*line).to_owned()],
        prose => output::wrapped(&prose.join(" "), columns),
    });
    filled.map(|line| line + "\n").collect()
}

pub(crate) fn run(arguments: &Arguments, mut command: Command) -> anyhow::Result<()> {
    let words = &arguments.words;
    if let [word] = &words[..]
        && let Some(topic) = TOPICS.iter().find(|topic| topic.name == word)
    {
        let columns = crossterm::terminal::size().map_or(WIDEST, |(columns, _)| columns.into());
        return output::print(wrapped(&topic.text(), columns.min(WIDEST)));
    }
    // The same text as with the flag, which is never an ordinary end.
    let line = ["mola"].into_iter().chain(words.iter().map(String::as_str)).chain(["--help"]);
    match command.try_get_matches_from_mut(line) {
        Err(help) if help.kind() == ErrorKind::DisplayHelp => output::print(help.render()),
        _ => {
            let (wrong, names) = (words.join(" "), TOPICS.map(|topic| topic.name).join(", "));
            let text = format!("there is no help on '{wrong}'; the topics are the commands and {names}");
            command.error(ErrorKind::InvalidSubcommand, text).exit()
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn topics_fit_narrow_terminals_and_keep_their_tables() {
        let text = "One two three four five.\nSix seven.\n\n  a table  1\n  another  2\nEight.\n";
        let narrow = "One two\nthree four\nfive. Six\nseven.\n\n  a table  1\n  another  2\nEight.\n";
        assert_eq!(wrapped(text, 10), narrow);
        for topic in TOPICS {
            let text = wrapped(&topic.text(), 60);
            let prose = text.lines().filter(|line| !line.starts_with(' '));
            assert!(prose.into_iter().all(|line| line.chars().count() <= 60), "{text}");
        }
    }

    #[test]
    fn paragraphs_below_the_options_are_single_lines_that_every_terminal_wraps() {
        fn all(command: &Command) -> Vec<&Command> {
            command.get_subcommands().flat_map(all).chain([command]).collect()
        }
        let program = crate::Cli::command();
        for command in all(&program) {
            let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let lines: Vec<&str> = text.lines().collect();
            let is_prose = |line: &str| !line.is_empty() && !line.starts_with(' ');
            for pair in lines.windows(2) {
                let is_broken = is_prose(pair[0]) && is_prose(pair[1]) && !pair[0].ends_with('.');
                assert!(!is_broken, "{}: {pair:?}", command.get_name());
            }
        }
    }

    #[test]
    fn topics_are_short_lines_without_gaps_to_fill() {
        for topic in TOPICS {
            let text = topic.text();
            assert!(text.ends_with('\n') && text.lines().count() >= 8, "{}", topic.name);
            for line in text.lines() {
                assert!(line.chars().count() <= 100, "{}: {line}", topic.name);
                assert!(!["LEVELS", "CONFIGURATION"].iter().any(|gap| line.contains(gap)), "{line}");
            }
        }
    }
}

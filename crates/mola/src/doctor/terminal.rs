//! What the terminal can show, as far as the environment tells.

use std::fmt::{self, Display};
use std::io::{IsTerminal, stdin, stdout};

use serde::Serialize;

use super::row;

/// What is known of the terminal.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Terminal {
    /// Whether somebody sits at it: nothing is piped in or out.
    interactive: bool,
    term: String,
    colors: Colors,
    unicode: bool,
    /// The way in which pictures can be shown, if there is one.
    pictures: Option<&'static str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Colors {
    True,
    #[serde(rename = "256")]
    Indexed,
    #[serde(rename = "16")]
    Sixteen,
    None,
}

impl Terminal {
    pub(super) fn look(variable: &dyn Fn(&str) -> Option<String>) -> Self {
        Self {
            interactive: stdin().is_terminal() && stdout().is_terminal(),
            term: variable("TERM").unwrap_or_default(),
            colors: colors(variable),
            unicode: unicode(variable),
            pictures: pictures(variable),
        }
    }
}

fn colors(variable: &dyn Fn(&str) -> Option<String>) -> Colors {
    let term = variable("TERM").unwrap_or_default();
    let color_term = variable("COLORTERM").unwrap_or_default();
    if variable("NO_COLOR").is_some_and(|value| !value.is_empty()) || matches!(term.as_str(), "" | "dumb") {
        Colors::None
    } else if color_term == "truecolor" || color_term == "24bit" || term.contains("direct") {
        Colors::True
    } else if term.contains("256") {
        Colors::Indexed
    } else {
        Colors::Sixteen
    }
}

/// The first of these variables that is set names the encoding.
fn unicode(variable: &dyn Fn(&str) -> Option<String>) -> bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    let locale = names.iter().find_map(|name| variable(name).filter(|value| !value.is_empty()));
    let locale = locale.unwrap_or_default().to_ascii_lowercase();
    cfg!(windows) || locale.contains("utf-8") || locale.contains("utf8")
}

fn pictures(variable: &dyn Fn(&str) -> Option<String>) -> Option<&'static str> {
    let term = variable("TERM").unwrap_or_default();
    let program = variable("TERM_PROGRAM").unwrap_or_default();
    if variable("KITTY_WINDOW_ID").is_some() || term.contains("kitty") || term.contains("ghostty") {
        Some("kitty")
    } else if matches!(program.as_str(), "iTerm.app" | "WezTerm") {
        Some("iterm")
    } else if term.contains("foot") || term.contains("mlterm") || term.contains("sixel") {
        Some("sixel")
    } else {
        None
    }
}

impl Display for Terminal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.term.is_empty() { "unknown" } else { &self.term };
        row(f, "kind", kind)?;
        row(f, "interactive", if self.interactive { "yes" } else { "no: input or output is redirected" })?;
        row(
            f,
            "colors",
            match self.colors {
                Colors::True => "16 million",
                Colors::Indexed => "256",
                Colors::Sixteen => "16",
                Colors::None => "none",
            },
        )?;
        row(f, "letters", if self.unicode { "Unicode: ♔ ♕ ♖ ♗ ♘ ♙" } else { "ASCII: K Q R B N P" })?;
        row(f, "pictures", self.pictures.unwrap_or("none detected"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(variables: &[(&str, &str)]) -> Terminal {
        Terminal::look(&|name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_environment_tells_colors_and_letters() {
        let rich = look(&[("TERM", "xterm-kitty"), ("COLORTERM", "truecolor"), ("LANG", "de_DE.UTF-8")]);
        assert_eq!((rich.colors, rich.unicode, rich.pictures), (Colors::True, true, Some("kitty")));
        let usual = look(&[("TERM", "xterm-256color"), ("LC_ALL", "C"), ("LANG", "en_US.UTF-8")]);
        assert_eq!((usual.colors, usual.unicode), (Colors::Indexed, cfg!(windows)));
        let plain = look(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")]);
        assert_eq!(plain.colors, Colors::None);
        assert_eq!(look(&[("TERM", "linux")]).colors, Colors::Sixteen);
        assert_eq!(look(&[]).colors, Colors::None);
    }
}

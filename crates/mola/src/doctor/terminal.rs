//! What the terminal can show, as far as the environment says.

use std::fmt::{self, Display};
use std::io::{IsTerminal, stdin, stdout};

use serde::Serialize;

use super::row;
use crate::terminal::graphics::{Guess, guess};
use crate::terminal::view::theme::{ColorDepth, Variable, color_depth_of, speaks_unicode};

/// What is known of the terminal.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Terminal {
    /// Whether neither input nor output is redirected.
    interactive: bool,
    term: String,
    colors: ColorDepth,
    unicode: bool,
    /// The protocol for images, if the environment names one.
    #[serde(rename = "pictures")]
    images: Option<&'static str>,
}

impl Terminal {
    pub(super) fn look(variable: Variable<'_>) -> Self {
        Self {
            interactive: stdin().is_terminal() && stdout().is_terminal(),
            term: variable("TERM").unwrap_or_default(),
            colors: color_depth_of(variable),
            unicode: speaks_unicode(variable),
            images: match guess(variable) {
                Guess::Shown(protocol) => Some(protocol.name()),
                Guess::Perhaps | Guess::No => None,
            },
        }
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
                ColorDepth::True => "16 million",
                ColorDepth::Indexed => "256",
                ColorDepth::Sixteen => "16",
                ColorDepth::None => "none",
            },
        )?;
        row(f, "letters", if self.unicode { "Unicode: ♔ ♕ ♖ ♗ ♘ ♙" } else { "ASCII: K Q R B N P" })?;
        row(f, "images", self.images.unwrap_or("none detected"))
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
        assert_eq!((rich.colors, rich.unicode, rich.images), (ColorDepth::True, true, Some("kitty")));
        let usual = look(&[("TERM", "xterm-256color"), ("LC_ALL", "C"), ("LANG", "en_US.UTF-8")]);
        assert_eq!((usual.colors, usual.unicode), (ColorDepth::Indexed, cfg!(windows)));
        let plain = look(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")]);
        assert_eq!(plain.colors, ColorDepth::None);
        assert_eq!(look(&[("TERM", "linux")]).colors, ColorDepth::Sixteen);
        assert_eq!(look(&[]).colors, ColorDepth::None);
    }
}

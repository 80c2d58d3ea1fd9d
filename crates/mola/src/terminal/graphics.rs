//! Whether the terminal shows images, and how they are sent to it.
//!
//! The environment usually says. Only terminals that can be set up either way are asked, and those that do
//! not say which background they have, after the first board is on the screen.

pub(crate) mod images;
mod iterm;
mod kitty;
pub(crate) mod piece_colors;
#[cfg(unix)]
mod query;
mod raster;
mod sixel;
pub(crate) mod sprites;

use crossterm::event::KeyEvent;

use crate::terminal::view::{Background, Variable};

/// How the pieces are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Pieces {
    /// Images, in terminals that show them
    Images,
    /// Pictures made of blocks, where squares are large enough
    Blocks,
    /// Chess figures of the font
    Figures,
    /// Letters as in FEN
    Letters,
}

/// How images are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    Kitty,
    Sixel,
    ITerm,
}

impl Protocol {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Kitty => "kitty",
            Self::Sixel => "sixel",
            Self::ITerm => "iterm",
        }
    }

    /// Whether letters and images replace each other where they meet.
    pub(crate) fn shares_cells(self) -> bool {
        self != Self::Kitty
    }

    /// Whether an image fills its cells whatever its own size is.
    pub(crate) fn stretches(self) -> bool {
        self != Self::Sixel
    }
}

/// What the environment says about images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guess {
    Shown(Protocol),
    /// The terminal has to be asked.
    Perhaps,
    No,
}

pub(crate) fn guess(variable: Variable<'_>) -> Guess {
    let is_set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
    let term = variable("TERM").unwrap_or_default();
    let program = variable("TERM_PROGRAM").unwrap_or_default();
    // A terminal inside another one inherits its variables, but seldom passes images on.
    if is_set("TMUX") || is_set("ZELLIJ") || ["screen", "tmux"].iter().any(|name| term.starts_with(name)) {
        return Guess::No;
    }
    // These can be set up with and without sixels.
    if is_set("XTERM_VERSION") || is_set("KONSOLE_VERSION") {
        return Guess::Perhaps;
    }
    match (term.as_str(), program.as_str()) {
        ("xterm-kitty" | "xterm-ghostty", _) | (_, "ghostty") => Guess::Shown(Protocol::Kitty),
        ("wezterm", _) | (_, "iTerm.app" | "WezTerm") => Guess::Shown(Protocol::ITerm),
        ("foot" | "foot-extra" | "mlterm" | "mlterm-256color" | "contour", _) => {
            Guess::Shown(Protocol::Sixel)
        }
        _ if is_set("MLTERM") => Guess::Shown(Protocol::Sixel),
        _ if is_set("KITTY_WINDOW_ID") => Guess::Shown(Protocol::Kitty),
        _ => Guess::No,
    }
}

/// What a terminal says about itself.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Answer {
    /// How it shows images, if it does.
    pub(crate) protocol: Option<Protocol>,
    pub(crate) background: Option<Background>,
    /// The keys that were pressed meanwhile.
    pub(crate) typed: Vec<KeyEvent>,
}

#[cfg(unix)]
pub(crate) use crate::terminal::graphics::query::ask;

/// Elsewhere, terminals are not asked.
#[cfg(not(unix))]
pub(crate) fn ask() -> Answer {
    Answer::default()
}

/// The pixels of a cell, if the terminal reports them.
pub(crate) fn cell_size() -> Option<(u16, u16)> {
    let size = crossterm::terminal::window_size().ok()?;
    let cell = (size.width.checked_div(size.columns)?, size.height.checked_div(size.rows)?);
    (cell.0 > 0 && cell.1 > 0).then_some(cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_tells_which_terminal_it_is() {
        let kitty = Guess::Shown(Protocol::Kitty);
        let sixel = Guess::Shown(Protocol::Sixel);
        let iterm = Guess::Shown(Protocol::ITerm);
        let table: [(&[(&str, &str)], Guess); 17] = [
            (&[], Guess::No),
            (&[("TERM", "xterm-256color")], Guess::No),
            (&[("TERM", "linux")], Guess::No),
            (&[("TERM", "xterm-kitty")], kitty),
            (&[("TERM", "xterm-256color"), ("KITTY_WINDOW_ID", "1")], kitty),
            (&[("TERM", "xterm-256color"), ("KITTY_WINDOW_ID", "")], Guess::No),
            (&[("TERM", "xterm-ghostty")], kitty),
            (&[("TERM", "xterm-256color"), ("TERM_PROGRAM", "ghostty")], kitty),
            (&[("TERM", "xterm-256color"), ("TERM_PROGRAM", "iTerm.app")], iterm),
            (&[("TERM", "xterm-256color"), ("TERM_PROGRAM", "WezTerm")], iterm),
            (&[("TERM", "foot")], sixel),
            (&[("TERM", "mlterm")], sixel),
            (&[("TERM", "xterm"), ("MLTERM", "3.9.2")], sixel),
            (&[("TERM", "xterm-256color"), ("XTERM_VERSION", "XTerm(379)")], Guess::Perhaps),
            // A terminal that was started from another one.
            (&[("TERM", "xterm"), ("XTERM_VERSION", "XTerm(379)"), ("KITTY_WINDOW_ID", "1")], Guess::Perhaps),
            (&[("TERM", "tmux-256color"), ("KITTY_WINDOW_ID", "1")], Guess::No),
            (&[("TERM", "xterm-kitty"), ("TMUX", "/tmp/tmux")], Guess::No),
        ];
        for (pairs, expected) in table {
            let variable = |name: &str| {
                pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(guess(&variable), expected, "{pairs:?}");
        }
    }
}

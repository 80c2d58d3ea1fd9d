//! What the terminal can show: colors and letters. The environment says enough for the first board; what
//! the terminal itself says about its background comes a moment later.

use std::cell::RefCell;

use ratatui_core::style::{Color, Modifier, Style};

use crate::terminal::graphics::piece_colors::Rgb;
use crate::terminal::graphics::sprites::Sprites;
use crate::terminal::graphics::{Guess, Pieces, guess};

/// How a variable of the environment is looked up.
pub(crate) type Variable<'a> = &'a dyn Fn(&str) -> Option<String>;

/// How many colors there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ColorDepth {
    /// Sixteen million
    #[value(name = "true")]
    True,
    #[value(name = "256")]
    #[serde(rename = "256")]
    Indexed,
    #[value(name = "16")]
    #[serde(rename = "16")]
    Sixteen,
    /// None at all, as `NO_COLOR` asks
    None,
}

/// Which background the terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Background {
    Dark,
    Light,
}

/// How everything looks.
#[derive(Debug)]
pub(crate) struct Theme {
    pub(crate) depth: ColorDepth,
    /// Whether letters beyond ASCII can be shown.
    pub(crate) unicode: bool,
    pub(crate) ground: Background,
    /// Whether the background is only what most terminals have.
    pub(crate) is_guess: bool,
    pub(crate) palette: Palette,
    /// How the player wants the pieces; the best way if not said.
    pub(crate) pieces: Option<Pieces>,
    /// Whether the terminal shows images, and they are being drawn.
    pub(crate) images: bool,
    /// The pieces as pictures, drawn once for each size.
    pub(crate) sprites: RefCell<Sprites>,
}

/// The colors of things; by default, those that the terminal has anyway.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Palette {
    /// The squares, light first: as they are, after a move, picked, and with a king in check.
    pub(crate) squares: [Color; 2],
    pub(crate) last_move: [Color; 2],
    pub(crate) picked: Color,
    pub(crate) check: Color,
    pub(crate) hint: Color,
    pub(crate) white_piece: Color,
    pub(crate) black_piece: Color,
    /// Marks on squares.
    pub(crate) mark: Color,
    /// What matters in the panel, on the terminal's own background.
    pub(crate) accent: Color,
    pub(crate) dim: Color,
    pub(crate) alarm: Color,
    /// The bar: White's part and Black's.
    pub(crate) bar: [Color; 2],
    /// What is selected: its background and letters.
    pub(crate) selected: [Color; 2],
}

impl Theme {
    pub(crate) fn new(depth: ColorDepth, unicode: bool, ground: Background) -> Self {
        Self {
            depth,
            unicode,
            ground,
            is_guess: false,
            palette: Palette::new(depth, ground),
            pieces: None,
            images: false,
            sprites: RefCell::default(),
        }
    }

    /// How one of several things looks, whether it is the chosen one or not.
    pub(crate) fn choice(&self, is_chosen: bool) -> Style {
        match (is_chosen, self.depth) {
            (false, _) => Style::new(),
            (true, ColorDepth::None) => Style::new().add_modifier(Modifier::REVERSED),
            (true, _) => Style::new().bg(self.palette.selected[0]).fg(self.palette.selected[1]),
        }
    }

    /// The terminal has said which background it has.
    pub(crate) fn set_ground(&mut self, ground: Background) {
        (self.ground, self.is_guess) = (ground, false);
        self.palette = Palette::new(self.depth, ground);
    }

    /// What the environment says, unless the player says otherwise.
    pub(crate) fn detect(depth: Option<ColorDepth>, ascii: bool, ground: Option<Background>) -> Self {
        let variable = |name: &str| std::env::var(name).ok();
        let unicode = !ascii && speaks_unicode(&variable);
        let depth = depth.unwrap_or_else(|| color_depth_of(&variable));
        let known = ground.or_else(|| background_of(&variable));
        Self { is_guess: known.is_none(), ..Self::new(depth, unicode, known.unwrap_or(Background::Dark)) }
    }

    /// Whether the terminal is to show images: as the environment says, unless the player wants others
    /// or there is no color that an image could have.
    pub(crate) fn guess_images(&self) -> Guess {
        if !self.unicode || rgb(self.palette.squares[0]).is_none() {
            return Guess::No;
        }
        match (self.pieces, guess(&|name| std::env::var(name).ok())) {
            (Some(Pieces::Images), Guess::No) => Guess::Perhaps,
            (None | Some(Pieces::Images), guess) => guess,
            (Some(Pieces::Blocks | Pieces::Figures | Pieces::Letters), _) => Guess::No,
        }
    }
}

/// The number of a color that every terminal has a name and its own shade for.
pub(crate) fn named(color: Color) -> Option<u8> {
    const NAMES: [Color; 16] = [
        Color::Black,
        Color::Red,
        Color::Green,
        Color::Yellow,
        Color::Blue,
        Color::Magenta,
        Color::Cyan,
        Color::Gray,
        Color::DarkGray,
        Color::LightRed,
        Color::LightGreen,
        Color::LightYellow,
        Color::LightBlue,
        Color::LightMagenta,
        Color::LightCyan,
        Color::White,
    ];
    NAMES.iter().position(|&name| name == color).map(|number| number as u8)
}

/// A color in numbers, if it looks the same on all terminals.
pub(crate) fn rgb(color: Color) -> Option<Rgb> {
    match color {
        Color::Rgb(red, green, blue) => Some([red, green, blue]),
        Color::Indexed(gray @ 232..) => Some([8 + 10 * (gray - 232); 3]),
        Color::Indexed(number @ 16..) => {
            let steps = [(number - 16) / 36, (number - 16) / 6 % 6, (number - 16) % 6];
            Some(steps.map(|step| STEPS[usize::from(step)]))
        }
        _ => None,
    }
}

/// The steps of the cube among the 256 colors.
const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// Whether the locale is one of UTF-8. The first of these that is set decides.
pub(crate) fn speaks_unicode(variable: Variable<'_>) -> bool {
    let locale =
        ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| variable(name).filter(|it| !it.is_empty()));
    let locale = locale.unwrap_or_default().to_ascii_lowercase();
    // The console of Linux has no chess figures in its font.
    cfg!(windows)
        || (locale.contains("utf-8") || locale.contains("utf8"))
            && variable("TERM").as_deref() != Some("linux")
}

pub(crate) fn color_depth_of(variable: Variable<'_>) -> ColorDepth {
    if variable("NO_COLOR").is_some_and(|value| !value.is_empty()) {
        return ColorDepth::None;
    }
    let term = variable("TERM").unwrap_or_default();
    let color_term = variable("COLORTERM").unwrap_or_default();
    let is_told = matches!(color_term.as_str(), "truecolor" | "24bit") || term.contains("direct");
    // This one calls itself an xterm, which has fewer.
    if is_told || variable("MLTERM").is_some() || cfg!(windows) {
        return ColorDepth::True;
    }
    match term.as_str() {
        "" | "dumb" | "vt100" | "vt102" | "vt220" => ColorDepth::None,
        term if ["kitty", "alacritty", "ghostty", "foot", "wezterm"]
            .iter()
            .any(|name| term.contains(name)) =>
        {
            ColorDepth::True
        }
        term if term.contains("256") => ColorDepth::Indexed,
        _ => ColorDepth::Sixteen,
    }
}

/// Some terminals name their colors in a variable, the background last.
fn background_of(variable: Variable<'_>) -> Option<Background> {
    let colors = variable("COLORFGBG")?;
    match colors.rsplit(';').next()?.parse().ok()? {
        7 | 9..=15 => Some(Background::Light),
        0..=8 => Some(Background::Dark),
        _ => None,
    }
}

impl Palette {
    fn new(depth: ColorDepth, ground: Background) -> Self {
        match depth {
            ColorDepth::True => Self::rich(ground),
            ColorDepth::Indexed => Self::indexed(ground),
            ColorDepth::Sixteen => Self::sixteen(ground),
            ColorDepth::None => Self::default(),
        }
    }

    /// A blue sea. Both players' pieces stand out on both colors of squares, and yellow and blue are
    /// distinguished by nearly everyone.
    fn rich(ground: Background) -> Self {
        let rgb = |number: u32| Color::from_u32(number);
        let panel = match ground {
            Background::Dark => [0x7fb4d4, 0x8a97a3, 0xff8f73],
            Background::Light => [0x1d5f8a, 0x5f6b76, 0xb3261e],
        };
        Self {
            squares: [rgb(0xa3bccb), rgb(0x587d96)],
            last_move: [rgb(0xd9c65a), rgb(0xb39b35)],
            picked: rgb(0xe89a3c),
            check: rgb(0xcf4436),
            hint: rgb(0x6fb98f),
            white_piece: rgb(0xffffff),
            black_piece: rgb(0x0c1116),
            mark: rgb(0x14212b),
            accent: rgb(panel[0]),
            dim: rgb(panel[1]),
            alarm: rgb(panel[2]),
            bar: [rgb(0xf2f4f5), rgb(0x2b3238)],
            selected: [rgb(0x2f6f9f), rgb(0xffffff)],
        }
    }

    /// The same sea in 256 colors. What is nearest by numbers is not always nearest to the eye, so these are
    /// chosen by hand.
    fn indexed(ground: Background) -> Self {
        let color = Color::Indexed;
        let [accent, dim, alarm] = match ground {
            Background::Dark => [110, 246, 209].map(color),
            Background::Light => [24, 242, 124].map(color),
        };
        Self {
            squares: [color(249), color(67)],
            last_move: [color(185), color(142)],
            picked: color(208),
            check: color(160),
            hint: color(72),
            white_piece: color(231),
            black_piece: color(233),
            mark: color(234),
            accent,
            dim,
            alarm,
            bar: [color(255), color(236)],
            selected: [color(25), color(231)],
        }
    }

    /// The colors that every terminal names its own way; only contrasts that hold nearly everywhere.
    const fn sixteen(ground: Background) -> Self {
        let (accent, dim) = match ground {
            Background::Dark => (Color::LightCyan, Color::Gray),
            Background::Light => (Color::Blue, Color::DarkGray),
        };
        Self {
            squares: [Color::Cyan, Color::LightBlue],
            last_move: [Color::Yellow, Color::Yellow],
            picked: Color::Magenta,
            check: Color::Red,
            hint: Color::Green,
            white_piece: Color::White,
            black_piece: Color::Black,
            mark: Color::Black,
            accent,
            dim,
            alarm: Color::LightRed,
            bar: [Color::White, Color::DarkGray],
            selected: [Color::Blue, Color::White],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with<'a>(pairs: &'a [(&'a str, &'a str)]) -> impl Fn(&str) -> Option<String> + 'a {
        |name| pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
    }

    #[test]
    fn the_environment_says_how_many_colors_there_are() {
        let depth = |pairs: &[(&str, &str)]| color_depth_of(&with(pairs));
        assert_eq!(depth(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]), ColorDepth::True);
        assert_eq!(depth(&[("TERM", "xterm-256color")]), ColorDepth::Indexed);
        assert_eq!(depth(&[("TERM", "xterm")]), ColorDepth::Sixteen);
        assert_eq!(depth(&[("TERM", "xterm-kitty")]), ColorDepth::True);
        assert_eq!(depth(&[("TERM", "xterm"), ("MLTERM", "3.9.2")]), ColorDepth::True);
        assert_eq!(depth(&[("TERM", "dumb")]), ColorDepth::None);
        assert_eq!(depth(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")]), ColorDepth::None);
        assert_eq!(depth(&[("TERM", "xterm-256color"), ("NO_COLOR", "")]), ColorDepth::Indexed);
    }

    #[test]
    #[cfg(not(windows))]
    fn the_locale_says_whether_there_are_figures() {
        assert!(speaks_unicode(&with(&[("LANG", "en_US.UTF-8")])));
        assert!(!speaks_unicode(&with(&[("LANG", "en_US.UTF-8"), ("LC_ALL", "C")])));
        assert!(!speaks_unicode(&with(&[("LANG", "en_US.UTF-8"), ("TERM", "linux")])));
        assert!(!speaks_unicode(&with(&[])));
    }

    #[test]
    fn the_background_is_known_where_it_is_told() {
        assert_eq!(background_of(&with(&[("COLORFGBG", "0;15")])), Some(Background::Light));
        assert_eq!(background_of(&with(&[("COLORFGBG", "15;default;0")])), Some(Background::Dark));
        assert_eq!(background_of(&with(&[("COLORFGBG", "15;default")])), None);
        assert_eq!(background_of(&with(&[])), None);
    }

    #[test]
    fn colors_have_numbers_if_they_look_the_same_everywhere() {
        assert_eq!(rgb(Color::Indexed(16)), Some([0, 0, 0]));
        assert_eq!(rgb(Color::Indexed(196)), Some([255, 0, 0]));
        assert_eq!(rgb(Color::Indexed(231)), Some([255, 255, 255]));
        assert_eq!(rgb(Color::Indexed(244)), Some([128, 128, 128]));
        assert_eq!(rgb(Color::Cyan), None, "every terminal has its own");
    }
}

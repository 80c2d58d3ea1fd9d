//! The configuration file: what commands do where no flag says otherwise. `mola config` shows it.
//!
//! A line that is wrong is named with its number and skipped; the others count. Games go on with whatever
//! could be read.

mod line;

use std::fmt::{Display, Write as _};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::bail;
use clap::{Args, ValueEnum};
use mola_game::coach::Level;
use mola_game::{TimeControl, read_regular_file};

use crate::terminal::{Background, ColorDepth, Pieces, Player, Side};
use crate::user_folders::{self, at_home};
use crate::{output, time_control};
use line::Value;

/// Where the file is on most machines of this kind.
pub(crate) const USUAL_PATH: &str = if cfg!(windows) {
    r"%APPDATA%\mola\config.toml"
} else if cfg!(target_os = "macos") {
    "~/Library/Application Support/mola/config.toml"
} else {
    "~/.config/mola/config.toml"
};

/// More than anybody writes by hand.
const LONGEST: u64 = 1 << 16;

/// Show the configuration: where its file is, and what is set.
#[derive(Args)]
#[command(after_help = "Examples:
  mola config
  mola config --path
  mola config > config.toml

What it prints is a configuration file itself, with everything that is not set as a comment. Flags \
win over the file. Sessions of UCI and XBoard, matches and benchmarks do not read it, so that they \
are the same on every machine.")]
pub(crate) struct Arguments {
    /// Print only where the file is
    #[arg(long)]
    path: bool,
}

/// What the file sets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Config {
    pub(crate) level: Option<Level>,
    pub(crate) side: Option<Side>,
    pub(crate) engine: Option<Player>,
    pub(crate) time: Option<TimeControl>,
    pub(crate) pieces: Option<Pieces>,
    pub(crate) color: Option<ColorDepth>,
    pub(crate) background: Option<Background>,
    pub(crate) ascii: bool,
    pub(crate) speak: bool,
    /// Folders with endgame tables.
    pub(crate) tables: Vec<PathBuf>,
    /// An opening book.
    book: Option<PathBuf>,
}

/// Something that can be set.
struct Key {
    name: &'static str,
    about: &'static str,
    /// What happens if it is not set, as a value.
    default: &'static str,
    set: fn(&mut Config, &Value) -> Result<(), String>,
}

/// A row for each key: its name, which is also the field, its default, what it is about, and how to read it.
macro_rules! keys {
    ($($name:ident = $default:literal, $about:literal, $read:expr;)*) => {
        const KEYS: &[Key] = &[$(Key {
            name: stringify!($name),
            about: $about,
            default: $default,
            set: |config, value| $read(value).map(|value| config.$name = value),
        },)*];
    };
}

keys! {
    level = "5", "How strong the engine plays, from 1 to 20", parsed;
    side = "\"white\"", "Which side you play: white, black, random, both or none", choice;
    engine = "\"mola\"", "The opponent: mola, pocket, or the command of any engine, with settings", parsed;
    time = "\"none\"", "Minutes, and seconds per move: 5+3, 40/90+30, or none", time;
    pieces = "\"images\"", "How to draw the pieces: images, blocks, figures or letters", choice;
    color = "\"true\"", "How many colors to use: true, 256, 16 or none; detected if not set", choice;
    background = "\"dark\"", "The background of the terminal: dark or light; detected if not set", choice;
    ascii = "false", "Use only characters that every terminal has", Value::switch;
    speak = "false", "Announce moves in words", Value::switch;
    tables = "\"\"", "Folders with Syzygy endgame tables", folders;
    book = "\"\"", "A Polyglot opening book", book;
}

fn parsed<T: FromStr<Err: Display>>(value: &Value) -> Result<Option<T>, String> {
    value.word.parse().map(Some).map_err(|error: T::Err| error.to_string())
}

fn time(value: &Value) -> Result<Option<TimeControl>, String> {
    time_control::in_minutes(&value.word).map(Some).map_err(|error| format!("{error:#}"))
}

/// One of the values that a flag of the same name takes.
fn choice<T: ValueEnum>(value: &Value) -> Result<Option<T>, String> {
    T::from_str(&value.word, true).map(Some).map_err(|_| {
        let names: Vec<String> = T::value_variants()
            .iter()
            .filter_map(|variant| Some(variant.to_possible_value()?.get_name().to_owned()))
            .collect();
        format!("{:?} is not one of {}", value.word, names.join(", "))
    })
}

fn folders(value: &Value) -> Result<Vec<PathBuf>, String> {
    let folders = std::env::split_paths(&value.word).filter(|folder| !folder.as_os_str().is_empty());
    let folders: Vec<PathBuf> = folders.map(|folder| at_home(&folder.to_string_lossy())).collect();
    match folders.iter().find(|folder| !folder.is_dir()) {
        Some(missing) => Err(format!("there is no folder {}", missing.display())),
        None => Ok(folders),
    }
}

fn book(value: &Value) -> Result<Option<PathBuf>, String> {
    let path = at_home(&value.word);
    match (value.word.as_str(), path.is_file()) {
        ("", _) => Ok(None),
        (_, true) => Ok(Some(path)),
        (_, false) => Err(format!("there is no file {}", path.display())),
    }
}

/// The file as it was read.
#[derive(Debug, Default)]
pub(crate) struct Loaded {
    pub(crate) config: Config,
    /// What is wrong with which line, as sentences.
    pub(crate) problems: Vec<String>,
    path: Option<PathBuf>,
    is_there: bool,
    /// The values as they are written, and their lines.
    written: Vec<(&'static str, String, usize)>,
}

impl Loaded {
    /// Reads the user's file. A machine without one has the defaults.
    pub(crate) fn of_user() -> Self {
        let Some(path) = user_folders::configuration().map(|folder| folder.join("config.toml")) else {
            return Self::default();
        };
        let mut loaded = Self { path: Some(path.clone()), ..Self::default() };
        match read(&path) {
            Ok(Some(text)) => {
                loaded.is_there = true;
                loaded.read_lines(&text, &path.display().to_string());
            }
            Ok(None) => {}
            Err(error) => loaded.problems.push(format!("{} could not be read: {error}.", path.display())),
        }
        loaded
    }

    /// The same for commands that are not games: what is wrong is printed, and the command goes on.
    pub(crate) fn of_user_aloud() -> Config {
        let loaded = Self::of_user();
        for problem in &loaded.problems {
            output::remark(format_args!("mola: {problem}"));
        }
        loaded.config
    }

    fn read_lines(&mut self, text: &str, name: &str) {
        for (number, text) in (1..).zip(text.lines()) {
            if let Err(wrong) = self.read_line(text, number) {
                self.problems.push(format!("{name}, line {number}: {wrong}."));
            }
        }
    }

    fn read_line(&mut self, text: &str, number: usize) -> Result<(), String> {
        let Some((name, value)) = line::parse(text)? else { return Ok(()) };
        let Some(key) = KEYS.iter().find(|key| key.name == name) else {
            let names: Vec<&str> = KEYS.iter().map(|key| key.name).collect();
            return Err(format!("{name:?} is not a setting; there are {}", names.join(", ")));
        };
        if let Some((.., line)) = self.written.iter().find(|(known, ..)| *known == key.name) {
            return Err(format!("{name} is already set in line {line}"));
        }
        (key.set)(&mut self.config, &value).map_err(|wrong| format!("{name}: {wrong}"))?;
        self.written.push((key.name, value.to_string(), number));
        Ok(())
    }

    /// The configuration as a file: what is set, and everything else as a comment.
    fn to_toml(&self) -> String {
        let place = self.path.as_ref().map_or_else(
            || "no file, as this machine does not say where your home is".to_owned(),
            |path| path.display().to_string(),
        );
        let is_missing = self.path.is_some() && !self.is_there;
        let mut shown =
            format!("# {place}{}\n", if is_missing { " (there is no such file yet)" } else { "" });
        for key in KEYS {
            let _ = match self.written.iter().find(|(name, ..)| *name == key.name) {
                Some((name, value, line)) => {
                    write!(shown, "\n# {} (set in line {line})\n{name} = {value}\n", key.about)
                }
                None => write!(shown, "\n# {}\n# {} = {}\n", key.about, key.name, key.default),
            };
        }
        shown
    }
}

impl Config {
    /// Options for every engine that has them: tables, and in games the book.
    pub(crate) fn engine_options(&self, with_book: bool) -> Vec<(String, String)> {
        let mut options = Vec::new();
        let mut add = |name: &str, value: String| options.push((name.to_owned(), value));
        if let Ok(path) = std::env::join_paths(&self.tables)
            && !path.is_empty()
        {
            add("SyzygyPath", path.to_string_lossy().into_owned());
        }
        if let Some(book) = self.book.as_ref().filter(|_| with_book) {
            add("BookFile", book.to_string_lossy().into_owned());
            add("OwnBook", "true".to_owned());
        }
        options
    }
}

/// The text of a file; none if there is no file.
fn read(path: &Path) -> Result<Option<String>, String> {
    if let Err(error) = fs::metadata(path)
        && matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
    {
        return Ok(None);
    }
    // People name /dev/null when they want no configuration.
    if fs::canonicalize(path).is_ok_and(|real| real == Path::new("/dev/null")) {
        return Ok(None);
    }
    let bytes = read_regular_file(path, LONGEST)?;
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let loaded = Loaded::of_user();
    if arguments.path {
        let Some(path) = &loaded.path else {
            bail!("this machine does not say where your home is: set HOME")
        };
        return output::say(path.display());
    }
    output::print(loaded.to_toml())?;
    match &loaded.problems[..] {
        [] => Ok(()),
        problems => bail!("{}", problems.join("\nmola: ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(text: &str) -> Loaded {
        let mut loaded = Loaded { is_there: true, ..Loaded::default() };
        loaded.read_lines(text, "config.toml");
        loaded
    }

    #[test]
    fn a_file_sets_what_flags_set() {
        let loaded = load(
            "# mine\nlevel = 3\n\nengine = 'pocket' # small\npieces=\"letters\"\ncolor = 256\nascii = true\n\
             time = \"5+3\"\nbackground = \"light\"\nside = \"black\"\nspeak = false\n",
        );
        assert!(loaded.problems.is_empty(), "{:?}", loaded.problems);
        let config = loaded.config;
        assert_eq!(config.level, Level::new(3));
        assert_eq!(config.engine.unwrap().to_string(), "pocket");
        assert_eq!(config.pieces, Some(Pieces::Letters));
        assert_eq!(config.color, Some(ColorDepth::Indexed));
        assert_eq!((config.ascii, config.speak), (true, false));
        assert_eq!(config.side, Some(Side::Black));
    }

    #[test]
    fn wrong_lines_are_named_and_the_others_count() {
        let loaded =
            load("level = 21\nlevl = 3\npieces = letters\n[play]\nlevel = 4\nlevel = 5\nascii = 1\n");
        assert_eq!(loaded.config, Config { level: Level::new(4), ..Config::default() });
        let expected = [
            "line 1: level: levels are numbers from 1 to 20",
            "line 2: \"levl\" is not a setting; there are level, side, engine",
            "line 3: put quotes around the value: pieces = \"letters\"",
            "line 4: a line has the form key = value",
            "line 6: level is already set in line 5",
            "line 7: ascii: write true or false",
        ];
        assert_eq!(loaded.problems.len(), expected.len(), "{:?}", loaded.problems);
        for (problem, words) in loaded.problems.iter().zip(expected) {
            assert!(problem.contains(words), "{problem}");
        }
    }

    #[test]
    fn missing_tables_and_books_are_named() {
        let loaded = load("tables = \"/no/such/tables\"\nbook = \"/no/such/book.bin\"\n");
        assert!(loaded.problems[0].contains("there is no folder /no/such/tables"), "{:?}", loaded.problems);
        assert!(loaded.problems[1].contains("there is no file /no/such/book.bin"), "{:?}", loaded.problems);
        assert!(loaded.config.engine_options(true).is_empty());
        let folder = tempfile::tempdir().unwrap();
        let book = folder.path().join("b.bin");
        std::fs::write(&book, "").unwrap();
        let loaded = load(&format!("tables = '{}'\nbook = '{}'\n", folder.path().display(), book.display()));
        assert!(loaded.problems.is_empty(), "{:?}", loaded.problems);
        let names = |with_book| loaded.config.engine_options(with_book).into_iter().map(|(name, _)| name);
        assert_eq!(names(true).collect::<Vec<_>>(), ["SyzygyPath", "BookFile", "OwnBook"]);
        assert_eq!(names(false).collect::<Vec<_>>(), ["SyzygyPath"]);
    }

    #[test]
    fn what_is_shown_can_be_read_again_and_names_every_key() {
        let text = "level = 7\nengine = 'uci:stockfish -x'\nascii = true\n";
        let shown = load(text).to_toml();
        let again = load(&shown);
        assert_eq!(again.config, load(text).config);
        assert!(again.problems.is_empty(), "{:?}", again.problems);
        // The defaults are values that the keys take.
        let shown = load("").to_toml();
        let comments = shown.lines().filter_map(|line| line.strip_prefix("# "));
        let uncommented: Vec<&str> = comments.filter(|line| line.contains(" = ")).collect();
        let defaults = load(&uncommented.join("\n"));
        assert!(defaults.problems.is_empty(), "{:?}", defaults.problems);
        assert_eq!(defaults.written.len(), KEYS.len());
    }
}

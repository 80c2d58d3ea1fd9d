//! What can be set on the engine: a row for each option.

use mola_game::{Engine, EngineOption, OptionError, coach, read_regular_file};

use super::Mola;
use crate::book::Book;
use crate::free_memory::free_bytes;
use crate::level::Level;
use crate::nnue::choice::Choice;
use crate::tablebase::Tablebase;

/// An option: its name and kind, and what a checked value does.
pub(super) struct Row {
    pub(super) option: EngineOption,
    pub(super) set: Set,
}

/// What comes of setting an option.
pub(super) enum Set {
    /// It is remembered.
    Note(fn(&mut Settings, &str)),
    /// It does something at once, which may fail.
    Act(fn(&mut Mola, &str) -> Result<(), OptionError>),
}

const fn note(option: EngineOption, set: fn(&mut Settings, &str)) -> Row {
    Row { option, set: Set::Note(set) }
}

const fn act(option: EngineOption, set: fn(&mut Mola, &str) -> Result<(), OptionError>) -> Row {
    Row { option, set: Set::Act(set) }
}

const WEAKEST: i64 = coach::Level::WEAKEST.number() as i64;
const BEST: coach::Level = coach::Level::BEST;
const LOWEST_RATING: i64 = coach::Level::LOWEST_RATING as i64;
const HIGHEST_RATING: i64 = coach::Level::HIGHEST_RATING as i64;

/// All options, in the order in which clients see them.
pub(super) static OPTIONS: [Row; 12] = [
    act(EngineOption::number("Hash", 16, 1, 1 << 20), |mola, value| {
        mola.resize_table(value.parse().unwrap_or(1))
    }),
    act(EngineOption::number("Threads", 1, 1, 512), |mola, value| {
        mola.set_threads(value.parse().unwrap_or(1));
        Ok(())
    }),
    act(EngineOption::action("Clear Hash"), |mola, _| {
        mola.table.clear(mola.memories.len());
        Ok(())
    }),
    act(Choice::OPTION, |mola, value| {
        mola.choice.set(value)?;
        // What was found with another evaluation is worthless now.
        mola.new_game();
        Ok(())
    }),
    note(
        EngineOption::number("Skill Level", BEST.number() as i64, WEAKEST, BEST.number() as i64),
        |settings, value| settings.level = value.parse().unwrap_or(BEST),
    ),
    note(EngineOption::switch("UCI_LimitStrength", false), |settings, value| {
        settings.limit_strength = value == "true";
    }),
    note(EngineOption::number("UCI_Elo", 1500, LOWEST_RATING, HIGHEST_RATING), |settings, value| {
        settings.elo = value.parse().unwrap_or(1500);
    }),
    note(EngineOption::switch("OwnBook", false), |settings, value| settings.own_book = value == "true"),
    act(EngineOption::text("BookFile", ""), |mola, value| {
        open(value, read_book).map(|book| mola.book = book)
    }),
    act(EngineOption::text("SyzygyPath", ""), |mola, value| {
        open(value, Tablebase::open).map(|tables| mola.tablebase = tables)
    }),
    note(EngineOption::number("SyzygyProbeDepth", 1, 1, 100), |settings, value| {
        settings.probe_depth = value.parse().unwrap_or(1);
    }),
    note(EngineOption::switch("Syzygy50MoveRule", true), |settings, value| {
        settings.fifty_moves = value == "true";
    }),
];

/// In bytes. The largest books that people share have some hundred megabytes.
const LARGEST_BOOK: u64 = 1 << 30;

fn read_book(path: &str) -> Result<Book, &'static str> {
    // It is in memory twice while it is read.
    Book::parse(&read_regular_file(path.as_ref(), LARGEST_BOOK.min(free_bytes() / 3))?)
}

/// Opens what a path names; nothing for an empty one.
fn open<T>(path: &str, with: impl Fn(&str) -> Result<T, &'static str>) -> Result<Option<T>, OptionError> {
    match path {
        "" | "<empty>" => Ok(None),
        _ => with(path).map(Some).map_err(OptionError::Failed),
    }
}

/// The values of the options that are only remembered.
pub(super) struct Settings {
    pub(super) own_book: bool,
    pub(super) fifty_moves: bool,
    pub(super) probe_depth: i32,
    limit_strength: bool,
    elo: i32,
    level: coach::Level,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            own_book: false,
            fifty_moves: true,
            probe_depth: 1,
            limit_strength: false,
            elo: 1500,
            level: BEST,
        }
    }
}

impl Settings {
    /// Whom to play like; nobody if nothing is held back.
    pub(super) fn level(&self) -> Option<Level> {
        let elo = if self.limit_strength { Some(self.elo) } else { self.level.rating() };
        elo.map(Level::of_elo)
    }
}

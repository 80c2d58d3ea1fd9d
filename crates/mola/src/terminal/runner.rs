//! Does in the world what the state wants done.

use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use crate::terminal::levels::Level;
use crate::terminal::player::Player;
use crate::terminal::state::effect::{Effect, Msg};
use crate::terminal::storage::saved_game::Record;
use crate::terminal::storage::{Store, append_game};
use crate::terminal::worker::{Job, Worker};

/// The engines and the files.
#[derive(Debug)]
pub(crate) struct Runner {
    outbox: Sender<Msg>,
    /// One for each player, White's first.
    seats: [Worker; 2],
    study: Worker,
    adviser: Worker,
    store: Option<Store>,
}

/// What is left for whoever owns the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Chore {
    Copy(String),
    Bell,
    Suspend,
    Quit,
}

/// How many of the kept games are shown.
const SHOWN_GAMES: usize = 200;

impl Runner {
    pub(crate) fn new(outbox: Sender<Msg>, store: Option<Store>) -> Self {
        let seats = [Worker::new(), Worker::new()];
        Self { outbox, seats, study: Worker::new(), adviser: Worker::new(), store }
    }

    /// Carries out an effect, or says what whoever owns the terminal has to do.
    pub(crate) fn run(&mut self, effect: Effect) -> Option<Chore> {
        match effect {
            Effect::Ask { seat, ticket, question } => {
                self.seats[seat as usize].give(Job::Move { ticket, question }, &self.outbox);
            }
            Effect::Hush => self.seats.iter().for_each(Worker::hush),
            Effect::Study { ticket, game } => self.study.give(Job::Study { ticket, game }, &self.outbox),
            Effect::StopStudy => self.study.hush(),
            Effect::Hint { ticket, game } => self.adviser.give(Job::Hint { ticket, game }, &self.outbox),
            Effect::NewGame => {
                for worker in self.seats.iter_mut().chain([&mut self.study, &mut self.adviser]) {
                    worker.give(Job::NewGame, &self.outbox);
                }
            }
            Effect::Keep { name, text } => {
                if let Some(Err(error)) = self.store.as_ref().map(|store| store.save(&name, &text)) {
                    self.send(Msg::Written(Err(format!("The game could not be kept: {error}"))));
                }
            }
            Effect::Save { path, text } => {
                let path = at_home(&path);
                self.send(Msg::Written(match append_game(&path, &text) {
                    Ok(()) => Ok(format!("Saved to {}.", path.display())),
                    Err(error) => Err(format!("{} could not be written: {error}", path.display())),
                }));
            }
            Effect::Load { path, number, level } => {
                self.send(Msg::Loaded(read_game(&at_home(&path), number, level).map(Box::new)));
            }
            Effect::ListGames => {
                let games = self.store.as_ref().map(list).unwrap_or_default();
                self.send(Msg::Games(games));
            }
            Effect::Copy(text) => return Some(Chore::Copy(text)),
            Effect::Bell => return Some(Chore::Bell),
            Effect::Suspend => return Some(Chore::Suspend),
            Effect::Quit => return Some(Chore::Quit),
        }
        None
    }

    fn send(&self, msg: Msg) {
        // Whoever runs effects also hears messages, so somebody is there.
        let _ = self.outbox.send(msg);
    }
}

/// A path as people type it, with `~` for their home.
fn at_home(path: &str) -> PathBuf {
    match (path.strip_prefix("~/"), std::env::var_os("HOME")) {
        (Some(rest), Some(home)) => Path::new(&home).join(rest),
        _ => PathBuf::from(path),
    }
}

/// A game of a PGN file, with people on both sides if it does not say who plays.
pub(crate) fn read_game(path: &Path, number: usize, level: Level) -> Result<Record, String> {
    let shown = path.display();
    let file = std::fs::File::open(path).map_err(|error| format!("{shown} could not be read: {error}"))?;
    let people = [Player::Human, Player::Human];
    Record::from_text(file, number, &people, level).map_err(|error| format!("{shown}: {error}"))
}

/// The games that are kept, with their names.
fn list(store: &Store) -> Vec<(String, Record)> {
    let people = [Player::Human, Player::Human];
    let read = |name: String| {
        let saved = store.read(&name).ok()?;
        let record = Record::from_text(saved.text.as_bytes(), 1, &people, Level::FRIENDLY).ok()?;
        Some((name, record))
    };
    store.names().into_iter().take(SHOWN_GAMES).filter_map(read).collect()
}

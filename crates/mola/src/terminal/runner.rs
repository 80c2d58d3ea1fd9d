//! Carries out what an update asks for.

use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::sync::mpsc::Sender;
use std::time::Instant;

use mola_game::coach::Level;
use mola_game::pgn::{GameTree, Reader};
use mola_game::printable;

use crate::date::Date;
use crate::terminal::player::Player;
use crate::terminal::state::{Effect, Job, Msg, World};
use crate::terminal::storage::{SavedGame, Store, append_game};
use crate::terminal::worker::Worker;
use crate::user_folders::at_home;

/// The world as it is now, in a program that began at some moment.
pub(crate) fn look(began: Instant) -> World {
    World {
        elapsed: began.elapsed(),
        date: Date::now(),
        process: std::process::id(),
        // The standard library seeds its hash maps from the system's randomness.
        chance: RandomState::new().hash_one(0),
    }
}

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

/// How many saved games are listed.
const SHOWN_GAMES: usize = 200;

impl Runner {
    /// `options` are for every engine that has them.
    pub(crate) fn new(outbox: Sender<Msg>, store: Option<Store>, options: &[(String, String)]) -> Self {
        let worker = || Worker::new(options);
        Self { outbox, seats: [worker(), worker()], study: worker(), adviser: worker(), store }
    }

    /// Carries out an effect, or returns what only the owner of the terminal can do.
    pub(crate) fn run(&mut self, effect: Effect) -> Option<Effect> {
        match effect {
            Effect::Engine(job) => self.give(job),
            Effect::StopEngines => self.seats.iter().for_each(Worker::stop),
            Effect::StopStudy => self.study.stop(),
            Effect::Keep { name, text } => {
                if let Some(Err(error)) = self.store.as_ref().map(|store| store.save(&name, &text)) {
                    self.send(Msg::Written(Err(format!("The game could not be saved: {error}"))));
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
                let file = at_home(&path);
                let games = if number.is_none() { list_games(&file) } else { Vec::new() };
                self.send(if games.len() > 1 {
                    Msg::Listed { path, games }
                } else {
                    Msg::Loaded(read_game(&file, number.unwrap_or(1), level).map(Box::new))
                });
            }
            Effect::ListGames => {
                let games = self.store.as_ref().map(list).unwrap_or_default();
                self.send(Msg::Games(games));
            }
            others @ (Effect::Copy(_) | Effect::Bell | Effect::Suspend | Effect::Quit) => {
                return Some(others);
            }
        }
        None
    }

    /// Gives a job to the engine that it is for.
    fn give(&mut self, job: Job) {
        let worker = match &job {
            Job::Start { seat, .. } | Job::Move { seat, .. } => &mut self.seats[*seat as usize],
            Job::Study { .. } => &mut self.study,
            Job::Hint { .. } | Job::Review { .. } => &mut self.adviser,
            Job::NewGame => {
                let all = self.seats.iter_mut().chain([&mut self.study, &mut self.adviser]);
                return all.for_each(|worker| worker.give(Job::NewGame, &self.outbox));
            }
        };
        worker.give(job, &self.outbox);
    }

    fn send(&self, msg: Msg) {
        // The caller also owns the receiver, so it is alive.
        let _ = self.outbox.send(msg);
    }
}

/// A game of a PGN file, with people on both sides if it does not say who plays.
pub(crate) fn read_game(path: &Path, number: usize, level: Level) -> Result<SavedGame, String> {
    let shown = path.display();
    let file =
        crate::files::open_games(path).map_err(|error| format!("{shown} could not be read: {error}"))?;
    let people = [Player::Human, Player::Human];
    let mut record =
        SavedGame::from_text(file, number, &people, level).map_err(|error| format!("{shown}: {error}"))?;
    // Whoever wrote the file must not choose programs to start or files to open.
    for player in record.players.iter_mut().filter(|player| !player.is_harmless()) {
        *player = Player::Human;
    }
    Ok(record)
}

/// The first games of a PGN file, a line for each.
pub(crate) fn list_games(path: &Path) -> Vec<String> {
    let Ok(file) = crate::files::open_games(path) else { return Vec::new() };
    let line = |tree: GameTree| {
        let [white, black, date] = ["White", "Black", "Date"].map(|tag| tree.tag(tag).unwrap_or("?"));
        let date = date.trim_matches(['?', '.']);
        printable(format!("{white} - {black} {} {date}", tree.result()).trim_end()).into_owned()
    };
    Reader::new(file).map_while(Result::ok).take(SHOWN_GAMES).map(line).collect()
}

/// The saved games, with their names.
fn list(store: &Store) -> Vec<(String, SavedGame)> {
    let people = [Player::Human, Player::Human];
    let read = |name: String| store.read(&name, &people).map(|record| (name, record));
    store.names().into_iter().take(SHOWN_GAMES).filter_map(read).collect()
}

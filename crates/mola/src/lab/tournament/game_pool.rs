//! The playing hall: several games at once, each at its own table with its own engines.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{IsTerminal, stderr};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use mola_rules::Color;

use super::archive::{FaultOf, Row};
use super::openings::{Opening, Openings};
use super::pairing::{Pairing, Schedule};
use super::referee::{self, Conditions, Ending, Fault, Played, Seat};
use super::report::Summary;
use crate::engines::entrant::Entrant;
use crate::engines::player::Player;

/// A game that was played to its end.
pub(crate) struct Finished {
    pub(crate) pairing: Pairing,
    pub(crate) played: Played,
}

/// Everything that the tables share.
pub(crate) struct Hall<'a> {
    entrants: &'a [Entrant],
    schedule: &'a Schedule,
    openings: &'a Openings,
    conditions: &'a Conditions,
    interrupted: &'a AtomicBool,
    /// The number of the next game.
    next: Mutex<u64>,
    done: HashSet<u64>,
    /// Openings that are in use, since making one up takes a while.
    shelf: Mutex<BTreeMap<u64, Opening>>,
}

impl<'a> Hall<'a> {
    pub(crate) fn new(
        entrants: &'a [Entrant],
        schedule: &'a Schedule,
        openings: &'a Openings,
        conditions: &'a Conditions,
        interrupted: &'a AtomicBool,
        done: HashSet<u64>,
    ) -> Self {
        let (next, shelf) = (Mutex::new(0), Mutex::new(BTreeMap::new()));
        Self { entrants, schedule, openings, conditions, interrupted, next, done, shelf }
    }

    /// Plays all games that are not done, `tables` at a time. Each is handed to `finished`, on this
    /// thread, which says whether to go on.
    pub(crate) fn play(
        &self,
        tables: usize,
        mut finished: impl FnMut(Finished) -> bool,
    ) -> anyhow::Result<()> {
        // Set when no more games are wanted; those that are being played are broken off.
        let closing = AtomicBool::new(false);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..tables {
                let (sender, closing) = (sender.clone(), &closing);
                scope.spawn(move || self.run_table(&sender, closing));
            }
            drop(sender);
            let mut outcome = Ok(());
            for message in &receiver {
                if closing.load(Relaxed) {
                    continue;
                }
                match message {
                    Ok(game) => closing.store(!finished(game), Relaxed),
                    Err(error) => {
                        outcome = Err(error);
                        closing.store(true, Relaxed);
                    }
                }
            }
            outcome
        })
    }

    /// Plays one game after the other, with the same engines as long as they are the same ones.
    fn run_table(&self, sender: &mpsc::Sender<anyhow::Result<Finished>>, closing: &AtomicBool) {
        let mut players = HashMap::new();
        while let Some(pairing) = self.next_game() {
            if closing.load(Relaxed) || self.interrupted.load(Relaxed) {
                return;
            }
            let played = self.play_game(&pairing, &mut players, closing).transpose();
            let Some(played) = played else { return };
            let failed = played.is_err();
            if sender.send(played.map(|played| Finished { pairing, played })).is_err() || failed {
                return;
            }
        }
    }

    /// Plays one game. None if it was broken off.
    fn play_game(
        &self,
        pairing: &Pairing,
        players: &mut HashMap<usize, Player>,
        closing: &AtomicBool,
    ) -> anyhow::Result<Option<Played>> {
        let [white, black] = pairing.engines;
        let (first, second) = (self.player(players, white)?, self.player(players, black)?);
        // Others have gone home.
        players.clear();
        let mut seats = [
            Seat { player: first, pace: self.entrants[white].pace },
            Seat { player: second, pace: self.entrants[black].pace },
        ];
        let opening = self.opening(pairing.round);
        let abort = [self.interrupted, closing];
        let played = referee::play(&opening, &mut seats, self.conditions, &abort);
        players.extend(pairing.engines.into_iter().zip(seats.map(|seat| seat.player)));
        // After more than a lost game, an engine starts anew.
        if let Some((color, Fault::Illegal | Fault::Crash)) =
            played.as_ref().and_then(|one| one.ending.fault())
        {
            players.remove(&pairing.engines[color as usize]);
        }
        Ok(played)
    }

    /// The engine that is already there, or a new one.
    fn player(&self, players: &mut HashMap<usize, Player>, index: usize) -> anyhow::Result<Player> {
        match players.remove(&index) {
            Some(player) => Ok(player),
            None => self.entrants[index].start().with_context(|| self.entrants[index].name.clone()),
        }
    }

    fn next_game(&self) -> Option<Pairing> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        while self.done.contains(&*next) {
            *next += 1;
        }
        let number = *next;
        *next += 1;
        (number < self.schedule.len()).then(|| self.schedule.get(number))
    }

    fn opening(&self, round: u64) -> Opening {
        let lock = || self.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(opening) = lock().get(&round) {
            return opening.clone();
        }
        let opening = self.openings.get(round);
        let mut shelf = lock();
        shelf.insert(round, opening.clone());
        while shelf.len() > 64 {
            shelf.pop_first();
        }
        opening
    }
}

/// What is kept of a game.
pub(crate) fn row(played: &Played, pairing: &Pairing, entrants: &[Entrant]) -> Row {
    let [white, black] = pairing.engines.map(|index| entrants[index].name.clone());
    let score = match played.winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    };
    let fault = played.ending.fault();
    Row {
        game: pairing.number + 1,
        white,
        black,
        result: score.to_owned(),
        ending: played.ending.to_string(),
        fault: fault.map(|(color, kind)| FaultOf { kind, white: color == Color::White }),
        plies: played.game.len(),
        seconds: played.took.as_secs_f64(),
        bytes: 0,
    }
}

/// What is shown while the games go on: a table that changes in a terminal, lines elsewhere.
pub(crate) struct Scoreboard {
    bar: ProgressBar,
    is_terminal: bool,
}

impl Scoreboard {
    pub(crate) fn new(planned: u64, done: u64, endless: bool) -> Self {
        let style = if endless {
            "{human_pos} games in {elapsed}\n{msg}"
        } else {
            "{bar:30} {human_pos}/{human_len} games in {elapsed}, about {eta} left\n{msg}"
        };
        let style = ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::new(planned).with_style(style).with_position(done);
        bar.reset_eta();
        Self { bar, is_terminal: stderr().is_terminal() }
    }

    pub(crate) fn show(&self, pairing: &Pairing, played: &Played, entrants: &[Entrant], summary: &Summary) {
        let [white, black] = pairing.engines.map(|index| &entrants[index].name);
        let game = format!("game {}, {white} - {black}: {}", pairing.number + 1, played.ending);
        if self.is_terminal {
            self.bar.set_position(summary.games);
            self.bar.set_message(format!("{}{game}", summary.table()));
            if matches!(played.ending, Ending::Fault(..)) {
                self.bar.println(&game);
            }
            return;
        }
        eprintln!("{game}");
        if summary.games.is_multiple_of(10) {
            eprint!("{}", summary.table());
        }
    }

    pub(crate) fn close(&self) {
        self.bar.finish_and_clear();
    }
}

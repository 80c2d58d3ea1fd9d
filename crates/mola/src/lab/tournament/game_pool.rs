//! Several games at once, each on its own thread with its own engines.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{IsTerminal, stderr};
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use anyhow::Context;
use indicatif::ProgressBar;
use mola_game::pgn::GameResult;
use mola_game::printable;
use mola_rules::Color;

use super::archive::{FaultOf, Row};
use super::openings::{Opening, Openings};
use super::pairing::{Pairing, Schedule};
use super::referee::{self, Conditions, Ending, Fault, Played, Seat};
use super::report::Summary;
use crate::engines::running::RunningEngine;
use crate::engines::spec::EngineSpec;
use crate::workers::{self, Outbox};
use crate::{engines, output};

/// What a thread takes for itself.
const STACK_MEBIBYTES: usize = 2;

/// A game that was played to its end.
pub(crate) struct Finished {
    pub(crate) pairing: Pairing,
    pub(crate) played: Played,
}

/// What the threads share.
pub(crate) struct GamePool<'a> {
    entrants: &'a [EngineSpec],
    schedule: &'a Schedule,
    openings: &'a Openings,
    conditions: &'a Conditions,
    interrupted: &'a AtomicBool,
    /// The number of the next game.
    next: Mutex<u64>,
    done: HashSet<u64>,
    /// Openings in use, since making one takes a while.
    cache: Mutex<BTreeMap<u64, Opening>>,
}

impl<'a> GamePool<'a> {
    pub(crate) fn new(
        entrants: &'a [EngineSpec],
        schedule: &'a Schedule,
        openings: &'a Openings,
        conditions: &'a Conditions,
        interrupted: &'a AtomicBool,
        done: HashSet<u64>,
    ) -> Self {
        let (next, cache) = (Mutex::new(0), Mutex::new(BTreeMap::new()));
        Self { entrants, schedule, openings, conditions, interrupted, next, done, cache }
    }

    /// Plays all games that are not done, as many at a time as were asked for and there is memory for. Each is
    /// handed to `finished`, on this thread, which says whether to continue.
    pub(crate) fn play(
        &self,
        asked: Option<NonZero<usize>>,
        finished: impl FnMut(Finished) -> anyhow::Result<bool>,
    ) -> anyhow::Result<()> {
        // Before those of one game leave, those of the next are there.
        let players = self.entrants.iter().filter(|entrant| !entrant.is_external()).count().min(4);
        // Random openings are judged by another engine.
        let engines = players + usize::from(self.openings.count().is_none());
        let threads = workers::affordable(asked, (engines * engines::MEBIBYTES).max(STACK_MEBIBYTES));
        workers::work(threads, |outbox, closing| self.run_games(outbox, closing), finished)
    }

    /// Plays one game after another, and reuses engines where it can.
    fn run_games(&self, outbox: &Outbox<Finished>, closing: &AtomicBool) -> anyhow::Result<()> {
        let mut players = HashMap::new();
        while let Some(pairing) = self.next_game() {
            if closing.load(Relaxed) || self.interrupted.load(Relaxed) {
                break;
            }
            let Some(played) = self.play_game(&pairing, &mut players, closing)? else { break };
            if outbox.send(Ok(Finished { pairing, played })).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// Plays one game. None if it was interrupted.
    fn play_game(
        &self,
        pairing: &Pairing,
        players: &mut HashMap<usize, RunningEngine>,
        closing: &AtomicBool,
    ) -> anyhow::Result<Option<Played>> {
        let [white, black] = pairing.engines;
        let (first, second) = (self.player(players, white)?, self.player(players, black)?);
        // Engines that are not needed any more exit.
        players.clear();
        let mut seats = [
            Seat { player: first, pace: self.entrants[white].pace },
            Seat { player: second, pace: self.entrants[black].pace },
        ];
        let opening = self.opening(pairing.round);
        let abort = [self.interrupted, closing];
        let played = referee::play(&opening, &mut seats, self.conditions, &abort);
        players.extend(pairing.engines.into_iter().zip(seats.map(|seat| seat.player)));
        // After a fault, an engine is restarted.
        if let Some((color, Fault::Illegal | Fault::Crash)) =
            played.as_ref().and_then(|one| one.ending.fault())
        {
            players.remove(&pairing.engines[color as usize]);
        }
        Ok(played)
    }

    /// The engine that is already there, or a new one.
    fn player(
        &self,
        players: &mut HashMap<usize, RunningEngine>,
        index: usize,
    ) -> anyhow::Result<RunningEngine> {
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
        let lock = || self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(opening) = lock().get(&round) {
            return opening.clone();
        }
        let opening = self.openings.get(round);
        let mut cache = lock();
        cache.insert(round, opening.clone());
        while cache.len() > 64 {
            cache.pop_first();
        }
        opening
    }
}

/// The line of a game in the results.
pub(crate) fn row(played: &Played, pairing: &Pairing, entrants: &[EngineSpec]) -> Row {
    let [white, black] = pairing.engines.map(|index| entrants[index].name.clone());
    let fault = played.ending.fault();
    Row {
        game: pairing.number + 1,
        white,
        black,
        result: GameResult::of_winner(played.winner).to_string(),
        ending: played.ending.to_string(),
        fault: fault.map(|(color, kind)| FaultOf { kind, white: color == Color::White }),
        plies: played.game.len(),
        seconds: played.took.as_secs_f64(),
        bytes: 0,
    }
}

/// Progress: a table that is redrawn in a terminal, lines elsewhere.
pub(crate) struct Scoreboard {
    bar: ProgressBar,
    /// Games of an earlier run, which took no time now.
    done: u64,
    is_terminal: bool,
}

impl Scoreboard {
    pub(crate) fn new(planned: u64, done: u64, endless: bool) -> Self {
        let style = if endless {
            "{human_pos} games in {elapsed}, {per_sec}\n{msg}"
        } else {
            "{bar:30} {human_pos}/{human_len} games in {elapsed}, {per_sec}, about {eta} left\n{msg}"
        };
        Self { bar: output::progress(planned, done, style), done, is_terminal: stderr().is_terminal() }
    }

    pub(crate) fn show(
        &self,
        pairing: &Pairing,
        played: &Played,
        entrants: &[EngineSpec],
        summary: &Summary,
    ) {
        let [white, black] = pairing.engines.map(|index| &entrants[index].name);
        let game = format!("game {}, {white} - {black}: {}", pairing.number + 1, played.ending);
        let game = printable(&game);
        self.bar.set_position(summary.games);
        if self.is_terminal {
            self.bar.set_message(format!("{}{game}", printable(&summary.table())));
            if matches!(played.ending, Ending::Fault(..)) {
                self.bar.println(&game);
            }
            return;
        }
        output::remark(&game);
        // The last table is printed with the results.
        if summary.games.is_multiple_of(10) && !summary.finished {
            output::remark(summary.table().trim_end());
        }
    }

    /// Clears the screen and says how fast games were played.
    pub(crate) fn close(&self) {
        let (games, elapsed) = (self.bar.position() - self.done, self.bar.elapsed().as_secs_f64());
        self.bar.finish_and_clear();
        let pace = games as f64 / elapsed.max(1e-6);
        output::remark(format_args!("{games} games in {elapsed:.0} s, {pace:.2} games/s"));
    }
}

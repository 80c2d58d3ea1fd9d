//! Games in any number, analyzed by several at once, with results in the order of the games.

use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use anyhow::bail;
use indicatif::ProgressBar;
use mola_game::pgn::GameTree;

use super::Row;
use super::crew::{Crew, Job, Workplace};
use super::games::{self, Games};
use super::known::Known;
use super::results::Results;
use super::verdict::Opinion;
use crate::lab::journal::Journal;
use crate::output;

/// How many games may be read before the first of them is finished. What is found is written in the order
/// of the games, so that it does not depend on how fast who was.
pub(super) const WINDOW: usize = 512;

/// A game that was read and not written yet.
struct Slot {
    game: u64,
    tree: GameTree,
    opinions: Option<Vec<Opinion>>,
}

/// Where games come in, jobs go out, and results are put in order.
pub(super) struct Desk<'a> {
    known: Known,
    journal: Option<Journal>,
    results: Results<'a>,
    slots: VecDeque<Slot>,
    /// Jobs whose results have not come yet.
    unfinished: usize,
    /// Positions of all jobs so far.
    positions: u64,
}

impl<'a> Desk<'a> {
    pub(super) fn new(known: Known, journal: Option<Journal>, results: Results<'a>) -> Self {
        Self { known, journal, results, slots: VecDeque::new(), unfinished: 0, positions: 0 }
    }

    /// Analyzes all games that have no result yet. Gives the results with what ended the reading early,
    /// if anything did: what was found before is not lost.
    pub(super) fn run(
        mut self,
        games: &mut Games,
        mut crew: Crew,
        most_unfinished: usize,
        workplace: &Workplace<'_>,
    ) -> anyhow::Result<(Results<'a>, Option<anyhow::Error>)> {
        let [interrupted, _] = workplace.stops;
        let bar = Bar::new(games.progress().1);
        let (mut is_over, mut failure) = (false, None);
        loop {
            while !is_over && self.slots.len() < WINDOW && self.unfinished < most_unfinished {
                match games.next() {
                    Ok(Some((game, tree))) => self.take(game, tree, &crew)?,
                    Ok(None) => is_over = true,
                    Err(error) => (is_over, failure) = (true, Some(error)),
                }
                self.write_finished()?;
            }
            if is_over && self.unfinished == 0 {
                break;
            }
            match crew.findings.recv_timeout(LOOK_UP) {
                Ok(finding) => {
                    self.keep(finding?)?;
                    self.write_finished()?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) if interrupted.load(Relaxed) => break,
                Err(RecvTimeoutError::Disconnected) => {
                    bail!("the workers ended before all games were analyzed")
                }
            }
            if interrupted.load(Relaxed) {
                if crew.is_remote {
                    break;
                }
                // Threads end by themselves, and say so by hanging up.
                (is_over, crew.jobs) = (true, None);
            }
            bar.show(games, is_over, workplace.positions.load(Relaxed), self.positions);
        }
        // After an interruption there may be gaps.
        for slot in std::mem::take(&mut self.slots) {
            if let Some(opinions) = slot.opinions {
                self.results.add(slot.game, slot.tree, &opinions)?;
            }
        }
        Ok((self.results, failure))
    }

    /// A game that was read: either an earlier run analyzed it, or somebody does now.
    fn take(&mut self, game: u64, tree: GameTree, crew: &Crew) -> anyhow::Result<()> {
        let opinions = self.known.take(game)?;
        if let Some(opinions) = &opinions {
            games::check_length(game, &tree, opinions.len())?;
        } else {
            let job = Job { game, history: tree.history() };
            self.positions += job.history.moves().len() as u64 + 1;
            self.unfinished += 1;
            // If they have hung up, that is noticed when the result does not come.
            if let Some(jobs) = &crew.jobs {
                let _ = jobs.send(job);
            }
        }
        self.slots.push_back(Slot { game, tree, opinions });
        Ok(())
    }

    /// A result. One that comes twice, because a worker was thought to be lost, is dropped.
    fn keep(&mut self, row: Row) -> anyhow::Result<()> {
        let Ok(index) = self.slots.binary_search_by_key(&row.game, |slot| slot.game) else { return Ok(()) };
        let slot = &mut self.slots[index];
        if slot.opinions.is_some() {
            return Ok(());
        }
        games::check_length(row.game, &slot.tree, row.opinions.len())?;
        if let Some(journal) = &mut self.journal {
            journal.add(&row)?;
        }
        slot.opinions = Some(row.opinions);
        self.unfinished -= 1;
        Ok(())
    }

    /// Writes games as long as all before them are finished.
    fn write_finished(&mut self) -> anyhow::Result<()> {
        while self.slots.front().is_some_and(|slot| slot.opinions.is_some()) {
            if let Some(Slot { game, tree, opinions: Some(opinions) }) = self.slots.pop_front() {
                self.results.add(game, tree, &opinions)?;
            }
        }
        Ok(())
    }
}

/// How often the progress is shown, at least.
const LOOK_UP: Duration = Duration::from_millis(200);

/// How far the work is: by bytes while games are read, then by positions, which small files have few of.
struct Bar {
    bar: ProgressBar,
    by_positions: Cell<bool>,
}

impl Bar {
    fn new(length: Option<u64>) -> Self {
        let style = match length {
            Some(_) => "{bar:30} {bytes}/{total_bytes}, about {eta} left",
            None => "{bytes} so far",
        };
        Self { bar: output::progress(length.unwrap_or(0), 0, style), by_positions: Cell::new(false) }
    }

    fn show(&self, games: &Games, all_read: bool, positions: u64, of: u64) {
        if all_read && !self.by_positions.replace(true) {
            self.bar.finish_and_clear();
            self.bar.reset();
            let template = "{bar:30} {human_pos}/{human_len} positions, about {eta} left";
            self.bar.set_style(output::style(template));
            self.bar.set_length(of);
        }
        self.bar.set_position(if all_read { positions } else { games.progress().0 });
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

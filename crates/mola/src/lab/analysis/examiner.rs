//! Lets an engine look at every position of a game, or at one position in several lines.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use mola_game::{History, Limits, Line, Task, Time, TimeControl};
use mola_rules::Position;

use super::crew::Job;
use super::verdict::Opinion;
use crate::engines::running::{RunningEngine, Said};
use crate::engines::spec::EngineSpec;

/// An engine and how long it may look at each position.
pub(super) struct Examiner {
    player: RunningEngine,
    limits: Limits,
}

/// How long an engine may take at most for one position.
const ENDLESS: Duration = Duration::from_hours(24);

impl Examiner {
    pub(super) fn start(entrant: &EngineSpec) -> anyhow::Result<Self> {
        let pace = entrant.pace;
        let time = match pace.control {
            TimeControl::Move(time) => Time::Move(time),
            TimeControl::Clock { .. } | TimeControl::Unlimited => Time::Unlimited,
        };
        let limits = Limits { depth: pace.depth, nodes: pace.nodes, time, ..Limits::NONE };
        Ok(Self { player: entrant.start()?, limits })
    }

    /// What the engine thinks of the position before each move and after the last. It looks at the last
    /// one first, since what is found late in a game helps to judge what came before. None if it was
    /// interrupted.
    pub(super) fn game(
        &mut self,
        job: &Job,
        stops: &[&AtomicBool],
        done: &dyn Fn(),
    ) -> anyhow::Result<Option<Vec<Opinion>>> {
        self.player.engine().new_game();
        let mut history = History::new(job.start);
        job.moves.iter().for_each(|&m| history.play(m));
        let mut opinions = Vec::new();
        loop {
            let Some(opinion) = self.opinion(history.task(self.limits), stops)? else { return Ok(None) };
            opinions.push(opinion);
            done();
            if history.undo().is_none() {
                break;
            }
        }
        opinions.reverse();
        Ok(Some(opinions))
    }

    fn opinion(&mut self, task: Task<'_>, stops: &[&AtomicBool]) -> anyhow::Result<Option<Opinion>> {
        if let Some(opinion) = Opinion::of_end(task.root) {
            return Ok(Some(opinion));
        }
        let lines = self.lines(task, stops)?;
        Ok(lines.first().map(|line| Opinion::new(line.score, line.depth, &line.moves)))
    }

    /// The best lines of one position.
    pub(super) fn position(
        &mut self,
        position: &Position,
        lines: usize,
        stop: &AtomicBool,
    ) -> anyhow::Result<Vec<Line>> {
        self.lines(Task::new(position, Limits { lines, ..self.limits }), &[stop])
    }

    /// Asks the engine. No lines if it was interrupted.
    fn lines(&mut self, task: Task<'_>, stops: &[&AtomicBool]) -> anyhow::Result<Vec<Line>> {
        let (mut reply, mut lines) = self.player.analyze(task, ENDLESS, stops);
        if lines.is_empty() && matches!(reply.said, Said::Move(_)) {
            // It had so few nodes, or so little time, that it finished no depth. One it must finish.
            let limits = Limits { depth: Some(1), nodes: None, time: Time::Unlimited, ..task.limits };
            (reply, lines) = self.player.analyze(Task { limits, ..task }, ENDLESS, stops);
        }
        if stops.iter().any(|stop| stop.load(Relaxed)) {
            return Ok(Vec::new());
        }
        match reply.said {
            Said::Failed(text) | Said::Illegal(text) => {
                anyhow::bail!("{} failed at {}: {text}", self.player.engine().name(), task.root)
            }
            Said::Resigns | Said::Move(_) => {}
        }
        anyhow::ensure!(
            !lines.is_empty(),
            "{} gave no evaluation for {}",
            self.player.engine().name(),
            task.root
        );
        Ok(lines)
    }
}

//! Lets an engine look at every position of a game, or at one position in several lines.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use mola_game::{History, Limits, Line, Task, Time, TimeControl, coach};
use mola_rules::Position;

use super::verdict::Opinion;
use crate::engines::running::{RunningEngine, Said};
use crate::engines::spec::EngineSpec;
use crate::output::Interrupted;

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

    /// What the engine thinks of the position before each move and after the last.
    pub(super) fn game(
        &mut self,
        game: &History,
        stops: &[&AtomicBool],
        done: &dyn Fn(),
    ) -> anyhow::Result<Vec<Opinion>> {
        self.player.engine().new_game();
        // Where the game is over, there is nothing to look at: that position counts as done.
        if game.root().outcome().is_some() {
            done();
        }
        let lines = coach::opinions(game.clone(), |history| {
            let lines = self.lines(history.task(self.limits), stops)?;
            done();
            anyhow::Ok(Line::best_of(lines, None))
        })?;
        Ok(lines.iter().map(Opinion::new).collect())
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

    /// Asks the engine.
    fn lines(&mut self, task: Task<'_>, stops: &[&AtomicBool]) -> anyhow::Result<Vec<Line>> {
        let (mut reply, mut lines) = self.player.analyze(task, ENDLESS, stops);
        if lines.is_empty() && matches!(reply.said, Said::Move { .. }) {
            // It had so few nodes, or so little time, that it finished no depth. One it must finish.
            let limits = Limits { depth: Some(1), nodes: None, time: Time::Unlimited, ..task.limits };
            (reply, lines) = self.player.analyze(Task { limits, ..task }, ENDLESS, stops);
        }
        if stops.iter().any(|stop| stop.load(Relaxed)) {
            return Err(Interrupted.into());
        }
        match reply.said {
            Said::Failed(text) | Said::Illegal(text) => {
                anyhow::bail!("{} failed at {}: {text}", self.player.engine().name(), task.root)
            }
            Said::Resigns | Said::Move { .. } => {}
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

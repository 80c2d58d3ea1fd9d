//! Questions without an end, and those about a few moves only: the engine analyzes, and we watch.

use std::time::Instant;

use mola_game::{Answer, Host, Signal, Task};
use mola_rules::CastlingStyle;

use super::XBoardDriver;
use crate::remote::uci::allowed;
use crate::remote::{POLL, RemoteError, read_reply};
use crate::xboard::{Command, Reply};

impl XBoardDriver {
    /// Lets the engine think until a limit is reached or the host says stop; its answer is the first
    /// move of the last line it showed.
    pub(super) fn analyze(&mut self, task: &Task<'_>, host: &mut dyn Host) -> Result<Answer, RemoteError> {
        if !task.only.is_empty() {
            if !self.features.has("exclude") {
                return Err(RemoteError::Refused("it cannot be told which moves to consider".to_owned()));
            }
            self.process.send(Command::Exclude("all".to_owned()))?;
            for m in task.only {
                let text = m.uci(CastlingStyle::Standard).to_string();
                self.process.send(Command::Include(text))?;
            }
        }
        self.process.send(Command::Analyze)?;
        self.pv.clear();
        let asked = Instant::now();
        let time = allowed(task.limits.time, false);
        let mut stop_at: Option<Instant> = time.map(|time| asked + time);
        let mut wanted = false;
        loop {
            if let Some(line) = self.process.receive(POLL)?
                && let Reply::Thinking(thinking) = read_reply(&line)
            {
                self.report(task.root, &thinking, host);
                wanted |= task.limits.depth.is_some_and(|depth| thinking.ply >= depth);
                wanted |= task.limits.nodes.is_some_and(|nodes| thinking.nodes >= nodes);
            }
            let now = Instant::now();
            if host.poll() == Signal::Stop {
                wanted = true;
                stop_at = stop_at.or(Some(now));
            }
            wanted |= time.is_some() && stop_at.is_some_and(|at| now >= at);
            // Without a line there is no answer yet.
            let patience_ends = stop_at.is_some_and(|at| now >= at + self.grace);
            if wanted && (!self.pv.is_empty() || patience_ends) {
                break;
            }
        }
        self.process.send(Command::Exit)?;
        // GNU Chess forgets here that it does not talk to a person.
        self.process.send(Command::XBoard)?;
        self.process.send(Command::Force)?;
        self.settle()?;
        let best = self.pv.first().copied().or(task.root.legal_moves().first().copied());
        Ok(Answer { best, ponder: self.expected(best) })
    }
}

//! Thinking like a weaker player.

use mola_game::{Host, Limits, Listener, Report, Signal, Task};
use mola_rules::{Move, Position};

use super::Mola;
use crate::level::Level;
use crate::person::{Person, Side};
use crate::search::RootMove;
use crate::value::{MATE, Value, is_decided, to_score};

impl Mola {
    /// Plays at a level.
    pub(super) fn think_at(
        &mut self,
        level: Level,
        task: &Task<'_>,
        host: &mut dyn Host,
    ) -> Option<RootMove> {
        match level {
            Level::Person(person) => self.think_like(&person, task, host),
            Level::Nodes(nodes) => {
                let limits = Level::limits(nodes, &task.limits);
                self.search(&Task { limits, ..*task }, host, 1).map(|found| found.best)
            }
        }
    }

    /// Weighs the moves that a person notices, by the replies that the person notices.
    fn think_like(&mut self, person: &Person, task: &Task<'_>, host: &mut dyn Host) -> Option<RootMove> {
        let (attention, depth) = (person.attention(&mut self.dice), person.plies(&mut self.dice));
        let asked: Vec<Move> = task.root.legal_moves().into_iter().filter(|&m| task.allows(m)).collect();
        let focus = task.moves.last().map(|m| m.landing());
        let moves = attention.noticed(task.root, &asked, Side::Own, focus);
        let past: Vec<u64> = task.past.iter().copied().chain([task.root.key()]).collect();
        let limits = Limits {
            depth: Some(task.limits.depth.map_or(depth, |most| most.min(depth))),
            nodes: task.limits.nodes.map(|nodes| nodes / moves.len().max(1) as u64),
            time: task.limits.time,
            ..Limits::NONE
        };
        let mut nodes = 0;
        let mut weighed: Vec<RootMove> = Vec::new();
        for m in moves {
            let after = task.root.after(m);
            let replies: Vec<Move> = after.legal_moves().into_iter().collect();
            let only = attention.noticed(&after, &replies, Side::Opponent, Some(m.landing()));
            let reply = Task { past: &past, only: &only, ..Task::new(&after, limits) };
            // What a weak player sees after one of its moves is not yet what it thinks: nothing is passed on.
            let mut listener =
                Listener::new().clock(|| host.elapsed()).stop_when(|| host.poll() == Signal::Stop);
            let mut root = RootMove::new(m);
            root.value = self.value_after(&reply, &mut listener, &mut root.line);
            nodes += 1 + listener.nodes();
            weighed.push(root);
            if host.poll() == Signal::Stop {
                break;
            }
        }
        weighed.sort_by_key(|root| std::cmp::Reverse(root.value));
        let enough = f64::from(weighed.first()?.value) - person.noise;
        let takes_back = |root: &RootMove| {
            let is_capture = focus == Some(root.m.to()) && task.root.is_capture(root.m);
            is_capture && f64::from(root.value) >= enough
        };
        // What has just come within reach is taken, if it looks good enough. About all else people are a little wrong.
        if let Some(index) = weighed.iter().position(takes_back) {
            weighed[..=index].rotate_right(1);
        } else {
            for root in weighed.iter_mut().filter(|root| !is_decided(root.value)) {
                root.value += person.error(&mut self.dice);
            }
            weighed.sort_by_key(|root| std::cmp::Reverse(root.value));
        }
        for (index, root) in weighed.iter().take(task.limits.lines.max(1)).enumerate() {
            let (selective_depth, hash_full) = (root.line.len() as u32, self.table.fullness());
            let report = Report::new(depth + 1, to_score(root.value), &root.line);
            host.report(&Report { line: index + 1, selective_depth, nodes, hash_full, ..report });
        }
        weighed.into_iter().next()
    }

    /// What a position is worth to the player who has just moved. `line` gets the replies.
    fn value_after(&mut self, reply: &Task<'_>, host: &mut dyn Host, line: &mut Vec<Move>) -> Value {
        let position: &Position = reply.root;
        if reply.only.is_empty() {
            return if position.is_check() { MATE - 1 } else { 0 };
        }
        if reply.past.contains(&position.key()) || position.is_dead() {
            return 0;
        }
        // Somebody who plays at once only likes how it looks.
        if reply.limits.depth == Some(0) {
            return -self.network().evaluate(position.board(), position.turn());
        }
        let Some(found) = self.search(reply, host, 1) else { return 0 };
        line.extend(&found.best.line);
        // A mate is one ply further away than it is from the reply.
        let value = -found.best.value;
        if is_decided(value) { value - value.signum() } else { value }
    }
}

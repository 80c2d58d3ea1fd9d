//! Several lines, and chosen moves, from an engine that knows only one line and all moves.

use core::cell::Cell;
use core::cmp::Reverse;
use core::fmt;
use core::time::Duration;

use mola_rules::{Move, Outcome, Position};

use crate::{
    Answer, Engine, EngineOption, Host, Limits, Listener, OptionError, Report, Score, Signal, Task, Time,
};

/// The deepest search, move by move.
const DEEPEST: u32 = 64;

/// An engine that is asked about each move by itself where several lines or only some moves are
/// wanted, and left alone otherwise. An engine that shares its work between the moves would be
/// faster, but this works with any engine.
///
/// ```
/// use mola_game::{EachMove, Engine, FirstMove, Limits, Task};
/// use mola_rules::Position;
/// let root: Position = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1".parse().unwrap();
/// let limits = Limits { depth: Some(1), lines: 3, ..Limits::NONE };
/// let answer = EachMove(FirstMove).think(Task::new(&root, limits), &mut ());
/// assert_eq!(root.san(answer.best.unwrap()).as_str(), "Ra8#");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct EachMove<E>(pub E);

impl<E: Engine> Engine for EachMove<E> {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn new_game(&mut self) {
        self.0.new_game();
    }

    fn options(&self) -> Vec<EngineOption> {
        self.0.options()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.0.set_option(name, value)
    }

    fn remark(&mut self, say: &mut dyn FnMut(&str)) {
        self.0.remark(say);
    }

    fn explain(&self, position: &Position, text: &mut dyn fmt::Write) -> fmt::Result {
        self.0.explain(position, text)
    }

    fn think(&mut self, task: Task<'_>, host: &mut dyn Host) -> Answer {
        if task.limits.lines <= 1 && task.only.is_empty() {
            return self.0.think(task, host);
        }
        let legal = task.root.legal_moves();
        let mut choices: Vec<Choice> =
            legal.iter().copied().filter(|&m| task.allows(m)).map(Choice::new).collect();
        let mut watch = Watch::new(host, &task.limits);
        for depth in 1..=task.limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST) {
            let mut deeper = choices.clone();
            for choice in &mut deeper {
                self.ask(&task, choice, depth, &mut watch);
                if watch.is_over() {
                    break;
                }
            }
            // Moves of an unfinished depth cannot be compared, but there must be an answer.
            let unfinished = watch.is_over();
            if unfinished && depth > 1 {
                break;
            }
            deeper.sort_by_key(|choice| Reverse(choice.score));
            choices = deeper;
            for (index, choice) in choices.iter().take(task.limits.lines.max(1)).enumerate() {
                watch.tell(index + 1, depth, choice);
            }
            let mate = choices.first().map(|choice| choice.score);
            let found =
                matches!((mate, task.limits.mate), (Some(Score::Mate(moves)), Some(most)) if moves <= most);
            if unfinished || found {
                break;
            }
        }
        let best = choices.first();
        Answer {
            best: best.map(|choice| choice.line[0]),
            ponder: best.and_then(|choice| choice.line.get(1).copied()),
        }
    }
}

/// A move at the root.
#[derive(Clone, Debug)]
struct Choice {
    /// The move, and what is expected after it.
    line: Vec<Move>,
    score: Score,
}

impl Choice {
    fn new(m: Move) -> Self {
        // Worse than anything that is known.
        Self { line: vec![m], score: Score::Mated(0) }
    }
}

impl<E: Engine> EachMove<E> {
    /// Finds out what a move is worth.
    fn ask(&mut self, task: &Task<'_>, choice: &mut Choice, depth: u32, watch: &mut Watch<'_>) {
        let m = choice.line[0];
        let root = task.root.after(m);
        let past: Vec<u64> = task.past.iter().copied().chain([task.root.key()]).collect();
        let moves: Vec<Move> = task.moves.iter().copied().chain([m]).collect();
        if let Some(outcome) = root.outcome_after(&past) {
            let won = matches!(outcome, Outcome::Win(..));
            choice.score = if won { Score::Mate(1) } else { Score::Centipawns(0) };
            return;
        }
        let nodes = watch.nodes_left();
        let limits = Limits { depth: Some(depth.saturating_sub(1).max(1)), nodes, ..Limits::NONE };
        let mut listener =
            Listener::new().clock(|| watch.host.elapsed()).stop_when(|| watch.poll() == Signal::Stop);
        let task = Task { root: &root, past: &past, start: task.start, moves: &moves, only: &[], limits };
        let answer = self.0.think(task, &mut listener);
        let (score, nodes, line) = (listener.score(), listener.nodes(), listener.pv().to_vec());
        drop(listener);
        watch.nodes += nodes;
        if watch.is_over() && score.is_none() {
            return;
        }
        choice.score = match score.unwrap_or(Score::Centipawns(0)) {
            Score::Mated(moves) => Score::Mate(moves + 1),
            score => score.flip(),
        };
        choice.line = [m]
            .into_iter()
            .chain(if line.is_empty() { answer.best.into_iter().collect() } else { line })
            .collect();
    }
}

/// The host, and all that ends the search as a whole.
struct Watch<'h> {
    host: &'h mut dyn Host,
    time: Option<Duration>,
    node_limit: Option<u64>,
    nodes: u64,
    stopped: Cell<bool>,
}

impl<'h> Watch<'h> {
    fn new(host: &'h mut dyn Host, limits: &Limits) -> Self {
        let time = match limits.time {
            Time::Unlimited => None,
            Time::Move(time) => Some(time),
            Time::Clock { left, increment, moves_to_go } => {
                let share = left / moves_to_go.unwrap_or(30).clamp(2, 60);
                Some(share.saturating_add(increment / 2).min(left / 3))
            }
        };
        Self { host, time, node_limit: limits.nodes, nodes: 0, stopped: Cell::new(false) }
    }

    fn poll(&self) -> Signal {
        if self.host.poll() == Signal::Stop || self.time.is_some_and(|time| self.host.elapsed() >= time) {
            self.stopped.set(true);
        }
        if self.stopped.get() { Signal::Stop } else { Signal::Continue }
    }

    fn nodes_left(&self) -> Option<u64> {
        self.node_limit.map(|limit| limit.saturating_sub(self.nodes).max(1))
    }

    fn is_over(&self) -> bool {
        self.poll() == Signal::Stop || self.node_limit.is_some_and(|limit| self.nodes >= limit)
    }

    fn tell(&mut self, line: usize, depth: u32, choice: &Choice) {
        let report = Report::new(depth, choice.score, &choice.line);
        self.host.report(&Report { line, nodes: self.nodes, ..report });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mola_rules::Role;

    /// Looks one move ahead and counts queens.
    struct Greedy;

    impl Engine for Greedy {
        fn name(&self) -> &'static str {
            "Greedy"
        }

        fn think(&mut self, task: Task<'_>, host: &mut dyn Host) -> Answer {
            let moves = task.root.legal_moves();
            let worth = |m: &Move| {
                let after = task.root.after(*m);
                let count = |color| after.pieces(Role::Queen.of(color)).count() as i32;
                900 * (count(task.root.turn()) - count(!task.root.turn()))
            };
            let best = moves.iter().copied().max_by_key(worth);
            if let Some(best) = best {
                let (score, nodes) = (Score::Centipawns(worth(&best)), moves.len() as u64);
                host.report(&Report { nodes, ..Report::new(1, score, &[best]) });
            }
            Answer { best, ponder: None }
        }
    }

    #[derive(Default)]
    struct Lines {
        heard: Vec<(usize, u32, Score, Vec<Move>)>,
        polls: Cell<u32>,
        stop_at: Option<u32>,
    }

    impl Host for Lines {
        fn elapsed(&self) -> Duration {
            Duration::from_millis(self.polls.get().into())
        }

        fn poll(&self) -> Signal {
            self.polls.set(self.polls.get() + 1);
            if self.stop_at.is_some_and(|at| self.polls.get() >= at) {
                Signal::Stop
            } else {
                Signal::Continue
            }
        }

        fn report(&mut self, report: &Report<'_>) {
            self.heard.push((report.line, report.depth, report.score, report.pv.to_vec()));
        }
    }

    const HANGING: &str = "3q3k/8/8/8/8/8/3Q4/4K3 w - - 0 1";

    #[test]
    fn lines_are_different_and_in_order() {
        let root: Position = HANGING.parse().unwrap();
        let mut host = Lines::default();
        let limits = Limits { depth: Some(2), lines: 4, ..Limits::NONE };
        let answer = EachMove(Greedy).think(Task::new(&root, limits), &mut host);
        assert_eq!(root.san(answer.best.unwrap()).as_str(), "Qxd8+");
        assert_eq!(host.heard.len(), 8, "four lines at two depths");
        for lines in host.heard.chunks(4) {
            assert_eq!(lines.iter().map(|line| line.0).collect::<Vec<_>>(), [1, 2, 3, 4]);
            assert!(lines.windows(2).all(|pair| pair[0].2 >= pair[1].2 && pair[0].3[0] != pair[1].3[0]));
            assert!(lines.iter().all(|line| line.3.len() == 2), "a move and its reply: {lines:?}");
        }
    }

    #[test]
    fn only_the_moves_asked_for_are_considered_and_the_best_of_them_is_taken() {
        let root: Position = HANGING.parse().unwrap();
        let only = ["Qd3", "Qe2", "Kf1"].map(|text| root.parse_san(text).unwrap());
        let limits = Limits { depth: Some(1), ..Limits::NONE };
        let answer = EachMove(Greedy).think(Task { only: &only, ..Task::new(&root, limits) }, &mut ());
        assert_eq!(root.san(answer.best.unwrap()).as_str(), "Qe2", "the others lose the queen");
    }

    #[test]
    fn mates_count_the_move_that_leads_to_them() {
        let root: Position = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1".parse().unwrap();
        let mut host = Lines::default();
        let limits = Limits { lines: 2, mate: Some(1), ..Limits::NONE };
        EachMove(Greedy).think(Task::new(&root, limits), &mut host);
        assert_eq!((host.heard.len(), host.heard[0].2), (2, Score::Mate(1)), "it ends with the mate");
    }

    #[test]
    fn every_limit_ends_it_with_a_legal_move() {
        let root = Position::start();
        let limits = [
            Limits { nodes: Some(1), lines: 3, ..Limits::NONE },
            Limits { nodes: Some(500), lines: 3, ..Limits::NONE },
            Limits { time: Time::Move(Duration::from_millis(50)), lines: 3, ..Limits::NONE },
            Limits { lines: 3, ..Limits::NONE },
        ];
        for limits in limits {
            let mut host = Lines { stop_at: Some(2000), ..Lines::default() };
            let answer = EachMove(Greedy).think(Task::new(&root, limits), &mut host);
            assert!(answer.best.is_some_and(|m| root.is_legal(m)), "{limits:?}");
            assert!(host.polls.get() <= 2100, "{limits:?}");
        }
        let mated: Position = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1".parse().unwrap();
        let limits = Limits { lines: 3, depth: Some(3), ..Limits::NONE };
        assert_eq!(EachMove(Greedy).think(Task::new(&mated, limits), &mut ()).best, None);
    }

    #[test]
    fn one_line_is_left_to_the_engine() {
        let root: Position = HANGING.parse().unwrap();
        let mut host = Lines::default();
        EachMove(Greedy).think(Task::new(&root, Limits::NONE), &mut host);
        assert_eq!(host.heard.len(), 1);
    }
}

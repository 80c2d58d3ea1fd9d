//! A host for everybody who asks an engine and wants to know what it found.

use core::fmt;
use core::time::Duration;

use mola_rules::Move;

use crate::{Bound, Host, Report, Score, Signal};

/// Remembers the latest report on each line. Clock, interruption and a closure that hears every
/// report are optional.
///
/// Bounds are half the truth: they count only until something exact is known about a line.
///
/// ```
/// use mola_game::{EachMove, Engine, FirstMove, Limits, Listener, Score, Task};
/// use mola_rules::Position;
/// let root: Position = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1".parse().unwrap();
/// let limits = Limits { depth: Some(1), lines: 3, ..Limits::NONE };
/// let mut reports = 0;
/// let mut listener = Listener::new().hear(|_| reports += 1);
/// EachMove(FirstMove).think(Task::new(&root, limits), &mut listener);
/// assert_eq!(listener.score(), Some(Score::Mate(1)));
/// assert_eq!(listener.lines().len(), 3);
/// drop(listener);
/// assert_eq!(reports, 3);
/// ```
#[derive(Default)]
pub struct Listener<'a> {
    lines: Vec<Line>,
    nodes: u64,
    table_hits: u64,
    clock: Option<Box<dyn Fn() -> Duration + 'a>>,
    stop: Option<Box<dyn Fn() -> bool + 'a>>,
    hear: Option<Hear<'a>>,
}

type Hear<'a> = Box<dyn FnMut(&Report<'_>) + 'a>;

/// One of an engine's best lines, as last reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// How good it is for the player to move at the root.
    pub score: Score,
    /// Plies looked ahead.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// The moves expected from the root on.
    pub moves: Vec<Move>,
}

impl Line {
    /// The best of an engine's lines. An engine that reported none has only its answer.
    pub fn best_of(lines: Vec<Self>, best: Option<Move>) -> Self {
        let silent =
            || Self { score: Score::Centipawns(0), depth: 0, nodes: 0, moves: best.into_iter().collect() };
        lines.into_iter().next().unwrap_or_else(silent)
    }
}

impl<'a> Listener<'a> {
    /// Without a clock, and never interrupting.
    pub fn new() -> Self {
        Self::default()
    }

    /// Tells the engine how much time has passed. This crate has no clock of its own.
    #[must_use]
    pub fn clock(mut self, elapsed: impl Fn() -> Duration + 'a) -> Self {
        self.clock = Some(Box::new(elapsed));
        self
    }

    /// Stops the engine as soon as this is true.
    #[must_use]
    pub fn stop_when(mut self, stop: impl Fn() -> bool + 'a) -> Self {
        self.stop = Some(Box::new(stop));
        self
    }

    /// Passes every report on.
    #[must_use]
    pub fn hear(mut self, hear: impl FnMut(&Report<'_>) + 'a) -> Self {
        self.hear = Some(Box::new(hear));
        self
    }

    /// The lines, the best first.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The best line.
    pub fn best(&self) -> Option<&Line> {
        self.lines.first()
    }

    /// The score of the best line, for the player to move at the root.
    pub fn score(&self) -> Option<Score> {
        self.best().map(|line| line.score)
    }

    /// The moves of the best line.
    pub fn pv(&self) -> &[Move] {
        self.best().map_or(&[], |line| &line.moves)
    }

    /// Positions looked at.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Positions found in endgame tables.
    pub const fn table_hits(&self) -> u64 {
        self.table_hits
    }
}

impl Host for Listener<'_> {
    fn elapsed(&self) -> Duration {
        self.clock.as_ref().map_or(Duration::ZERO, |elapsed| elapsed())
    }

    fn poll(&self) -> Signal {
        if self.stop.as_ref().is_some_and(|stop| stop()) { Signal::Stop } else { Signal::Continue }
    }

    fn report(&mut self, report: &Report<'_>) {
        (self.nodes, self.table_hits) = (report.nodes, report.table_hits);
        let Report { score, depth, nodes, pv, .. } = *report;
        let index = report.line.saturating_sub(1);
        if index == self.lines.len() {
            self.lines.push(Line { score, depth, nodes, moves: pv.to_vec() });
        } else if let Some(line) = self.lines.get_mut(index)
            && report.bound == Bound::Exact
        {
            (line.score, line.depth, line.nodes) = (score, depth, nodes);
            // A score without moves still belongs to the line that was shown before it.
            if !pv.is_empty() {
                line.moves.clear();
                line.moves.extend_from_slice(pv);
            }
        }
        if let Some(hear) = &mut self.hear {
            hear(report);
        }
    }
}

impl fmt::Debug for Listener<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listener").field("lines", &self.lines).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(line: usize, score: i32, bound: Bound, pv: &[Move]) -> Report<'_> {
        let score = Score::Centipawns(score);
        Report { line, depth: 1, selective_depth: 1, score, bound, nodes: 1, hash_full: 0, table_hits: 0, pv }
    }

    #[test]
    fn bounds_count_only_until_something_exact_is_known() {
        let mut listener = Listener::new();
        for (score, bound, expected) in
            [(10, Bound::Lower, 10), (20, Bound::Upper, 10), (30, Bound::Exact, 30), (40, Bound::Lower, 30)]
        {
            listener.report(&report(1, score, bound, &[]));
            assert_eq!(listener.score(), Some(Score::Centipawns(expected)));
        }
    }

    #[test]
    fn lines_come_in_order_and_keep_their_moves() {
        let m = mola_rules::Position::start().parse_san("e4").unwrap();
        let mut listener = Listener::new();
        listener.report(&report(3, 5, Bound::Exact, &[m]));
        assert!(listener.lines().is_empty(), "nothing is known of the first two");
        listener.report(&report(1, 7, Bound::Exact, &[m]));
        listener.report(&report(2, 6, Bound::Exact, &[]));
        listener.report(&report(1, 8, Bound::Exact, &[]));
        let scores: Vec<Score> = listener.lines().iter().map(|line| line.score).collect();
        assert_eq!(scores, [Score::Centipawns(8), Score::Centipawns(6)]);
        assert_eq!(listener.pv(), [m]);
    }
}

//! The session as engines see it while they think.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use mola_game::{Bound, Host, Listener, Report, Score, Signal, Watch, coach};
use mola_rules::{CastlingStyle, Move, Position};

use super::Shared;
use super::control::{Control, Latest};
use super::request::Search;
use crate::uci::{Evaluation, Info, Reply};
use crate::xboard::{self, Thinking};

/// Bounds, and the moves that are being looked at, are shown once a search takes so long that any
/// news is welcome.
const NEWS_AFTER: Duration = Duration::from_secs(3);

/// In which words reports go out.
#[derive(Clone, Debug)]
pub(crate) enum Style {
    Uci {
        castling: CastlingStyle,
        wdl: bool,
    },
    XBoard {
        chess960: bool,
        /// In an analysis, `nopost` is ignored.
        always: bool,
        /// The move that is being pondered, by its name.
        pondered: Option<String>,
    },
    Silent,
}

/// One search's window on the session.
pub(crate) struct SearchHost<'a> {
    pub(crate) search: &'a Search,
    pub(crate) control: &'a Arc<Control>,
    pub(crate) shared: &'a Shared,
    /// Whether a line of thinking has gone out.
    pub(crate) spoke: bool,
    pub(crate) heard: Listener<'static>,
}

impl SearchHost<'_> {
    fn root(&self) -> &Position {
        self.search.history.root()
    }

    /// The line of thinking that must come before every answer, if the engine reported none.
    pub(crate) fn speak_for_the_silent(&mut self, best: Option<Move>) {
        if self.spoke {
            return;
        }
        let line = self.heard.best().cloned();
        let pv = line.as_ref().map(|line| line.moves.clone()).filter(|moves| !moves.is_empty());
        let pv = pv.unwrap_or_else(|| best.into_iter().collect());
        let score = match (best, &line) {
            (None, _) if self.root().is_check() => Score::Mated(0),
            (_, line) => line.as_ref().map_or(Score::Centipawns(0), |line| line.score),
        };
        let depth = if best.is_none() { 0 } else { line.map_or(1, |line| line.depth.max(1)) };
        let nodes = self.heard.nodes();
        self.speak(&Report { selective_depth: 0, nodes, ..Report::new(depth, score, &pv) });
    }

    fn speak(&mut self, report: &Report<'_>) {
        if self.control.is_canceled() {
            return;
        }
        let elapsed = self.control.since_asked();
        match &self.search.style {
            Style::Uci { castling, wdl } => {
                let late = elapsed >= NEWS_AFTER && self.search.limits.lines == 1;
                if report.bound == Bound::Exact || late {
                    let mut info = info_of(self.root(), report, elapsed, *castling);
                    info.wdl = wdl.then(|| coach::wdl(report.score));
                    self.shared.output.say(Reply::Info(info));
                    self.spoke |= report.bound == Bound::Exact;
                }
            }
            Style::XBoard { chess960, always, pondered } => {
                if report.bound == Bound::Exact && (*always || self.shared.post.load(Ordering::Relaxed)) {
                    let mut thinking = thinking_of(self.root(), report, elapsed, *chess960);
                    if let Some(name) = pondered.as_ref().filter(|_| !self.control.is_hit()) {
                        thinking.pv.insert(0, format!("({name})"));
                    }
                    self.shared.output.say(thinking);
                    self.spoke = true;
                }
            }
            Style::Silent => {}
        }
    }
}

impl Host for SearchHost<'_> {
    fn elapsed(&self) -> Duration {
        self.control.elapsed()
    }

    fn poll(&self) -> Signal {
        if self.shared.output.is_broken() { Signal::Stop } else { self.control.poll() }
    }

    fn watch(&self) -> Option<Arc<dyn Watch>> {
        Some(self.control.clone())
    }

    fn trying(&mut self, depth: u32, m: Move, number: u32) {
        self.control.update(|latest| latest.trying = Some((m, number)));
        if let Style::Uci { castling, .. } = &self.search.style
            && self.control.since_asked() >= NEWS_AFTER
            && !self.control.is_canceled()
        {
            self.shared.output.say(Reply::Info(Info {
                depth: Some(depth),
                currmove: Some(m.uci(*castling).to_string()),
                currmovenumber: Some(number),
                ..Info::default()
            }));
        }
    }

    fn report(&mut self, report: &Report<'_>) {
        self.heard.report(report);
        if report.line <= 1 {
            self.control.update(|latest| {
                (latest.depth, latest.nodes) = (report.depth, report.nodes);
                latest.best = report.pv.first().copied();
            });
        }
        self.speak(report);
    }
}

/// The names of the moves up to the first that is not legal: clients play the line on their boards,
/// and some die of a move that is not there.
fn named(root: &Position, moves: &[Move], name: impl Fn(&Position, Move) -> String) -> Vec<String> {
    let mut position = *root;
    let mut names = Vec::with_capacity(moves.len());
    for &m in moves {
        if !position.is_legal(m) {
            break;
        }
        names.push(name(&position, m));
        position.play_unchecked(m);
    }
    names
}

fn per_second(nodes: u64, elapsed: Duration) -> u64 {
    let millis = elapsed.as_millis().max(1);
    (u128::from(nodes) * 1000 / millis).min(u64::MAX.into()) as u64
}

fn info_of(root: &Position, report: &Report<'_>, elapsed: Duration, castling: CastlingStyle) -> Info {
    Info {
        depth: Some(report.depth),
        seldepth: (report.selective_depth > 0).then_some(report.selective_depth),
        multipv: Some(report.line.clamp(1, u32::MAX as usize) as u32),
        score: Some(Evaluation { score: report.score, bound: report.bound }),
        nodes: Some(report.nodes),
        nps: Some(per_second(report.nodes, elapsed)),
        hashfull: Some(report.hash_full.into()),
        tbhits: Some(report.table_hits),
        time: Some(elapsed.as_millis() as u64),
        pv: named(root, report.pv, |_, m| m.uci(castling).to_string()),
        ..Info::default()
    }
}

fn thinking_of(root: &Position, report: &Report<'_>, elapsed: Duration, chess960: bool) -> Thinking {
    let nps = per_second(report.nodes, elapsed);
    Thinking {
        ply: report.depth,
        score: report.score,
        centiseconds: (elapsed.as_millis() / 10) as u64,
        nodes: report.nodes,
        more: Some((report.selective_depth.max(report.depth), nps, report.table_hits)),
        pv: named(root, report.pv, |_, m| xboard::move_text(m, chess960)),
    }
}

/// Where an analysis stands, as `.` asks for it.
pub(crate) fn status_of(root: &Position, latest: Latest, elapsed: Duration, chess960: bool) -> xboard::Reply {
    let moves = root.count_moves();
    // An engine that does not tell what it is looking at counts as done with all but its best move.
    let (m, number) = latest.trying.map_or((latest.best, moves), |(m, number)| (Some(m), number));
    let name = m.map(|m| xboard::move_text(m, chess960)).unwrap_or_default();
    let (centiseconds, left) = (elapsed.as_millis() / 10, moves.saturating_sub(number));
    let text = format!("{centiseconds} {} {} {left} {moves} {name}", latest.nodes, latest.depth);
    xboard::Reply::Status(text.trim_end().to_owned())
}

//! The pocket engine as an `Engine` of `mola-game`, by which it plays in every front end.
//!
//! The turning board never leaves this crate: positions come in and moves go out as text, in the
//! notation that both sides read.

use core::fmt::Write;
use core::time::Duration;

use mola_game::{Engine, Task, Time};
use mola_rules as rules;

use crate::{Entry, Host, Limits, Pocket, Position, Report, Signal, mate_in};

/// Positions before the root that can still be repeated: the fifty-move rule ends all others.
const REPEATABLE: usize = 100;
/// The moves of a line that are passed on.
const LINE: usize = 16;

/// A [`Pocket`] that answers the questions of `mola-game`.
///
/// It plays ordinary chess: in Chess960 it does not know about castling. It shows one line, and where
/// only some moves are asked for, it takes the first of them if its own choice is not among them.
///
/// ```
/// use mola_game::{Engine, Limits, Task};
/// use mola_pocket::{Entry, PocketEngine};
/// use mola_rules::Position;
/// let root: Position = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1".parse().unwrap();
/// let mut engine = PocketEngine::new([Entry::EMPTY; 100]);
/// let answer = engine.think(Task::new(&root, Limits { depth: Some(2), ..Limits::NONE }), &mut ());
/// assert_eq!(root.san(answer.best.unwrap()).as_str(), "Ra8#");
/// ```
pub struct PocketEngine<T> {
    pocket: Pocket<T>,
}

impl<T: AsMut<[Entry]>> PocketEngine<T> {
    /// An engine that keeps its transposition table in `table`.
    pub fn new(table: T) -> Self {
        Self { pocket: Pocket::new(table) }
    }

    /// Limits how deep the recursion goes: see [`Pocket::set_horizon`].
    pub fn set_horizon(&mut self, plies: usize) {
        self.pocket.set_horizon(plies);
    }
}

impl<T: AsMut<[Entry]>> Engine for PocketEngine<T> {
    fn name(&self) -> &'static str {
        concat!("Mola pocket ", env!("CARGO_PKG_VERSION"))
    }

    fn new_game(&mut self) {
        self.pocket.new_game();
    }

    fn think(&mut self, task: Task<'_>, host: &mut dyn mola_game::Host) -> mola_game::Answer {
        let fallback = || task.only.first().copied().or_else(|| task.root.legal_moves().first().copied());
        let Some(root) = convert(task.root) else {
            return mola_game::Answer { best: fallback(), ponder: None };
        };
        let (keys, count) = past_keys(&task);
        let mut bridge = Bridge { host, start: task.root, root: &root, expected: None };
        let answer = self.pocket.think(&root, &keys[..count], &limits(&task), &mut bridge);
        let best = answer.best.and_then(|best| read(task.root, &root, best));
        let best = best.filter(|&best| task.allows(best));
        let ponder = bridge.expected.filter(|_| best.is_some());
        mola_game::Answer { best: best.or_else(fallback), ponder }
    }
}

/// A position as the pocket engine knows it.
fn convert(position: &rules::Position) -> Option<Position> {
    let mut setup = position.setup();
    // Only castling with the king on the e-file and rooks in the corners is known here.
    let corners = [rules::Square::A1, rules::Square::H1, rules::Square::A8, rules::Square::H8];
    let mut rooks = setup.castling.rooks() & corners.into_iter().collect();
    for color in rules::Color::ALL {
        if position.king(color).file() != rules::File::E {
            rooks &= !rules::Bitboard::rank(color.back_rank());
        }
    }
    setup.castling = rules::Castling::with_rooks(rooks);
    let mut text = Text::default();
    write!(text, "{setup}").ok()?;
    Position::from_fen(text.as_str()).ok()
}

/// A move of the pocket engine in `position`, which is `turning` to it.
fn read(position: &rules::Position, turning: &Position, m: crate::Move) -> Option<rules::Move> {
    let text = turning.move_text(m);
    position.parse_uci(core::str::from_utf8(text.as_bytes()).ok()?).ok()
}

/// The keys of the positions since the last move that cannot be undone, the oldest first.
fn past_keys(task: &Task<'_>) -> ([u64; REPEATABLE], usize) {
    let mut keys = [0; REPEATABLE];
    let count = task.moves.len().min(usize::from(task.root.halfmoves())).min(REPEATABLE);
    let first = task.moves.len() - count;
    let mut position = *task.start;
    for (index, &m) in task.moves.iter().enumerate() {
        if index >= first {
            keys[index - first] = convert(&position).map_or(0, |position| position.key());
        }
        position.play_unchecked(m);
    }
    (keys, count)
}

fn limits(task: &Task<'_>) -> Limits {
    let asked = &task.limits;
    let timed = match asked.time {
        Time::Unlimited => Limits::NONE,
        Time::Move(time) => Limits::move_time(time),
        Time::Clock { left, increment, moves_to_go: None } => Limits::clock(left, increment),
        Time::Clock { left, increment, moves_to_go: Some(moves) } => {
            let share = (left / (moves + 1)).saturating_add(increment).min(left / 2);
            Limits { soft: share / 2, hard: share, ..Limits::NONE }
        }
    };
    Limits {
        depth: asked.depth.map_or(u8::MAX, |depth| u8::try_from(depth).unwrap_or(u8::MAX)),
        nodes: asked.nodes.unwrap_or(u64::MAX),
        ..timed
    }
}

/// One host seen as the other.
struct Bridge<'h> {
    host: &'h mut dyn mola_game::Host,
    start: &'h rules::Position,
    root: &'h Position,
    /// The reply to the best move.
    expected: Option<rules::Move>,
}

impl Host for Bridge<'_> {
    fn elapsed(&self) -> Duration {
        self.host.elapsed()
    }

    fn poll(&mut self) -> Signal {
        if self.host.poll() == mola_game::Signal::Stop { Signal::Stop } else { Signal::Continue }
    }

    fn report(&mut self, report: &Report<'_>) {
        let mut line = [None; LINE];
        let (mut position, mut turning) = (*self.start, *self.root);
        for (slot, &m) in line.iter_mut().zip(report.pv) {
            let Some(known) = read(&position, &turning, m) else { break };
            *slot = Some(known);
            position.play_unchecked(known);
            let Some(next) = turning.play(m) else { break };
            turning = next;
        }
        self.expected = line[1];
        let Some(first) = line[0] else { return };
        let mut pv = [first; LINE];
        let length = line.iter().flatten().count();
        pv.iter_mut().zip(line.iter().flatten()).for_each(|(slot, &m)| *slot = m);
        self.host.report(&mola_game::Report {
            line: 1,
            depth: report.depth.into(),
            selective_depth: report.depth.into(),
            score: score(report.score),
            bound: mola_game::Bound::Exact,
            nodes: report.nodes,
            hash_full: 0,
            table_hits: 0,
            pv: &pv[..length],
        });
    }
}

fn score(score: i32) -> mola_game::Score {
    match mate_in(score) {
        Some(moves @ 1..) => mola_game::Score::Mate(moves as u32),
        Some(moves) => mola_game::Score::Mated(moves.unsigned_abs()),
        None => mola_game::Score::Centipawns(score),
    }
}

/// A short text without a heap: a FEN is at most 90 letters, and clocks may be long.
struct Text {
    bytes: [u8; 110],
    len: usize,
}

impl Default for Text {
    fn default() -> Self {
        Self { bytes: [0; 110], len: 0 }
    }
}

impl Text {
    fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
    }
}

impl Write for Text {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        let room = self.bytes.get_mut(self.len..self.len + text.len()).ok_or(core::fmt::Error)?;
        room.copy_from_slice(text.as_bytes());
        self.len += text.len();
        Ok(())
    }
}

//! The pocket engine as an `Engine` of `mola-game`, by which it plays in every front end. The turning
//! board never leaves this crate.

use core::time::Duration;

use mola_game::{Engine, Task, Time};
use mola_rules as rules;

use crate::board::A1;
use crate::eval::halves;
use crate::{Answer, Entry, Host, Limits, Move, Pocket, Position, Values, mate_in};

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
    values: &'static Values,
}

impl<T: AsMut<[Entry]>> PocketEngine<T> {
    /// An engine that keeps its transposition table in `table`.
    pub fn new(table: T) -> Self {
        Self::with_values(table, Values::MOLA)
    }

    /// An engine that believes other values.
    pub fn with_values(table: T, values: &'static Values) -> Self {
        Self { pocket: Pocket::new(table), values }
    }

    /// What the engine thinks of a position without looking ahead, for the player to move.
    pub fn evaluate(&self, position: &rules::Position) -> i32 {
        convert(position, self.values).evaluate()
    }

    /// What the piece on a square is worth to its owner: in the middlegame, in the endgame, and in this
    /// position, which is somewhere between the two.
    pub fn worth(&self, position: &rules::Position, square: rules::Square) -> [i32; 3] {
        let turning = convert(position, self.values);
        let place = turning.seen(place(square));
        let worth = turning.worth(turning.board[place], place);
        let (middlegame, endgame) = halves(worth);
        [middlegame, endgame, turning.blend(worth)]
    }

    /// Limits how deep the recursion goes: see [`Pocket::set_horizon`].
    pub fn set_horizon(&mut self, plies: usize) {
        self.pocket.set_horizon(plies);
    }
}

/// The engine where memory is plentiful: with a table of 12 MiB, and as many lines as a task asks for.
///
/// It is put together here, so that its code is optimized as this crate is, whoever plays with it.
#[cfg(feature = "std")]
pub fn large_engine(values: &'static Values) -> std::boxed::Box<dyn Engine + Send> {
    let table = std::vec![Entry::EMPTY; 1 << 20];
    std::boxed::Box::new(mola_game::EachMove(PocketEngine::with_values(table, values)))
}

impl<T: AsMut<[Entry]>> Engine for PocketEngine<T> {
    fn name(&self) -> &'static str {
        concat!("Mola pocket ", env!("CARGO_PKG_VERSION"))
    }

    fn new_game(&mut self) {
        self.pocket.new_game();
    }

    fn think(&mut self, task: Task<'_>, host: &mut dyn mola_game::Host) -> mola_game::Answer {
        // The keys of the positions since the last move that cannot be undone, the oldest first.
        let mut keys = [0; REPEATABLE];
        let count = task.moves.len().min(usize::from(task.root.halfmoves())).min(REPEATABLE);
        let (before, since) = task.moves.split_at(task.moves.len() - count);
        let mut position = before.iter().fold(*task.start, |position, &m| position.after(m));
        for (key, &m) in keys.iter_mut().zip(since) {
            *key = convert(&position, self.values).key();
            position.play_unchecked(m);
        }
        let root = convert(task.root, self.values);
        let mut bridge = Bridge { host, start: task.root, root: &root, expected: None };
        let answer = self.pocket.think(&root, &keys[..count], &limits(&task), &mut bridge);
        let best =
            answer.best.and_then(|best| read(task.root, &root, best)).filter(|&best| task.allows(best));
        let ponder = bridge.expected.filter(|_| best.is_some());
        let fallback = || task.only.first().copied().or_else(|| task.root.legal_moves().first().copied());
        mola_game::Answer { best: best.or_else(fallback), ponder }
    }
}

/// A position as the pocket engine knows it: castling only with the king on the e-file and rooks in
/// the corners.
fn convert(position: &rules::Position, values: &'static Values) -> Position {
    let mut turning = Position::empty(values);
    for (square, rules::Piece { color, role }) in position.placed() {
        let piece = role as i8 + 1;
        turning.set(place(square), if color == rules::Color::White { piece } else { -piece });
    }
    let corners = [rules::Square::H1, rules::Square::A1, rules::Square::H8, rules::Square::A8];
    for (letter, corner) in b"KQkq".iter().zip(corners) {
        if position.castling().has(corner) {
            turning.grant(*letter, 4);
        }
    }
    turning.quiet = position.halfmoves().min(100) as u8;
    if position.turn() == rules::Color::Black {
        turning.turn();
    }
    if let Some(square) = position.en_passant() {
        turning.offer_en_passant(place(square));
    }
    turning
}

/// A square on white's board.
fn place(square: rules::Square) -> usize {
    A1 + square as usize % 8 - square as usize / 8 * 10
}

/// A move of the pocket engine in `position`, which is `turning` to it.
fn read(position: &rules::Position, turning: &Position, m: Move) -> Option<rules::Move> {
    let text = turning.move_text(m);
    position.parse_uci(core::str::from_utf8(text.as_bytes()).ok()?).ok()
}

fn limits(task: &Task<'_>) -> Limits {
    let timed = match task.limits.time {
        Time::Unlimited => Limits::NONE,
        Time::Move(time) => Limits { soft: time, hard: time, ..Limits::NONE },
        Time::Clock { left, increment, moves_to_go: None } => Limits::clock(left, increment),
        Time::Clock { left, increment, moves_to_go: Some(moves) } => {
            let share = (left / (moves + 1)).saturating_add(increment).min(left / 2);
            Limits { soft: share / 2, hard: share, ..Limits::NONE }
        }
    };
    let depth = task.limits.depth.map_or(u8::MAX, |depth| u8::try_from(depth).unwrap_or(u8::MAX));
    Limits { depth, nodes: task.limits.nodes.unwrap_or(u64::MAX), ..timed }
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

    fn stop(&mut self) -> bool {
        self.host.poll() == mola_game::Signal::Stop
    }

    fn report(&mut self, found: &Answer, line: &[Move]) {
        let (mut position, mut turning, mut length) = (*self.start, *self.root, 0);
        let Some(first) = line.first().and_then(|&m| read(&position, &turning, m)) else { return };
        let mut pv = [first; LINE];
        for (slot, &m) in pv.iter_mut().zip(line) {
            let (Some(known), Some(next)) = (read(&position, &turning, m), turning.play(m)) else { break };
            position.play_unchecked(known);
            (*slot, turning, length) = (known, next, length + 1);
        }
        self.expected = pv[..length].get(1).copied();
        let score = match mate_in(found.score) {
            Some(moves @ 1..) => mola_game::Score::Mate(moves as u32),
            Some(moves) => mola_game::Score::Mated(moves.unsigned_abs()),
            None => mola_game::Score::Centipawns(found.score),
        };
        let report = mola_game::Report::new(found.depth.into(), score, &pv[..length]);
        self.host.report(&mola_game::Report { nodes: found.nodes, ..report });
    }
}

//! The seam between engines and front ends: any engine, any front end.
//!
//! An engine is asked a question ([`Task`]) and answers it ([`Answer`]). All it knows of the world
//! is a [`Host`], which lends it a clock, tells it when to stop, and hears what it thinks. Calls
//! block at the seam, and threads live at the host: a microcontroller calls [`Engine::think`]
//! directly, a terminal puts it on a thread, a browser in a worker.

use core::fmt;
use core::time::Duration;

use mola_rules::{Move, Position};

#[cfg(feature = "std")]
use crate::EngineOption;
use crate::{OptionError, Score};

/// A question to an engine: what to play here, within these limits.
///
/// The way to the position is given twice, since engines need different things to see repetitions:
/// the keys of the positions, or the moves themselves.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The position to think about.
    pub root: &'a Position,
    /// The keys of the positions before it, the oldest first.
    pub past: &'a [u64],
    /// Where the game began.
    pub start: &'a Position,
    /// The moves from the start to the root.
    pub moves: &'a [Move],
    /// Only these moves are considered; all of them if this is empty.
    pub only: &'a [Move],
    /// How long to think.
    pub limits: Limits,
}

impl<'a> Task<'a> {
    /// A question about a position without a past.
    ///
    /// ```
    /// use mola_game::{Limits, Task};
    /// use mola_rules::Position;
    /// let root = Position::start();
    /// assert!(Task::new(&root, Limits::NONE).moves.is_empty());
    /// ```
    pub const fn new(root: &'a Position, limits: Limits) -> Self {
        Self { root, past: &[], start: root, moves: &[], only: &[], limits }
    }

    /// Whether a move may be considered.
    pub fn allows(&self, m: Move) -> bool {
        self.only.is_empty() || self.only.contains(&m)
    }
}

/// How long an engine may think, and how much it should show. The first limit that is reached ends
/// the search; without any, only the host does.
///
/// ```
/// use core::time::Duration;
/// use mola_game::{Limits, Time};
/// let quick = Limits { time: Time::Move(Duration::from_millis(100)), ..Limits::NONE };
/// assert_eq!(quick.depth, None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Stop at a proven mate in this many moves.
    pub mate: Option<u32>,
    /// What the clock says.
    pub time: Time,
    /// How many best lines are wanted; at least one.
    pub lines: usize,
    /// Think on the opponent's time: the host's clock stands still until [`Signal::PonderHit`].
    pub ponder: bool,
}

impl Limits {
    /// No limit at all.
    pub const NONE: Self =
        Limits { depth: None, nodes: None, mate: None, time: Time::Unlimited, lines: 1, ponder: false };
}

/// What the clock allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Time {
    /// As long as the host likes.
    Unlimited,
    /// This long for this move.
    Move(Duration),
    /// A share of what is left on the clock.
    Clock {
        /// Left for the player to move.
        left: Duration,
        /// Added after each move.
        increment: Duration,
        /// Moves until more time is added; until the end of the game if not known.
        moves_to_go: Option<u32>,
    },
}

/// What an engine thinks so far, reported while it thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report<'a> {
    /// Which of the best lines this is, counted from one.
    pub line: usize,
    /// Plies looked ahead.
    pub depth: u32,
    /// Plies of the longest line looked at.
    pub selective_depth: u32,
    /// How good the line is for the player to move.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Positions looked at.
    pub nodes: u64,
    /// Thousandths of the hash table in use.
    pub hash_full: u16,
    /// Positions found in endgame tables.
    pub table_hits: u64,
    /// The moves expected from here.
    pub pv: &'a [Move],
}

impl<'a> Report<'a> {
    /// An exact score of the best line. Nothing is known yet about what it took to find it.
    pub const fn new(depth: u32, score: Score, pv: &'a [Move]) -> Self {
        let (line, bound, selective_depth) = (1, Bound::Exact, depth);
        Self { line, depth, selective_depth, score, bound, nodes: 0, hash_full: 0, table_hits: 0, pv }
    }
}

/// Whether a score is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The score is exact.
    Exact,
    /// The truth may be higher.
    Lower,
    /// The truth may be lower.
    Upper,
}

/// What the host wants of a thinking engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Continue thinking.
    Continue,
    /// The opponent played the move that was pondered: from now on the clock runs. Said once.
    PonderHit,
    /// Answer now.
    Stop,
}

/// What an engine would play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The best move; none only if there is no legal one.
    pub best: Option<Move>,
    /// The reply that the engine expects.
    pub ponder: Option<Move>,
}

/// The engine's only window on the world.
///
/// ```
/// use mola_game::{Host, Report};
///
/// /// A host without a clock that never interrupts, and remembers how deep the engine looked.
/// struct Depth(u32);
///
/// impl Host for Depth {
///     fn report(&mut self, report: &Report<'_>) {
///         self.0 = report.depth;
///     }
/// }
/// ```
pub trait Host {
    /// The time that counts: since the question was asked or, if it began on the opponent's time,
    /// since the ponder hit. It is zero until then, and always without a clock. Must not block.
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    /// Whether to continue. Must not block: engines ask often.
    fn poll(&self) -> Signal {
        Signal::Continue
    }

    /// What the engine's other threads may ask for themselves. Where threads outnumber cores, the one
    /// that holds the host can be asleep when time is up.
    #[cfg(feature = "std")]
    fn watch(&self) -> Option<std::sync::Arc<dyn Watch>> {
        None
    }

    /// Hears which move at the root the engine looks at now, at which depth, counted from one. Not
    /// every engine says so.
    fn trying(&mut self, depth: u32, m: Move, number: u32) {
        let _ = (depth, m, number);
    }

    /// Hears what the engine thinks so far. Should not block for long: the clock is running.
    fn report(&mut self, report: &Report<'_>) {
        let _ = report;
    }
}

/// A host's clock and its wish to stop, for all threads of an engine.
#[cfg(feature = "std")]
pub trait Watch: Send + Sync {
    /// As [`Host::elapsed`].
    fn elapsed(&self) -> Duration;

    /// Whether the host wants the answer now.
    fn is_stopped(&self) -> bool;
}

/// No clock, no interruption, nobody listening: for limits in depth or nodes.
impl Host for () {}

/// Something that finds moves.
pub trait Engine {
    /// What to call it.
    fn name(&self) -> &str;

    /// Forgets what it learned in earlier games.
    fn new_game(&mut self) {}

    /// Everything that can be set.
    #[cfg(feature = "std")]
    fn options(&self) -> Vec<EngineOption> {
        Vec::new()
    }

    /// Sets an option, whose name is compared without regard to case. An action takes any value.
    ///
    /// # Errors
    /// There is no such option, or it does not take this value. Nothing has changed.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let _ = (name, value);
        Err(OptionError::Unknown)
    }

    /// Says what its user should know and has not been told yet, a line at a time: that a file is
    /// damaged, for instance. Hosts ask after they have set an option and after each answer.
    fn remark(&mut self, say: &mut dyn FnMut(&str)) {
        let _ = say;
    }

    /// Explains to people what it thinks of a position without looking ahead. An engine that cannot
    /// explain writes nothing.
    ///
    /// # Errors
    /// The text cannot be written.
    fn explain(&self, position: &Position, text: &mut dyn fmt::Write) -> fmt::Result {
        let _ = (position, text);
        Ok(())
    }

    /// Finds a move. Blocks until a limit is reached or the host says stop; then answers with a
    /// legal move, if there is one.
    fn think(&mut self, task: Task<'_>, host: &mut dyn Host) -> Answer;
}

/// The simplest engine: it plays the first legal move. Front ends are tested with it.
///
/// ```
/// use mola_game::{Engine, FirstMove, Limits, Task};
/// use mola_rules::Position;
/// let root = Position::start();
/// let answer = FirstMove.think(Task::new(&root, Limits::NONE), &mut ());
/// assert_eq!(answer.best, root.legal_moves().first().copied());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstMove;

impl Engine for FirstMove {
    fn name(&self) -> &'static str {
        "First legal move"
    }

    fn think(&mut self, task: Task<'_>, _: &mut dyn Host) -> Answer {
        let only = task.only.iter().copied().find(|&m| task.root.is_legal(m));
        Answer { best: only.or_else(|| task.root.legal_moves().first().copied()), ponder: None }
    }
}

//! Both engines, which think on a thread of their own while the caller waits.

use std::ffi::{c_char, c_void};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use mola_engine::Mola;
use mola_engine::nnue::read_file;
use mola_game::coach::Level;
use mola_game::{Answer, BadOption, Bound, Engine, Limits, Line, Listener, Report, Score, Task, Time};
use mola_pocket::{Values, large_engine};
use mola_rules::Move;

use crate::border::{MolaMove, bits, free, get, get_mut, given, guarded, handle, text, words};
use crate::game::MolaGame;

/// An engine and its memory.
pub struct MolaEngine {
    engine: Mutex<Box<dyn Engine + Send>>,
    pub(crate) stop: AtomicBool,
}

/// Which engine.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MolaEngineKind {
    /// The strong one, with its network.
    Strong = 0,
    /// The small one, after Sunfish.
    Pocket = 1,
}

/// When to stop thinking. 0 stands for none; the first limit that is reached counts.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct MolaLimits {
    /// Positions to look at.
    pub nodes: u64,
    /// Plies to look ahead.
    pub depth: u32,
    /// Stop at a proven mate in this many moves.
    pub mate: u32,
    /// Milliseconds for this move.
    pub move_time_ms: u32,
    /// Milliseconds on the clock. The clock of a game that has one counts instead.
    pub left_ms: u32,
    /// Milliseconds that each move adds to it.
    pub increment_ms: u32,
    /// How many best lines are wanted; 0 and 1 are one.
    pub lines: u32,
}

/// What an engine thinks of a line, seen by the player to move.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MolaScore {
    /// Hundredths of a pawn; or, if `is_mate`, moves to mate: positive to give it, negative to suffer it, 0 if it is
    /// on the board.
    pub value: i32,
    /// Whether a mate is seen.
    pub is_mate: bool,
}

/// Whether a score is exact.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MolaBound {
    /// It is.
    Exact = 0,
    /// The truth may be higher.
    Lower = 1,
    /// The truth may be lower.
    Upper = 2,
}

/// What an engine thinks so far. It is valid only during the call that tells it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MolaReport {
    /// Positions looked at.
    pub nodes: u64,
    /// The moves expected.
    pub moves: *const MolaMove,
    /// How many.
    pub move_count: usize,
    /// Which of the best lines, counted from 1.
    pub line: u32,
    /// Plies looked ahead.
    pub depth: u32,
    /// Plies of the longest line.
    pub selective_depth: u32,
    /// How good it is.
    pub score: MolaScore,
    /// Whether the score is exact.
    pub bound: MolaBound,
}

/// Who hears what an engine thinks. Both functions may be NULL; they run on the thread that asked, must not throw,
/// and should not take long.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MolaListener {
    /// Handed to both functions.
    pub context: *mut c_void,
    /// Hears each report.
    pub report: Option<unsafe extern "C" fn(context: *mut c_void, report: *const MolaReport)>,
    /// Asked some hundred times a second: true stops the engine.
    pub stop: Option<unsafe extern "C" fn(context: *mut c_void) -> bool>,
}

/// What an engine would play.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MolaAnswer {
    /// Positions looked at.
    pub nodes: u64,
    /// What it thinks of the position.
    pub score: MolaScore,
    /// The best move; 0 if there is no legal one.
    pub best: MolaMove,
    /// The reply that it expects; 0 if it expects none.
    pub ponder: MolaMove,
}

/// A thousand plies with a list of moves each need more than the stack of some callers.
const STACK: usize = 16 << 20;
/// How long a caller waits before it looks around.
const GLANCE: Duration = Duration::from_millis(5);

/// An engine, which is a `MolaEngineKind`. Free it with `mola_engine_free`.
#[unsafe(no_mangle)]
pub extern "C" fn mola_engine_new(kind: u32) -> *mut MolaEngine {
    guarded(std::ptr::null_mut(), || {
        let engine: Box<dyn Engine + Send> = match kind {
            0 => Box::new(Mola::new().reading(read_file)),
            1 => large_engine(Values::MOLA),
            _ => return Err(format!("{kind} is not an engine; 0 is the strong one and 1 the small one")),
        };
        Ok(handle(MolaEngine { engine: Mutex::new(engine), stop: AtomicBool::new(false) }))
    })
}

/// Frees an engine that is not thinking. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_engine_free(engine: *mut MolaEngine) {
    // SAFETY: the promise of this crate.
    unsafe { free(engine) }
}

/// What to call it. Free it with `mola_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_engine_name(engine: *const MolaEngine) -> *mut c_char {
    // SAFETY: the promise of this crate.
    guarded(std::ptr::null_mut(), || Ok(given(unsafe { get(engine) }?.idle()?.name())))
}

/// Sets an option as UCI has it: "Hash" to "64", "Skill Level" to "5", "Threads" to "4".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_engine_set_option(
    engine: *const MolaEngine,
    name: *const c_char,
    value: *const c_char,
) -> bool {
    guarded(false, || {
        // SAFETY: the promise of this crate.
        let (engine, name, value) = unsafe { (get(engine)?, text(name)?, text(value)?) };
        let set = engine.idle()?.set_option(name, value);
        set.map(|()| true).map_err(|error| BadOption { name, error }.to_string())
    })
}

/// Forgets earlier games.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_engine_new_game(engine: *const MolaEngine) -> bool {
    guarded(false, || {
        // SAFETY: the promise of this crate.
        unsafe { get(engine) }?.idle()?.new_game();
        Ok(true)
    })
}

/// Finds a move for the player whose turn it is, and writes it to `answer`. The move is not played. It returns when a
/// limit is reached, when the listener says stop, or after `mola_engine_stop`. `limits` may be NULL for none, and
/// `listener` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_engine_think(
    engine: *const MolaEngine,
    game: *const MolaGame,
    limits: *const MolaLimits,
    listener: *const MolaListener,
    answer: *mut MolaAnswer,
) -> bool {
    guarded(false, || {
        // SAFETY: the promise of this crate.
        let (engine, game) = unsafe { (get(engine)?, get(game)?) };
        // SAFETY: as above.
        let (limits, listener) = unsafe { (limits.as_ref(), listener.as_ref()) };
        let limits = limits.copied().unwrap_or_default().read();
        let (found, lines) = engine.ask(game.0.task(limits), listener)?;
        let line = lines.first();
        let told = MolaAnswer {
            nodes: line.map_or(0, |line| line.nodes),
            score: line.map_or_else(MolaScore::default, |line| line.score.into()),
            best: bits(found.best),
            ponder: bits(found.ponder),
        };
        // SAFETY: as above.
        *unsafe { get_mut(answer) }? = told;
        Ok(true)
    })
}

/// Stops an engine that is thinking on another thread; nothing happens if it is not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_engine_stop(engine: *const MolaEngine) {
    // SAFETY: the promise of this crate.
    guarded((), || {
        unsafe { get(engine) }?.stop.store(true, Ordering::Relaxed);
        Ok(())
    });
}

/// How many levels the option "Skill Level" has: they are 1 to this number.
#[unsafe(no_mangle)]
pub extern "C" fn mola_level_count() -> u32 {
    Level::BEST.number().into()
}

/// The name of a level, which is a fish. NULL if there is no such level. Free it with `mola_string_free`.
#[unsafe(no_mangle)]
pub extern "C" fn mola_level_name(level: u32) -> *mut c_char {
    guarded(std::ptr::null_mut(), || Ok(given(read_level(level)?.name())))
}

/// The Elo rating of a level; 0 for the last, which is as good as it can be, and if there is no such level.
#[unsafe(no_mangle)]
pub extern "C" fn mola_level_rating(level: u32) -> i32 {
    guarded(0, || Ok(read_level(level)?.rating().unwrap_or(0)))
}

fn read_level(number: u32) -> Result<Level, String> {
    let level = u8::try_from(number).ok().and_then(Level::new);
    level.ok_or_else(|| format!("{number} is not a level; they are 1 to {}", mola_level_count()))
}

impl MolaEngine {
    /// The engine, unless it is thinking.
    pub(crate) fn idle(&self) -> Result<MutexGuard<'_, Box<dyn Engine + Send>>, String> {
        match self.engine.try_lock() {
            Ok(engine) => Ok(engine),
            // A panic has been told of; what the engine remembers is only ever a guess.
            Err(TryLockError::Poisoned(error)) => Ok(error.into_inner()),
            Err(TryLockError::WouldBlock) => Err("the engine is thinking".into()),
        }
    }

    /// Asks the engine, and returns its answer with the best lines.
    pub(crate) fn ask(
        &self,
        task: Task<'_>,
        listener: Option<&MolaListener>,
    ) -> Result<(Answer, Vec<Line>), String> {
        let mut engine = self.idle()?;
        self.stop.store(false, Ordering::Relaxed);
        let (sender, reports) = mpsc::channel();
        thread::scope(|scope| {
            let engine = &mut **engine;
            let think = move || {
                let began = Instant::now();
                let mut host = Listener::new()
                    .clock(move || began.elapsed())
                    .stop_when(|| self.stop.load(Ordering::Relaxed))
                    // Whoever asked listens until the engine has answered.
                    .hear(move |report| _ = sender.send(Told::of(report)));
                let answer = engine.think(task, &mut host);
                (answer, host.lines().to_vec())
            };
            let thread =
                thread::Builder::new().name("mola".into()).stack_size(STACK).spawn_scoped(scope, think);
            let thread = thread.map_err(|error| format!("no thread to think on: {error}"))?;
            loop {
                match reports.recv_timeout(GLANCE) {
                    Ok(told) => told.tell(listener),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                if let Some(MolaListener { context, stop: Some(stop), .. }) = listener
                    // SAFETY: the caller's function takes the caller's context.
                    && unsafe { stop(*context) }
                {
                    self.stop.store(true, Ordering::Relaxed);
                }
            }
            thread.join().map_err(|panic| format!("the engine failed: {}", words(panic.as_ref())))
        })
    }
}

impl MolaLimits {
    pub(crate) fn read(self) -> Limits {
        let some = |number: u32| (number > 0).then_some(number);
        let millis = |number: u32| Duration::from_millis(number.into());
        let time = match (self.move_time_ms, self.left_ms, self.increment_ms) {
            (time @ 1.., ..) => Time::Move(millis(time)),
            (0, 0, 0) => Time::Unlimited,
            (0, left, increment) => {
                Time::Clock { left: millis(left), increment: millis(increment), moves_to_go: None }
            }
        };
        Limits {
            depth: some(self.depth),
            nodes: (self.nodes > 0).then_some(self.nodes),
            mate: some(self.mate),
            time,
            lines: self.lines.max(1) as usize,
            ..Limits::NONE
        }
    }
}

impl From<Score> for MolaScore {
    fn from(score: Score) -> Self {
        match score {
            Score::Centipawns(value) => Self { value, is_mate: false },
            Score::Mate(moves) => Self { value: moves as i32, is_mate: true },
            Score::Mated(moves) => Self { value: -(moves as i32), is_mate: true },
        }
    }
}

/// A report on its way to the thread that asked.
struct Told {
    report: MolaReport,
    moves: Vec<MolaMove>,
}

// SAFETY: the pointer in the report is set only after the journey.
unsafe impl Send for Told {}

impl Told {
    fn of(report: &Report<'_>) -> Self {
        let bound = match report.bound {
            Bound::Exact => MolaBound::Exact,
            Bound::Lower => MolaBound::Lower,
            Bound::Upper => MolaBound::Upper,
        };
        let told = MolaReport {
            nodes: report.nodes,
            moves: std::ptr::null(),
            move_count: 0,
            line: report.line as u32,
            depth: report.depth,
            selective_depth: report.selective_depth,
            score: report.score.into(),
            bound,
        };
        Self { report: told, moves: report.pv.iter().copied().map(Move::bits).collect() }
    }

    fn tell(mut self, listener: Option<&MolaListener>) {
        if let Some(MolaListener { context, report: Some(report), .. }) = listener {
            (self.report.moves, self.report.move_count) = (self.moves.as_ptr(), self.moves.len());
            // SAFETY: the caller's function takes the caller's context, and the report outlives the call.
            unsafe { report(*context, &raw const self.report) };
        }
    }
}

//! What became of the moves of a game, by what an engine thinks of them.

use std::ffi::c_char;
use std::sync::atomic::Ordering;

use mola_game::coach::{self, JudgedMove, Judgment};
use mola_game::{History, Limits, Line};

use crate::border::{MolaMove, bits, free, get, get_mut, given_if, guarded, handle, read_color};
use crate::engine::{MolaEngine, MolaLimits, MolaListener, MolaScore};
use crate::game::MolaGame;

/// The verdicts on a game.
pub struct MolaAnalysis {
    moves: Vec<JudgedMove>,
}

/// A name for a bad move.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MolaJudgment {
    /// It is not a bad move.
    Fine = 0,
    /// It costs a little.
    Inaccuracy = 1,
    /// It costs enough to regret.
    Mistake = 2,
    /// It may cost the game.
    Blunder = 3,
}

/// What became of a move. Scores are those of the player who made it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MolaVerdict {
    /// The chance to win that it threw away, in percent.
    pub loss: f64,
    /// How the player stood before it.
    pub before: MolaScore,
    /// How the player stood after it.
    pub after: MolaScore,
    /// What it is called.
    pub judgment: MolaJudgment,
    /// The move.
    pub played: MolaMove,
    /// What the engine would have played.
    pub best: MolaMove,
}

/// Lets an engine judge every move of a game. `limits` are for each position and must not all be 0. The listener,
/// which may be NULL, hears what the engine thinks; if it says stop, there is no analysis. Free it with
/// `mola_analysis_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_engine_analyze(
    engine: *const MolaEngine,
    game: *const MolaGame,
    limits: *const MolaLimits,
    listener: *const MolaListener,
) -> *mut MolaAnalysis {
    guarded(std::ptr::null_mut(), || {
        // SAFETY: the promise of this crate.
        let (engine, game, limits) = unsafe { (get(engine)?, get(game)?, get(limits)?) };
        // SAFETY: as above.
        let listener = unsafe { listener.as_ref() };
        Ok(handle(MolaAnalysis { moves: judged(engine, game, limits, listener)? }))
    })
}

/// Frees an analysis. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_analysis_free(analysis: *mut MolaAnalysis) {
    // SAFETY: the promise of this crate.
    unsafe { free(analysis) }
}

/// How many moves were judged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_analysis_count(analysis: *const MolaAnalysis) -> usize {
    // SAFETY: the promise of this crate.
    guarded(0, || Ok(unsafe { get(analysis) }?.moves.len()))
}

/// Writes the verdict on a move, counted from 0, to `verdict`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_analysis_verdict(
    analysis: *const MolaAnalysis,
    number: usize,
    verdict: *mut MolaVerdict,
) -> bool {
    guarded(false, || {
        // SAFETY: the promise of this crate.
        let (analysis, slot) = unsafe { (get(analysis)?, get_mut(verdict)?) };
        let judged = analysis.judged(number)?;
        *slot = MolaVerdict {
            loss: judged.verdict.loss,
            before: judged.verdict.before.into(),
            after: judged.verdict.after.into(),
            judgment: match judged.judgment() {
                None => MolaJudgment::Fine,
                Some(Judgment::Inaccuracy) => MolaJudgment::Inaccuracy,
                Some(Judgment::Mistake) => MolaJudgment::Mistake,
                Some(Judgment::Blunder) => MolaJudgment::Blunder,
            },
            played: judged.played.bits(),
            best: bits(judged.best.first().copied()),
        };
        Ok(true)
    })
}

/// What to say about a bad move, counted from 0, such as "Blunder: allows mate in 1. Best was Nf6."; NULL if it is
/// not a bad one. Free it with `mola_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_analysis_remark(analysis: *const MolaAnalysis, number: usize) -> *mut c_char {
    // SAFETY: the promise of this crate.
    guarded(std::ptr::null_mut(), || Ok(given_if(unsafe { get(analysis) }?.judged(number)?.remark())))
}

/// How accurately a player, which is a `MolaColor`, played, from 0 to 100; negative if the player made no move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_analysis_accuracy(analysis: *const MolaAnalysis, color: u32) -> f64 {
    guarded(-1.0, || {
        let color = read_color(color)?;
        // SAFETY: the promise of this crate.
        let moves = &unsafe { get(analysis) }?.moves;
        Ok(coach::accuracy(color, moves).unwrap_or(-1.0))
    })
}

impl MolaAnalysis {
    fn judged(&self, number: usize) -> Result<&JudgedMove, String> {
        self.moves
            .get(number)
            .ok_or_else(|| format!("there is no move {number}; {} were judged", self.moves.len()))
    }
}

fn judged(
    engine: &MolaEngine,
    game: &MolaGame,
    limits: &MolaLimits,
    listener: Option<&MolaListener>,
) -> Result<Vec<JudgedMove>, String> {
    let limits = limits.read();
    if limits == (Limits { lines: limits.lines, ..Limits::NONE }) {
        return Err("an analysis needs a limit for each position: depth, nodes or time".into());
    }
    engine.idle()?.new_game();
    let history = History::of(*game.0.start(), game.0.moves().iter().copied());
    coach::review(&history, |history| {
        let (answer, lines) = engine.ask(history.task(limits), listener)?;
        if engine.stop.load(Ordering::Relaxed) {
            return Err("the analysis was stopped".into());
        }
        Ok(Line::best_of(lines, answer.best))
    })
}

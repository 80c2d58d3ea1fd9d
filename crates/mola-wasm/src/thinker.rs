//! The engines, for a worker to think with.

use mola_engine::Mola;
use mola_engine::nnue::Ready;
use mola_game::{BadOption, Bound, Engine, History, Limits, Listener, Report, Task, Time, coach};
use mola_pocket::{Entry, PocketEngine};
use mola_rules::{CastlingStyle, Move, Position};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::coach::Points;
use crate::position::castling_style;
use crate::record::milliseconds;
use crate::thrown;

/// Slots of the pocket engine's table: 3 MiB.
const POCKET_TABLE: usize = 1 << 18;

#[wasm_bindgen(typescript_custom_section)]
const HOST_TYPE: &str = r"
/** What a thinking engine needs of the worker around it. None of it may take long. */
export interface ThinkingHost {
  /** Milliseconds, from any moment on. */
  now(): number;
  /** Whether to answer at once. */
  stopped(): boolean;
  /** Hears what the engine thinks so far. */
  report(report: Thought): void;
}
";

#[wasm_bindgen]
extern "C" {
    /// The worker, as engines see it.
    #[wasm_bindgen(typescript_type = "ThinkingHost")]
    pub type ThinkingHost;

    #[wasm_bindgen(method)]
    fn now(this: &ThinkingHost) -> f64;

    #[wasm_bindgen(method)]
    fn stopped(this: &ThinkingHost) -> bool;

    #[wasm_bindgen(method)]
    fn report(this: &ThinkingHost, thought: Ts<Thought>);
}

/// A question to an engine.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// `mola` or `pocket`.
    pub engine: String,
    /// Where the game began, as a FEN.
    pub start: String,
    /// The moves since, as protocols write them.
    pub moves: Vec<String>,
    /// Only these moves are considered; all of them if it is left out.
    #[tsify(optional)]
    pub only: Option<Vec<String>>,
    /// Whether castling is written as in Chess960. If it is left out, the start decides.
    #[tsify(optional)]
    pub chess960: Option<bool>,
    /// When to stop.
    pub limits: ThinkLimits,
}

/// When to stop thinking. The first limit that is reached counts; without any, only the host stops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ThinkLimits {
    /// Plies to look ahead.
    #[tsify(optional)]
    pub depth: Option<u32>,
    /// Positions to look at.
    #[tsify(optional)]
    pub nodes: Option<f64>,
    /// Stop at a proven mate in this many moves.
    #[tsify(optional)]
    pub mate: Option<u32>,
    /// Milliseconds for this move.
    #[tsify(optional)]
    pub move_time: Option<f64>,
    /// Milliseconds on the clock.
    #[tsify(optional)]
    pub left: Option<f64>,
    /// Milliseconds that each move adds to it.
    #[tsify(optional)]
    pub increment: Option<f64>,
    /// Moves until more time is added; until the end of the game if it is left out.
    #[tsify(optional)]
    pub moves_to_go: Option<u32>,
    /// How many lines are wanted.
    #[tsify(optional)]
    pub lines: Option<usize>,
}

/// What an engine thinks so far.
#[derive(Clone, Debug, Deserialize, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Thought {
    /// Which of the best lines, counted from one.
    pub line: usize,
    /// Plies looked ahead.
    pub depth: u32,
    /// Plies of the longest line looked at.
    #[tsify(optional)]
    pub selective_depth: Option<u32>,
    /// Hundredths of a pawn, good for White if positive; none if a mate is seen.
    pub centipawns: Option<i32>,
    /// Moves to mate; negative if Black mates, and none if nobody does. Mate on the board is zero.
    pub mate: Option<i32>,
    /// Positions looked at.
    pub nodes: f64,
    /// The moves expected, as protocols write them.
    pub pv: Vec<String>,
    /// The same as players write them.
    pub san: Vec<String>,
}

/// What an engine would play.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Reply {
    /// The best move; none if there is no legal one.
    pub best: Option<String>,
    /// The answer that it expects.
    pub ponder: Option<String>,
}

/// Both engines with their memory.
#[wasm_bindgen]
pub struct Thinker {
    mola: Mola,
    pocket: PocketEngine<Vec<Entry>>,
}

impl core::fmt::Debug for Thinker {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Thinker").finish_non_exhaustive()
    }
}

#[wasm_bindgen]
impl Thinker {
    /// Both engines, ready for a game. `network` holds the bytes of `mola.nnue`. In a browser only JavaScript
    /// has random numbers: `seed` is one, so that weak levels do not make the same mistakes after every load.
    ///
    /// # Errors
    /// The bytes are not a network.
    #[wasm_bindgen(constructor)]
    pub fn new(seed: f64, network: &[u8]) -> Result<Self, JsError> {
        let mut mola = Mola::with_network(Ready::parse(network).map_err(thrown)?);
        mola.set_seed(seed.to_bits());
        Ok(Self { mola, pocket: PocketEngine::new(vec![Entry::EMPTY; POCKET_TABLE]) })
    }

    /// Forgets earlier games.
    #[wasm_bindgen(js_name = newGame)]
    pub fn new_game(&mut self) {
        self.mola.new_game();
        self.pocket.new_game();
    }

    /// Sets an option of the strong engine.
    ///
    /// # Errors
    /// There is no such option, or it does not take this value.
    #[wasm_bindgen(js_name = setOption)]
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), JsError> {
        self.mola.set_option(name, value).map_err(|error| thrown(BadOption { name, error }))
    }

    /// Finds a move. Blocks until a limit is reached or the host says stop.
    ///
    /// # Errors
    /// The question is about a game that cannot have been played, or to an engine that is not here.
    pub fn think(&mut self, question: Ts<Question>, host: &ThinkingHost) -> Result<Ts<Reply>, JsError> {
        let question = question.to_rust()?;
        let engine: &mut dyn Engine = match question.engine.as_str() {
            "mola" => &mut self.mola,
            "pocket" => &mut self.pocket,
            other => return Err(thrown(format!("there is no engine {other:?}; take mola or pocket"))),
        };
        Ok(answer(engine, &question, host).map_err(thrown)?.into_ts()?)
    }
}

fn answer(engine: &mut dyn Engine, question: &Question, host: &ThinkingHost) -> Result<Reply, String> {
    let start: Position = question.start.parse().map_err(|error| format!("{error}"))?;
    let mut history = History::new(start);
    for text in &question.moves {
        history.play(history.root().parse_uci(text).map_err(|error| error.to_string())?);
    }
    let style = match question.chess960 {
        Some(true) => CastlingStyle::Chess960,
        Some(false) => CastlingStyle::Standard,
        None => castling_style(&start),
    };
    let read = |text: &String| history.root().parse_uci(text).map_err(|error| error.to_string());
    let only: Vec<Move> = question.only.iter().flatten().map(read).collect::<Result<_, _>>()?;
    let (began, mut is_exact) = (host.now(), false);
    let mut listener = Listener::new()
        .clock(move || milliseconds(host.now() - began))
        .stop_when(|| host.stopped())
        .hear(|report| {
            // Once an exact score has been told, bounds, which are half the truth, are not.
            if report.bound != Bound::Exact && is_exact {
                return;
            }
            is_exact |= report.bound == Bound::Exact;
            // Numbers and short texts always become JavaScript.
            if let Ok(thought) = thought(report, history.root(), style).into_ts() {
                host.report(thought);
            }
        });
    let task = Task { only: &only, ..history.task(question.limits.for_engine()) };
    let answer = engine.think(task, &mut listener);
    let name = |m: Move| m.uci(style).to_string();
    Ok(Reply { best: answer.best.map(name), ponder: answer.ponder.map(name) })
}

impl ThinkLimits {
    fn for_engine(&self) -> Limits {
        let time = match (self.move_time, self.left) {
            (Some(time), _) => Time::Move(milliseconds(time)),
            (None, Some(left)) => Time::Clock {
                left: milliseconds(left),
                increment: milliseconds(self.increment.unwrap_or_default()),
                moves_to_go: self.moves_to_go,
            },
            (None, None) => Time::Unlimited,
        };
        Limits {
            depth: self.depth,
            nodes: self.nodes.map(|nodes| nodes as u64),
            mate: self.mate,
            time,
            lines: self.lines.unwrap_or(1).max(1),
            ..Limits::NONE
        }
    }
}

/// A report in the words of the front end, seen by White.
fn thought(report: &Report<'_>, root: &Position, style: CastlingStyle) -> Thought {
    let Points { centipawns, mate } = report.score.white_pov(root.turn()).into();
    Thought {
        line: report.line,
        depth: report.depth,
        selective_depth: (report.selective_depth > 0).then_some(report.selective_depth),
        centipawns,
        mate,
        nodes: report.nodes as f64,
        pv: report.pv.iter().map(|m| m.uci(style).to_string()).collect(),
        san: coach::line_in_san(root, report.pv),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use mola_game::Score;

    fn report(score: Score, pv: &[Move]) -> Report<'_> {
        Report {
            line: 1,
            depth: 3,
            selective_depth: 5,
            score,
            bound: Bound::Exact,
            nodes: 7,
            hash_full: 0,
            table_hits: 0,
            pv,
        }
    }

    #[test]
    fn scores_are_seen_by_white_whoever_moves() {
        let root: Position = "4k3/8/8/8/8/8/8/4K2R b K - 0 1".parse().unwrap();
        let pv = [root.parse_san("Kd7").unwrap()];
        let seen = thought(&report(Score::Centipawns(-400), &pv), &root, CastlingStyle::Standard);
        assert_eq!((seen.centipawns, seen.mate), (Some(400), None));
        assert_eq!((seen.pv, seen.san), (vec!["e8d7".to_owned()], vec!["Kd7".to_owned()]));
        let seen = thought(&report(Score::Mated(3), &pv), &root, CastlingStyle::Standard);
        assert_eq!((seen.centipawns, seen.mate), (None, Some(3)));
    }

    #[test]
    fn the_clock_counts_only_where_no_time_is_fixed() {
        let clock = ThinkLimits { left: Some(1_000.0), increment: Some(10.0), ..ThinkLimits::default() };
        let expected = Time::Clock {
            left: Duration::from_secs(1),
            increment: Duration::from_millis(10),
            moves_to_go: None,
        };
        assert_eq!(clock.for_engine().time, expected);
        let fixed = ThinkLimits { move_time: Some(50.0), ..clock };
        assert_eq!(fixed.for_engine().time, Time::Move(Duration::from_millis(50)));
        assert_eq!(ThinkLimits::default().for_engine(), Limits::NONE);
    }
}

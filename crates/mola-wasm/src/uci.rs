//! UCI for workers that speak it with `postMessage`, as stockfish.js does.
//!
//! The words are those of `mola-protocol`. The engine thinks in another worker, so that a line is always
//! read at once: a [`Uci`] takes lines and reports, and answers with [`Order`]s for JavaScript to carry out.

use std::time::Duration;

use mola_engine::Mola;
use mola_game::{Answer, Bound, Engine, EngineOption, History, Host, Limits, Task, Time, coach};
use mola_protocol::uci::{Command, CommandError, Evaluation, Go, Info, Reply};
use mola_protocol::{Options, read_position};
use mola_rules::{CastlingStyle, Move, divide};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::coach::Points;
use crate::thinker::{Question, ThinkLimits, Thought};

/// Options that need files or threads, which a worker does not have.
const NOT_HERE: [&str; 7] =
    ["Threads", "EvalFile", "OwnBook", "BookFile", "SyzygyPath", "SyzygyProbeDepth", "Syzygy50MoveRule"];

/// What JavaScript has to do, one after the other.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Orders {
    /// The first comes first.
    pub orders: Vec<Order>,
}

/// Something for JavaScript to do.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(tag = "is", rename_all = "camelCase")]
pub enum Order {
    /// Say this line to the client.
    Say {
        /// The line.
        line: String,
    },
    /// Set an option of the engine.
    SetOption {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// Let the engine forget earlier games.
    NewGame,
    /// Ask the engine; thoughts go to [`Uci::thought`], and the reply to [`Uci::answered`].
    Ask {
        /// The question.
        question: Question,
    },
    /// Stop the engine: its reply is wanted now.
    Stop,
    /// End the worker.
    Quit,
}

/// A conversation with a client.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Uci {
    options: Options,
    history: History,
    /// What the engine is asked at the moment.
    search: Option<Search>,
    /// What it is asked next: the client did not wait for the answer.
    next: Option<Search>,
}

/// A question that has not been answered.
#[derive(Debug)]
struct Search {
    go: Go,
    history: History,
    question: Question,
    /// The answer to a search without end is held back until the client says stop.
    is_held: bool,
    /// The opponent played the expected move: ask again, with the clock.
    is_hit: bool,
    answer: Option<[Option<String>; 2]>,
}

#[wasm_bindgen]
impl Uci {
    /// A conversation that begins.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "JavaScript calls it")]
    pub fn new() -> Self {
        let engines: [Box<dyn Engine + Send>; 1] = [Box::new(Elsewhere)];
        let options = Options::new(&engines, Elsewhere::NAME);
        Self { options, history: History::default(), search: None, next: None }
    }

    /// Takes a line from the client.
    ///
    /// # Errors
    /// There is not enough memory.
    pub fn line(&mut self, line: &str) -> Result<Ts<Orders>, JsError> {
        Ok(Orders { orders: self.take(line) }.into_ts()?)
    }

    /// What the engine thinks so far, as a line for the client.
    ///
    /// # Errors
    /// It is not a thought.
    pub fn thought(&self, thought: Ts<Thought>, milliseconds: f64) -> Result<Option<String>, JsError> {
        let thought = thought.to_rust()?;
        Ok(self.search.as_ref().map(|search| self.info(search, thought, milliseconds).to_string()))
    }

    /// Takes the engine's answer.
    ///
    /// # Errors
    /// There is not enough memory.
    pub fn answered(&mut self, best: Option<String>, ponder: Option<String>) -> Result<Ts<Orders>, JsError> {
        Ok(Orders { orders: self.hear([best, ponder]) }.into_ts()?)
    }
}

fn note(text: impl Into<String>) -> Order {
    say(&Reply::Info(Info::message(text)))
}

fn say(reply: &Reply) -> Order {
    Order::Say { line: reply.to_string() }
}

impl Uci {
    fn take(&mut self, line: &str) -> Vec<Order> {
        match line.parse() {
            Ok(command) => self.obey(command),
            Err(CommandError::Empty) => Vec::new(),
            Err(error) => vec![note(error.to_string())],
        }
    }

    fn obey(&mut self, command: Command) -> Vec<Order> {
        match command {
            Command::Uci => self.introduction(),
            Command::IsReady => vec![say(&Reply::ReadyOk)],
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => {
                let mut orders = self.stop();
                orders.push(Order::NewGame);
                orders
            }
            Command::Position { fen, moves } => match read_position(fen.as_deref(), &moves) {
                Ok(history) => {
                    self.history = history;
                    Vec::new()
                }
                Err(text) => vec![note(format!("{text}; the position stays as it was"))],
            },
            Command::Go(Go { perft: Some(depth), .. }) => self.perft(depth.clamp(0, 9) as u32),
            Command::Go(go) => self.go(go),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Quit => vec![Order::Quit],
            Command::Debug(_) | Command::Register(_) => Vec::new(),
            Command::Show
            | Command::Eval
            | Command::Flip
            | Command::Help
            | Command::Bench(_)
            | Command::GenFens(_) => {
                vec![note("this command is for the program mola; a worker takes those of UCI")]
            }
        }
    }

    fn introduction(&self) -> Vec<Order> {
        let names = [Reply::Name(Elsewhere::NAME.into()), Reply::Author("the Mola team".into())];
        let options = self.options.settings().into_iter().map(|setting| Reply::Option(setting.clone()));
        names.into_iter().chain(options).chain([Reply::UciOk]).map(|reply| say(&reply)).collect()
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Vec<Order> {
        match self.options.set(name, value) {
            Ok(effects) => {
                let changes = effects.changes.into_iter();
                let changes =
                    changes.map(|change| Order::SetOption { name: change.name, value: change.value });
                effects.note.map(note).into_iter().chain(changes).collect()
            }
            Err(text) => vec![note(text)],
        }
    }

    fn castling(&self) -> CastlingStyle {
        if self.options.chess960 { CastlingStyle::Chess960 } else { CastlingStyle::Standard }
    }

    fn go(&mut self, go: Go) -> Vec<Order> {
        let mut orders = self.stop();
        let root = self.history.root();
        let limits = Limits { lines: self.options.lines, ..go.limits(root, self.options.overhead()) };
        let mut only = Vec::new();
        for text in &go.search_moves {
            match root.parse_uci(text) {
                Ok(_) => only.push(text.clone()),
                Err(error) => orders.push(note(format!("searchmoves: {error}"))),
            }
        }
        let style = self.castling();
        let question = Question {
            engine: "mola".into(),
            start: self.history.start().to_string(),
            moves: self.history.moves().iter().map(|m| m.uci(CastlingStyle::Chess960).to_string()).collect(),
            only: (!only.is_empty()).then_some(only),
            chess960: Some(style == CastlingStyle::Chess960),
            // What is pondered has no clock.
            limits: numbers(&if go.ponder { Limits { time: Time::Unlimited, ..limits } } else { limits }),
        };
        let is_held = go.infinite || go.ponder;
        let history = self.history.clone();
        let search = Search { go, history, question, is_held, is_hit: false, answer: None };
        if self.search.is_some() {
            self.next = Some(search);
        } else {
            orders.push(self.ask(search));
        }
        orders
    }

    fn ask(&mut self, search: Search) -> Order {
        let question = search.question.clone();
        self.search = Some(search);
        Order::Ask { question }
    }

    fn stop(&mut self) -> Vec<Order> {
        let Some(search) = &mut self.search else { return Vec::new() };
        search.is_held = false;
        match search.answer.take() {
            Some(answer) => self.finish(answer),
            None => vec![Order::Stop],
        }
    }

    /// The question is asked again with the clock; what the engine found so far is still in its table.
    fn ponder_hit(&mut self) -> Vec<Order> {
        match &mut self.search {
            Some(search) if search.go.ponder && !search.is_hit => search.is_hit = true,
            _ => return Vec::new(),
        }
        self.stop()
    }

    fn hear(&mut self, answer: [Option<String>; 2]) -> Vec<Order> {
        match &mut self.search {
            None => Vec::new(),
            Some(search) if search.is_held => {
                search.answer = Some(answer);
                Vec::new()
            }
            Some(_) => self.finish(answer),
        }
    }

    /// Says the answer, or asks again if it was only pondered, and goes on with what waits.
    fn finish(&mut self, [best, ponder]: [Option<String>; 2]) -> Vec<Order> {
        let Some(mut search) = self.search.take() else { return Vec::new() };
        if search.is_hit && self.next.is_none() {
            search.go.ponder = false;
            search.is_hit = false;
            let root = search.history.root();
            let limits = search.go.limits(root, self.options.overhead());
            search.question.limits = numbers(&Limits { lines: self.options.lines, ..limits });
            return vec![self.ask(search)];
        }
        // An engine that was stopped before it had looked at anything still has to move.
        let style = self.castling();
        let first = || search.history.root().legal_moves().first().map(|m| m.uci(style).to_string());
        let best = best.or_else(first);
        let mut orders = vec![say(&Reply::BestMove { best, ponder })];
        if let Some(next) = self.next.take() {
            orders.push(self.ask(next));
        }
        orders
    }

    fn perft(&self, depth: u32) -> Vec<Order> {
        let mut total = u64::from(depth == 0);
        let mut lines = Vec::new();
        for (m, nodes) in divide(self.history.root(), depth) {
            total += nodes;
            lines.push(Order::Say { line: format!("{}: {nodes}", m.uci(self.castling())) });
        }
        lines.push(Order::Say { line: format!("Nodes searched: {total}") });
        lines
    }

    fn info(&self, search: &Search, thought: Thought, milliseconds: f64) -> Info {
        let points = Points { centipawns: thought.centipawns, mate: thought.mate };
        let score = points.seen_by(search.history.root().turn());
        let time = milliseconds.max(0.0);
        Info {
            depth: Some(thought.depth),
            seldepth: thought.selective_depth,
            multipv: Some(thought.line as u32),
            score: Some(Evaluation { score, bound: Bound::Exact }),
            wdl: self.options.show_wdl.then(|| coach::wdl(score)),
            nodes: Some(thought.nodes as u64),
            nps: Some((thought.nodes * 1_000.0 / time.max(1.0)) as u64),
            time: Some(time as u64),
            pv: thought.pv,
            ..Info::default()
        }
    }
}

/// Limits as JavaScript has them.
fn numbers(limits: &Limits) -> ThinkLimits {
    let millis = |time: Duration| Some(time.as_secs_f64() * 1_000.0);
    let mut numbers = ThinkLimits {
        depth: limits.depth,
        nodes: limits.nodes.map(|nodes| nodes as f64),
        mate: limits.mate,
        lines: Some(limits.lines),
        ..ThinkLimits::default()
    };
    match limits.time {
        Time::Unlimited => {}
        Time::Move(time) => numbers.move_time = millis(time),
        Time::Clock { left, increment, moves_to_go } => {
            (numbers.left, numbers.increment) = (millis(left), millis(increment));
            numbers.moves_to_go = moves_to_go;
        }
    }
    numbers
}

/// The engine as clients see its options: it thinks in another worker.
#[derive(Debug)]
struct Elsewhere;

impl Elsewhere {
    const NAME: &str = concat!("Mola ", env!("CARGO_PKG_VERSION"));
}

impl Engine for Elsewhere {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn options(&self) -> Vec<EngineOption> {
        Mola::all_options().filter(|option| !NOT_HERE.contains(&&*option.name)).collect()
    }

    fn think(&mut self, task: Task<'_>, _: &mut dyn Host) -> Answer {
        let best: Option<Move> = task.root.legal_moves().first().copied();
        Answer { best, ponder: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a client hears and the engine is asked, a word for each order.
    fn told(orders: Vec<Order>) -> Vec<String> {
        let word = |order| match order {
            Order::Say { line } => line,
            Order::SetOption { name, value } => format!("<set {name} {value}>"),
            Order::NewGame => "<new game>".into(),
            Order::Ask { question } => format!("<ask {}>", question.limits.left.unwrap_or_default()),
            Order::Stop => "<stop>".into(),
            Order::Quit => "<quit>".into(),
        };
        orders.into_iter().map(word).collect()
    }

    fn best(name: &str) -> [Option<String>; 2] {
        [Some(name.into()), None]
    }

    #[test]
    fn a_client_sees_the_options_that_a_worker_has() {
        let lines = told(Uci::new().take("uci"));
        assert_eq!(lines.last().unwrap(), "uciok");
        for expected in ["id name Mola", "option name Skill Level", "option name MultiPV", "option name Hash"]
        {
            assert!(lines.iter().any(|line| line.starts_with(expected)), "{expected}");
        }
        assert!(!lines.iter().any(|line| line.contains("SyzygyPath") || line.contains("Threads")));
    }

    #[test]
    fn an_answer_to_a_search_without_end_waits_for_stop() {
        let mut uci = Uci::new();
        assert_eq!(told(uci.take("go infinite")), ["<ask 0>"]);
        assert!(uci.hear(best("e2e4")).is_empty());
        assert_eq!(told(uci.take("isready")), ["readyok"]);
        assert_eq!(told(uci.take("stop")), ["bestmove e2e4"]);
        assert!(uci.take("stop").is_empty());
    }

    #[test]
    fn a_second_go_is_asked_after_the_first_is_answered() {
        let mut uci = Uci::new();
        uci.take("go wtime 9010");
        assert_eq!(told(uci.take("go wtime 5010")), ["<stop>"]);
        assert_eq!(told(uci.hear(best("d2d4"))), ["bestmove d2d4", "<ask 5000>"]);
        assert_eq!(told(uci.hear(best("e2e4"))), ["bestmove e2e4"]);
    }

    #[test]
    fn a_ponder_hit_asks_again_with_the_clock() {
        let mut uci = Uci::new();
        assert_eq!(told(uci.take("go ponder wtime 5010")), ["<ask 0>"]);
        assert_eq!(told(uci.take("ponderhit")), ["<stop>"]);
        assert_eq!(told(uci.hear(best("d2d4"))), ["<ask 5000>"]);
        assert_eq!(told(uci.hear(best("e2e4"))), ["bestmove e2e4"]);
    }

    #[test]
    fn an_engine_without_an_answer_plays_a_legal_move_if_there_is_one() {
        let mut uci = Uci::new();
        uci.take("go movetime 1");
        let line = told(uci.hear([None, None])).remove(0);
        assert!(line.starts_with("bestmove ") && !line.contains("none"), "{line}");
        uci.take("position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1");
        uci.take("go movetime 1");
        assert_eq!(told(uci.hear([None, None])), ["bestmove (none)"]);
    }

    #[test]
    fn what_cannot_be_done_is_told_in_a_sentence() {
        let mut uci = Uci::new();
        for (line, part) in [
            ("position startpos moves e2e5", "move 1"),
            ("setoption name Threads value 4", "no option Threads"),
            ("castle", "unknown command"),
            ("bench", "program mola"),
        ] {
            let lines = told(uci.take(line));
            assert!(lines[0].starts_with("info string") && lines[0].contains(part), "{line}: {lines:?}");
        }
        assert_eq!(told(uci.take("setoption name Skill Level value 3")), ["<set Skill Level 3>"]);
        assert_eq!(told(uci.take("go perft 2")).last().unwrap(), "Nodes searched: 400");
    }
}

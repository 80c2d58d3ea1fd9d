//! The engine as the world sees it: settings, threads, and the answer.

use std::cell::RefCell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use mola_game::{Answer, Bound, Engine, EngineOption, Host, Limits, OptionError, Report, Signal, Task};
use mola_rules::{Move, Position, Square};

use crate::book::Book;
use crate::cycles::Cycles;
use crate::dice::Dice;
use crate::eval::breakdown::Breakdown;
use crate::free_memory::free_mebibytes;
use crate::hosts::Few;
use crate::level::Level;
use crate::nnue::choice::Choice;
use crate::nnue::{FileReader, NetworkError, Ready};
use crate::search::{Bounds, Found, Memory, Progress, Reductions, RootMove, Search, Shared};
use crate::settings::{OPTIONS, Settings};
use crate::table::Table;
use crate::tablebase::{Tablebase, Verdict};
use crate::time::TimeLimits;
use crate::tree_sample::TreeSample;
use crate::value::{INFINITE, MAX_PLY, TABLE_WIN, Value, is_decided, to_score};
use crate::vote::vote;

/// The strong engine.
///
/// ```
/// use mola_engine::Mola;
/// use mola_game::{Engine, Limits, Task};
/// use mola_rules::Position;
/// let root: Position = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1".parse().unwrap();
/// let limits = Limits { depth: Some(3), ..Limits::NONE };
/// let answer = Mola::new().think(Task::new(&root, limits), &mut ());
/// assert_eq!(root.san(answer.best.unwrap()).as_str(), "Ra8#");
/// ```
pub struct Mola {
    table: Table,
    reductions: Reductions,
    cycles: Cycles,
    choice: Choice,
    /// What each thread remembers.
    memories: Vec<Memory>,
    soft_nodes: Option<u64>,
    settings: Settings,
    book: Option<Book>,
    tablebase: Option<Tablebase>,
    dice: Dice,
}

impl std::fmt::Debug for Mola {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mola").field("threads", &self.memories.len()).finish_non_exhaustive()
    }
}

impl Default for Mola {
    fn default() -> Self {
        Self::new()
    }
}

impl Mola {
    /// An engine with one thread and a table of 16 MiB, or of one where memory is scarce.
    ///
    /// # Panics
    /// If there is no memory for that.
    pub fn new() -> Self {
        Self {
            table: Table::new(16, 1).unwrap_or_else(Table::least),
            reductions: Reductions::new(),
            cycles: Cycles::new(),
            choice: Choice::new(),
            memories: vec![Memory::new()],
            soft_nodes: None,
            settings: Settings::default(),
            book: None,
            tablebase: None,
            dice: Dice::new(),
        }
    }

    /// Lets the option `EvalFile` name files, which somebody else reads.
    pub fn reading(mut self, reader: FileReader) -> Self {
        self.choice.set_reader(reader);
        self
    }

    /// Plays with a network from now on.
    ///
    /// # Errors
    /// The bytes are not those of a network that can be played with; all stays as it was.
    pub fn load_network(&mut self, bytes: &[u8]) -> Result<(), NetworkError> {
        self.choice.load(bytes)?;
        self.new_game();
        Ok(())
    }

    /// The network that positions are judged by; none if it is the hand-written evaluation.
    pub const fn network(&self) -> Option<&Ready> {
        self.choice.network()
    }

    /// From now on each search of the first thread draws so many of the positions that it evaluates, for
    /// [`take_tree_samples`](Self::take_tree_samples); none with zero. The same seed draws the same ones.
    pub fn draw_tree_samples(&mut self, count: usize, seed: u64) {
        if let Some(memory) = self.memories.first_mut() {
            memory.sample = (count > 0).then(|| TreeSample::new(count, seed));
        }
    }

    /// What was drawn since the last time.
    pub fn take_tree_samples(&mut self) -> Vec<Position> {
        let sample = self.memories.first_mut().and_then(|memory| memory.sample.as_mut());
        sample.map_or_else(Vec::new, TreeSample::take)
    }

    /// No new depth begins after this many nodes. Games to learn from are played so: a depth that is
    /// cut off in the middle has a poor score.
    pub const fn set_soft_nodes(&mut self, nodes: Option<u64>) {
        self.soft_nodes = nodes;
    }

    /// Throws the dice of weak levels and books from this seed on. Where there is no operating system to ask
    /// for random numbers, a host that has some must lend them.
    pub fn set_seed(&mut self, seed: u64) {
        self.dice = Dice::seeded(seed);
    }

    /// A move from the book, for who wants to play and not to study.
    fn book_move(&mut self, task: &Task<'_>) -> Option<Move> {
        let studies = task.limits.ponder || task.limits.lines > 1 || task.limits == Limits::NONE;
        if !self.settings.own_book || studies {
            return None;
        }
        let m = self.book.as_ref()?.choose(task.root, self.dice.next())?;
        task.allows(m).then_some(m)
    }

    /// Another size for the table.
    fn resize_table(&mut self, mebibytes: usize) -> Result<(), OptionError> {
        let before = self.table.mebibytes();
        if mebibytes == before {
            return Ok(());
        }
        if mebibytes > free_mebibytes().saturating_add(before) {
            return Err(NO_MEMORY);
        }
        // The old one goes first: there may not be room for both.
        self.table = Table::least();
        let threads = self.memories.len();
        let (table, result) = match Table::new(mebibytes, threads) {
            Some(table) => (Some(table), Ok(())),
            None => (Table::new(before, threads), Err(NO_MEMORY)),
        };
        self.table = table.unwrap_or_else(Table::least);
        result
    }

    /// Another number of threads.
    fn set_threads(&mut self, threads: usize) -> Result<(), OptionError> {
        let more = threads.saturating_sub(self.memories.len());
        if more * MEMORY_MEBIBYTES > free_mebibytes() {
            return Err(NO_MEMORY);
        }
        self.memories.resize_with(threads, Memory::new);
        Ok(())
    }

    /// Plays like a weaker player: a search with that player's limits, and then a choice.
    fn think_like(&mut self, level: Level, task: &Task<'_>, host: &mut dyn Host) -> Option<RootMove> {
        let limits = level.limits(&task.limits, self.dice.throw());
        let mut host = Few { host, lines: task.limits.lines.max(1) };
        let found = self.search(&Task { limits, ..*task }, &mut host, 1)?;
        let chosen = level.choose(&found.lines, retake_square(task), self.dice.throw()).cloned();
        Some(chosen.unwrap_or(found.best))
    }

    /// Runs some threads, and gives what the best of them has found.
    fn search(&mut self, task: &Task<'_>, host: &mut dyn Host, threads: usize) -> Option<Found> {
        let asked: Vec<Move> = task.root.legal_moves().into_iter().filter(|&m| task.allows(m)).collect();
        // Who plays like a weaker player knows no endings by heart.
        let tablebase = self.tablebase.as_ref().filter(|_| self.settings.level().is_none());
        // Several lines are to show what other moves would do.
        let at_root = tablebase.filter(|_| task.limits.lines <= 1);
        let known = at_root.and_then(|tables| tables.best_moves(task.root, &asked, task.past));
        // Where the tables know the root, the search only chooses among moves that keep the result.
        let (candidates, verdict) = known.map_or((asked, None), |(moves, verdict)| (moves, Some(verdict)));
        let shared = Shared {
            table: &self.table,
            reductions: &self.reductions,
            cycles: &self.cycles,
            network: self.choice.network(),
            tablebase: tablebase.filter(|_| verdict.is_none()),
            table_hits: AtomicU64::new(u64::from(verdict.is_some())),
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            node_limit: task.limits.nodes.map(|nodes| nodes.max(1)),
        };
        let bounds = Bounds {
            depth: task.limits.depth.map_or(MAX_PLY as i32, |depth| depth.clamp(1, MAX_PLY as u32) as i32),
            mate: task.limits.mate,
            lines: task.limits.lines,
            soft_nodes: self.soft_nodes,
            time: TimeLimits::new(task.limits.time),
        };
        let (first, others) = self.memories.split_first_mut().expect("there is at least one thread");
        let helpers_found = Mutex::new(Vec::new());
        let mut found = Vec::new();
        let mut told = None;
        std::thread::scope(|scope| {
            for memory in others.iter_mut().take(threads - 1) {
                let (shared, bounds, helpers_found) = (&shared, &bounds, &helpers_found);
                let candidates = &candidates;
                // A thread that cannot be had is done without.
                let _ = std::thread::Builder::new().spawn_scoped(scope, move || {
                    let never = &mut || false;
                    let helper =
                        Bounds { time: TimeLimits { soft: None, hard: None }, mate: None, ..*bounds };
                    let mut search = Search::new(shared, memory, never, task.root, task.past, candidates);
                    let result = search.deepen(&helper, &|| Duration::ZERO, &mut |_| {});
                    if let (Some(result), Ok(mut all)) = (result, helpers_found.lock()) {
                        all.push(result);
                    }
                });
            }
            let hard = bounds.time.hard;
            let host = RefCell::new(&mut *host);
            let elapsed = || host.borrow().elapsed();
            let poll =
                &mut || host.borrow().poll() == Signal::Stop || hard.is_some_and(|hard| elapsed() >= hard);
            let mut search = Search::new(&shared, first, poll, task.root, task.past, &candidates);
            let trying = &mut |depth: i32, m, number: i32| {
                host.borrow_mut().trying(depth as u32, m, number as u32);
            };
            search.trying = Some(trying);
            let mut tell = |progress: &Progress<'_>| {
                told = progress.lines.first().map(|root| root.m);
                report(progress, &shared, verdict, &mut **host.borrow_mut());
            };
            found.extend(search.deepen(&bounds, &elapsed, &mut tell));
            shared.stop.store(true, Relaxed);
        });
        found.extend(helpers_found.into_inner().unwrap_or_default());
        let best = if task.limits.lines > 1 { 0 } else { vote(&found)? };
        let best = (best < found.len()).then(|| found.swap_remove(best))?;
        // An unfinished depth or another thread may have found a better move than what was told last.
        if told != Some(best.best.m) && best.best.value > -INFINITE {
            let nodes = shared.nodes.load(Relaxed);
            let lines = std::slice::from_ref(&best.best);
            report(&Progress { depth: best.depth, lines, nodes }, &shared, verdict, host);
        }
        Some(best)
    }
}

/// What one thread's memory takes, and its stack.
const MEMORY_MEBIBYTES: usize = 4;

const NO_MEMORY: OptionError = OptionError::Failed("there is not so much memory");

/// Where the opponent just captured something.
fn retake_square(task: &Task<'_>) -> Option<Square> {
    let (&last, before) = task.moves.split_last()?;
    let mut position = *task.start;
    for &m in before {
        position.play_unchecked(m);
    }
    position.is_capture(last).then(|| last.to())
}

/// The value that people see: where the tables know who wins, only a mate says more.
fn shown(value: Value, verdict: Option<Verdict>) -> Value {
    match verdict {
        Some(Verdict::Draw) => 0,
        Some(Verdict::Win) if !is_decided(value) => TABLE_WIN - 1,
        Some(Verdict::Loss) if !is_decided(value) => 1 - TABLE_WIN,
        _ => value,
    }
}

/// Tells the host what a depth found.
fn report(progress: &Progress<'_>, shared: &Shared<'_>, verdict: Option<Verdict>, host: &mut dyn Host) {
    for (index, root) in progress.lines.iter().enumerate() {
        host.report(&Report {
            line: index + 1,
            depth: progress.depth as u32,
            selective_depth: root.deepest as u32,
            score: to_score(shown(root.value, verdict)),
            bound: Bound::Exact,
            nodes: progress.nodes,
            hash_full: shared.table.fullness(),
            table_hits: shared.table_hits.load(Relaxed),
            pv: &root.line,
        });
    }
}

impl Engine for Mola {
    fn name(&self) -> &'static str {
        concat!("Mola ", env!("CARGO_PKG_VERSION"))
    }

    fn new_game(&mut self) {
        self.table.clear(self.memories.len());
        self.memories.iter_mut().for_each(Memory::clear);
    }

    fn options(&self, visit: &mut dyn FnMut(&EngineOption<'_>)) {
        OPTIONS.iter().for_each(visit);
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let option = OPTIONS.iter().find(|option| option.name.eq_ignore_ascii_case(name));
        let option = option.ok_or(OptionError::Unknown)?;
        option.check(value).map_err(|bad| bad.error)?;
        let value = value.trim();
        let number = value.parse::<usize>().unwrap_or_default();
        match option.name {
            "Hash" => self.resize_table(number)?,
            "Threads" => self.set_threads(number)?,
            "Clear Hash" => self.table.clear(self.memories.len()),
            "BookFile" => self.book = open(value, read_book)?,
            "SyzygyPath" => self.tablebase = open(value, Tablebase::open)?,
            "EvalFile" => {
                self.choice.set(value)?;
                // What was found with another evaluation is worth nothing now.
                self.new_game();
            }
            _ => self.settings.set(option.name, value),
        }
        if let Some(tables) = &mut self.tablebase {
            tables.set(self.settings.fifty_moves, self.settings.probe_depth);
        }
        Ok(())
    }

    fn remark(&mut self, say: &mut dyn FnMut(&str)) {
        if let Some(tables) = &self.tablebase {
            tables.remark(say);
        }
    }

    fn explain(&self, position: &Position, text: &mut dyn std::fmt::Write) -> std::fmt::Result {
        write!(text, "{}", Breakdown::of(position))?;
        self.network().map_or(Ok(()), |network| write!(text, "\n{}", network.view(position)))
    }

    fn think(&mut self, task: Task<'_>, host: &mut dyn Host) -> Answer {
        if let Some(m) = self.book_move(&task) {
            return Answer { best: Some(m), ponder: None };
        }
        self.table.grow_older();
        let best = match self.settings.level() {
            Some(level) => self.think_like(level, &task, host),
            None => self.search(&task, host, self.memories.len()).map(|found| found.best),
        };
        Answer {
            best: best.as_ref().map(|best| best.m),
            ponder: best.and_then(|best| best.line.get(1).copied()),
        }
    }
}

fn read_book(path: &str) -> Result<Book, &'static str> {
    let bytes = std::fs::read(path).map_err(|_| "the file cannot be read")?;
    Book::parse(&bytes)
}

/// Opens what a path names; nothing for an empty one.
fn open<T>(path: &str, with: impl Fn(&str) -> Result<T, &'static str>) -> Result<Option<T>, OptionError> {
    match path {
        "" | "<empty>" => Ok(None),
        _ => with(path).map(Some).map_err(OptionError::Failed),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::Instant;

    use super::*;
    use mola_game::{History, Limits, Listener, Score, Time};
    use mola_rules::CastlingStyle;

    fn position(fen: &str) -> Position {
        fen.parse().unwrap()
    }

    fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::NONE }
    }

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    #[test]
    fn a_table_full_of_noise_yields_legal_moves() {
        /// Plays every line that is told.
        struct Player<'a>(&'a Position, u32);
        impl Host for Player<'_> {
            fn report(&mut self, report: &Report<'_>) {
                let mut position = *self.0;
                for &m in report.pv {
                    assert!(position.is_legal(m), "{} in {}", m.uci(CastlingStyle::Chess960), self.0);
                    position.play_unchecked(m);
                    self.1 += 1;
                }
            }
        }
        let fens = [
            KIWIPETE,
            "8/PPPPk3/8/8/8/8/ppppK3/8 w - - 0 1",
            "4k3/8/8/8/7b/5n2/5N2/4K2R w K - 0 1",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        ];
        for (fen, threads) in fens.into_iter().flat_map(|fen| [(fen, "1"), (fen, "2")]) {
            let mut engine = Mola::new();
            engine.set_option("Hash", "1").unwrap();
            engine.set_option("Threads", threads).unwrap();
            let root = position(fen);
            let mut player = Player(&root, 0);
            for seed in 1..10 {
                let answer = engine.think(Task::new(&root, depth(6)), &mut player);
                assert!(root.is_legal(answer.best.unwrap()));
                engine.table.poison(seed);
            }
            assert!(player.1 > 50, "{fen}: only {} moves were told", player.1);
        }
    }

    #[test]
    fn the_answer_is_the_move_that_was_told_last() {
        for threads in ["1", "3"] {
            let mut engine = Mola::new();
            engine.set_option("Threads", threads).unwrap();
            for nodes in (300..20_000).step_by(700) {
                let root = position(KIWIPETE);
                let mut listener = Listener::new();
                let limits = Limits { nodes: Some(nodes), ..Limits::NONE };
                let answer = engine.think(Task::new(&root, limits), &mut listener);
                assert_eq!(answer.best, listener.pv().first().copied(), "{nodes} nodes, {threads} threads");
                engine.new_game();
            }
        }
    }

    #[test]
    fn a_weak_player_keeps_what_it_weighs_to_itself() {
        let mut engine = Mola::new();
        engine.set_option("Skill Level", "3").unwrap();
        for lines in [1, 2] {
            let mut listener = Listener::new();
            let limits = Limits { lines, ..Limits::NONE };
            engine.think(Task::new(&position(KIWIPETE), limits), &mut listener);
            assert_eq!(listener.lines().len(), lines);
        }
    }

    #[test]
    fn more_memory_than_there_is_is_refused_and_nothing_is_lost() {
        let mut engine = Mola::new();
        let root = position(KIWIPETE);
        engine.think(Task::new(&root, depth(8)), &mut ());
        let known = engine.table.probe(root.key(), 0);
        assert!(known.is_some());
        if free_mebibytes() < 1 << 20 {
            assert_eq!(engine.set_option("Hash", "1048576"), Err(NO_MEMORY));
        }
        assert_eq!(engine.table.probe(root.key(), 0), known);
        assert_eq!(engine.set_option("Hash", "16"), Ok(()));
        assert_eq!(engine.table.probe(root.key(), 0), known);
        assert_eq!(engine.set_option("Hash", "5"), Ok(()));
        assert_eq!(engine.table.mebibytes(), 5);
    }

    #[test]
    fn clocks_and_fixed_times_are_kept() {
        let root = position(KIWIPETE);
        let [ms, left] = [1, 200].map(Duration::from_millis);
        let times = [Time::Move(ms), Time::Clock { left, increment: Duration::ZERO, moves_to_go: None }];
        for time in times {
            let mut engine = Mola::new();
            let asked = Instant::now();
            let mut listener = Listener::new().clock(|| asked.elapsed());
            let answer = engine.think(Task::new(&root, Limits { time, ..Limits::NONE }), &mut listener);
            assert!(answer.best.is_some_and(|m| root.is_legal(m)));
            // Others may use this machine too.
            assert!(asked.elapsed() < 10 * left, "{time:?} took {:?}", asked.elapsed());
        }
    }

    #[test]
    fn fifty_moves_are_a_draw_unless_the_last_of_them_mates() {
        let score = |fen: &str| {
            let mut listener = Listener::new();
            Mola::new().think(Task::new(&position(fen), depth(8)), &mut listener);
            listener.score().unwrap()
        };
        assert_eq!(score("7k/8/5K2/8/8/8/8/6Q1 w - - 99 90"), Score::Mate(1));
        let drawn = score("8/8/4k3/8/8/3QK3/8/8 w - - 99 90");
        assert!(matches!(drawn, Score::Centipawns(-5..=5)), "{drawn:?}");
        assert!(score("8/8/4k3/8/8/3QK3/8/8 w - - 0 90") > Score::Centipawns(500));
    }

    #[test]
    fn the_same_question_gets_the_same_answer() {
        let ask = || {
            let mut listener = Listener::new();
            let root = position(KIWIPETE);
            let answer = Mola::new().think(Task::new(&root, depth(8)), &mut listener);
            (answer, listener.score())
        };
        assert_eq!(ask(), ask());
    }

    #[test]
    fn the_same_nodes_are_searched_with_every_kind_of_instructions() {
        let root = position(KIWIPETE);
        let counts: Vec<u64> = Choice::on_every_path()
            .map(|choice| {
                let mut listener = Listener::new();
                Mola { choice, ..Mola::new() }.think(Task::new(&root, depth(8)), &mut listener);
                listener.nodes()
            })
            .collect();
        assert!(counts[0] > 5_000 && counts.iter().all(|&count| count == counts[0]), "{counts:?}");
    }

    #[test]
    fn no_limit_is_too_small_for_a_legal_answer() {
        let root = position(KIWIPETE);
        let tiny = [
            depth(0),
            depth(1),
            Limits { nodes: Some(0), ..Limits::NONE },
            Limits { nodes: Some(1), ..Limits::NONE },
            Limits { time: Time::Move(Duration::ZERO), depth: Some(2), ..Limits::NONE },
        ];
        for limits in tiny {
            let answer = Mola::new().think(Task::new(&root, limits), &mut ());
            assert!(root.is_legal(answer.best.unwrap()), "{limits:?}");
        }
    }

    #[test]
    fn pondering_takes_no_time_until_the_hit() {
        /// Each look at this clock is a millisecond; the opponent moves after a while.
        struct Ticking(Cell<u64>);
        impl Host for Ticking {
            fn elapsed(&self) -> Duration {
                Duration::from_millis(self.0.get().saturating_sub(100))
            }
            fn poll(&self) -> Signal {
                self.0.set(self.0.get() + 1);
                if self.0.get() == 100 { Signal::PonderHit } else { Signal::Continue }
            }
        }
        let root = position(KIWIPETE);
        let mut host = Ticking(Cell::new(0));
        let limits = Limits { time: Time::Move(Duration::from_millis(20)), ponder: true, ..Limits::NONE };
        let answer = Mola::new().think(Task::new(&root, limits), &mut host);
        assert!(root.is_legal(answer.best.unwrap()));
        assert_eq!(host.0.get(), 120);
    }

    #[test]
    fn no_move_where_there_is_none() {
        for fen in ["7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"] {
            let root = position(fen);
            assert_eq!(Mola::new().think(Task::new(&root, depth(3)), &mut ()).best, None);
        }
    }

    #[test]
    fn many_moves_and_many_queens_are_survived() {
        let fens = [
            "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
            "krb5/ppp5/8/8/8/8/QQQQQQQQ/K6Q w - - 0 1",
        ];
        for fen in fens {
            let root = position(fen);
            let best = Mola::new().think(Task::new(&root, depth(4)), &mut ()).best;
            assert!(best.is_some_and(|m| root.is_legal(m)), "{fen}");
        }
    }

    #[test]
    fn short_mates_are_found_and_counted_right() {
        let cases = [
            ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", Score::Mate(1)),
            ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1", Score::Mate(2)),
            ("7k/8/5K2/8/8/8/8/6Q1 b - - 0 1", Score::Mated(1)),
        ];
        for (fen, expected) in cases {
            let mut listener = Listener::new();
            let root = position(fen);
            Mola::new().think(Task::new(&root, depth(12)), &mut listener);
            assert_eq!(listener.score(), Some(expected), "{fen}");
        }
    }

    #[test]
    fn who_asks_for_a_mate_gets_it_sooner() {
        for fen in [
            "R7/1Qp1k3/3p3b/p3p3/P3P3/2qPn1PK/5R2/8 w - - 0 1",
            "R7/4pk2/4nn2/3p1Q2/3PP3/4K1P1/1P5q/1NB2r2 b - - 0 1",
        ] {
            let mut listener = Listener::new();
            let root = position(fen);
            let limits = Limits { mate: Some(5), nodes: Some(1_500_000), ..Limits::NONE };
            Mola::new().think(Task::new(&root, limits), &mut listener);
            assert_eq!(listener.score(), Some(Score::Mate(5)), "{fen}");
        }
    }

    #[test]
    fn who_stops_at_once_hears_of_no_line_without_a_value() {
        let root = position(KIWIPETE);
        for nodes in [1, 2, 10, 60] {
            let mut scores = Vec::new();
            let limits = Limits { nodes: Some(nodes), lines: 4, ..Limits::NONE };
            let mut listener = Listener::new().hear(|report| scores.push(report.score));
            let answer = Mola::new().think(Task::new(&root, limits), &mut listener);
            drop(listener);
            assert!(answer.best.is_some_and(|m| root.is_legal(m)));
            assert!(scores.iter().all(|score| matches!(score, Score::Centipawns(_))), "{scores:?}");
        }
    }

    #[test]
    fn several_lines_are_different_and_in_order() {
        let root = position(KIWIPETE);
        let mut heard: Vec<(usize, u32, Score, Move)> = Vec::new();
        let limits = Limits { lines: 4, ..depth(6) };
        let mut listener = Listener::new()
            .hear(|report| heard.push((report.line, report.depth, report.score, report.pv[0])));
        let answer = Mola::new().think(Task::new(&root, limits), &mut listener);
        drop(listener);
        for lines in heard.chunks(4) {
            assert_eq!(lines.iter().map(|line| line.0).collect::<Vec<_>>(), [1, 2, 3, 4]);
            assert!(
                lines.windows(2).all(|pair| pair[0].2 >= pair[1].2 && pair[0].1 == pair[1].1),
                "{lines:?}"
            );
            let mut moves: Vec<Move> = lines.iter().map(|line| line.3).collect();
            moves.sort();
            moves.dedup();
            assert_eq!(moves.len(), 4);
        }
        assert_eq!(answer.best, heard.iter().rev().nth(3).map(|line| line.3));
    }

    #[test]
    fn only_the_moves_asked_for_are_considered() {
        let root = position(KIWIPETE);
        let only = [root.parse_san("a3").unwrap(), root.parse_san("b3").unwrap()];
        let answer = Mola::new().think(Task { only: &only, ..Task::new(&root, depth(4)) }, &mut ());
        assert!(only.contains(&answer.best.unwrap()));
    }

    #[test]
    fn a_thousand_plies_of_history_are_survived() {
        let root: Position = "4k2r/8/8/8/8/8/8/R3K3 w - - 98 600".parse().unwrap();
        let past: Vec<u64> = (0..1000).map(|ply| if ply % 4 == 0 { root.key() } else { ply }).collect();
        let answer = Mola::new().think(Task { past: &past, ..Task::new(&root, depth(6)) }, &mut ());
        assert!(answer.best.is_some_and(|m| root.is_legal(m)));
    }

    #[test]
    fn as_many_threads_as_can_be_set_find_a_move() {
        let mut engine = Mola::new();
        engine.set_option("Threads", "512").unwrap();
        let root = position(KIWIPETE);
        let answer = engine.think(Task::new(&root, depth(4)), &mut ());
        assert!(answer.best.is_some_and(|m| root.is_legal(m)));
    }

    #[test]
    fn a_weak_player_still_takes_a_pawn_back() {
        // Other moves are within the budget of a weak player: they would be played now and then.
        let start = position("r1bqkb1r/ppp2ppp/2n1pn2/3p4/4P3/2NP1N2/PPP2PPP/R1BQKB1R b KQkq - 0 5");
        let m = start.parse_san("dxe4").unwrap();
        let mut history = History::new(start);
        history.play(m);
        let mut engine = Mola::new();
        engine.set_option("UCI_LimitStrength", "true").unwrap();
        engine.set_option("UCI_Elo", "800").unwrap();
        for _ in 0..20 {
            let best = engine.think(history.task(Limits::NONE), &mut ()).best.unwrap();
            assert_eq!(best.to(), m.to(), "{}", history.root().san(best));
        }
    }

    #[test]
    fn a_weak_player_does_not_always_play_the_same() {
        let mut engine = Mola::new();
        engine.set_option("Skill Level", "2").unwrap();
        let root = Position::start();
        let mut moves: Vec<Move> =
            (0..30).filter_map(|_| engine.think(Task::new(&root, Limits::NONE), &mut ()).best).collect();
        moves.sort();
        moves.dedup();
        assert!(moves.len() > 2, "{moves:?}");
    }

    #[test]
    fn the_book_is_asked_first_if_it_may_be() {
        let mut engine = Mola::new();
        let missing = engine.set_option("BookFile", "/there/is/no/such/book.bin");
        assert_eq!(missing, Err(OptionError::Failed("the file cannot be read")));
        // The starting position, with a single unlikely move: h2h4.
        let mut bytes = 0x463B_9618_1691_FC9C_u64.to_be_bytes().to_vec();
        bytes.extend([0x03, 0xDF, 0, 1, 0, 0, 0, 0]);
        engine.book = Some(Book::parse(&bytes).unwrap());
        let root = Position::start();
        let play = |engine: &mut Mola| engine.think(Task::new(&root, depth(1)), &mut ()).best.unwrap();
        assert_ne!(root.san(play(&mut engine)).as_str(), "h4");
        engine.set_option("OwnBook", "true").unwrap();
        assert_eq!(root.san(play(&mut engine)).as_str(), "h4");
    }

    #[test]
    fn threads_and_memory_can_be_set_and_nonsense_is_refused() {
        let mut engine = Mola::new();
        assert_eq!(engine.set_option("threads", "3"), Ok(()));
        assert_eq!(engine.set_option("Hash", "2"), Ok(()));
        let root = position(KIWIPETE);
        let best = engine.think(Task::new(&root, depth(6)), &mut ()).best;
        assert!(best.is_some_and(|m| root.is_legal(m)));
        assert_eq!(engine.set_option("Hash", "0"), Err(OptionError::Number { min: 1, max: 1 << 20 }));
        assert_eq!(engine.set_option("Speed", "9"), Err(OptionError::Unknown));
        assert_eq!(engine.set_option("Threads", "many"), Err(OptionError::Number { min: 1, max: 512 }));
    }

    #[test]
    fn a_repetition_is_seen_as_a_draw() {
        // A rook down, White checks for ever with Qg5+ Kh8 Qf6+.
        let perpetual = position("5rk1/5p1p/8/8/5Q2/8/q4PPP/6K1 w - - 0 1");
        let mut listener = Listener::new();
        Mola::new().think(Task::new(&perpetual, depth(10)), &mut listener);
        assert!(listener.score().unwrap() >= Score::Centipawns(-60), "{:?}", listener.score());
    }
}

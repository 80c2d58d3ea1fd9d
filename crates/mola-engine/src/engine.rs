//! The engine as the world sees it: options, levels, the book, and the answer.

mod settings;
mod threads;
mod weaker;

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use mola_game::coach;
use mola_game::{Answer, Dice, Engine, EngineOption, Host, Limits, OptionError, Task};
use mola_rules::{Move, Position};

use crate::book::Book;
use crate::cycles::Cycles;
use crate::free_memory::{affordable_threads, free_mebibytes};
use crate::level::Level;
use crate::nnue::choice::Choice;
use crate::nnue::{FileReader, Ready};
use crate::params::Knobs;
use crate::search::{Memory, Reductions};
use crate::tablebase::Tablebase;
use crate::time::Stalls;
use crate::transposition::Table;
use crate::tree_sample::TreeSample;
use settings::{OPTIONS, Set, Settings};

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
    knobs: Knobs,
    table: Table,
    reductions: Reductions,
    cycles: Cycles,
    choice: Choice,
    /// What each thread remembers.
    memories: Vec<Memory>,
    soft_nodes: Option<u64>,
    stalls: Stalls,
    settings: Settings,
    book: Option<Book>,
    tablebase: Option<Tablebase>,
    dice: Dice,
    /// What the user should know and has not been told yet.
    remarks: Vec<String>,
}

impl std::fmt::Debug for Mola {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mola").field("threads", &self.memories.len()).finish_non_exhaustive()
    }
}

#[cfg(feature = "network")]
impl Default for Mola {
    fn default() -> Self {
        Self::new()
    }
}

impl Mola {
    /// An engine with the built-in network, one thread and a table of 16 MiB, or of 1 MiB if memory is scarce.
    ///
    /// # Panics
    /// If there is not enough memory.
    #[cfg(feature = "network")]
    pub fn new() -> Self {
        Self::sharing(crate::nnue::choice::built_in().expect("sound, as a test shows"))
    }

    /// The same with another network.
    ///
    /// # Panics
    /// If there is not enough memory.
    pub fn with_network(network: Ready) -> Self {
        Self::sharing(Arc::new(network))
    }

    fn sharing(network: Arc<Ready>) -> Self {
        let knobs = Knobs::new();
        Self {
            table: Table::new(16, 1).unwrap_or_else(Table::least),
            reductions: Reductions::new(&knobs),
            knobs,
            cycles: Cycles::new(),
            choice: Choice::new(network),
            memories: vec![Memory::new()],
            soft_nodes: None,
            stalls: Stalls::default(),
            settings: Settings::default(),
            book: None,
            tablebase: None,
            // The standard library seeds its hash maps from the system's randomness.
            dice: Dice::new(RandomState::new().hash_one(0)),
            remarks: Vec::new(),
        }
    }

    /// Everything that can be set on any such engine.
    pub fn all_options() -> impl Iterator<Item = EngineOption> {
        OPTIONS.iter().map(|row| row.option.clone())
    }

    /// Lets the option `EvalFile` name files, which `reader` reads.
    pub fn reading(mut self, reader: FileReader) -> Self {
        self.choice.set_reader(reader);
        self
    }

    /// The network that evaluates positions.
    pub fn network(&self) -> &Ready {
        self.choice.network()
    }

    /// From now on each search of the first thread draws `count` of the positions that it evaluates, for
    /// [`take_tree_samples`](Self::take_tree_samples). The same seed draws the same ones.
    pub fn draw_tree_samples(&mut self, count: usize, seed: u64) {
        if let Some(memory) = self.memories.first_mut() {
            memory.sample = (count > 0).then(|| TreeSample::new(count, seed));
        }
    }

    /// The positions that were drawn since the last call.
    pub fn take_tree_samples(&mut self) -> Vec<Position> {
        let sample = self.memories.first_mut().and_then(|memory| memory.sample.as_mut());
        sample.map_or_else(Vec::new, TreeSample::take)
    }

    /// No new depth begins after this many nodes. Training games are played this way: a depth that is
    /// cut off in the middle has a poor score.
    pub const fn set_soft_nodes(&mut self, nodes: Option<u64>) {
        self.soft_nodes = nodes;
    }

    /// Seeds the dice of weak levels and books. Without an operating system to ask for random numbers, the
    /// host must provide the seed.
    pub fn set_seed(&mut self, seed: u64) {
        self.dice = Dice::new(seed);
    }

    /// A move from the book, unless the host is analyzing. Weak levels know the openings that people play.
    fn book_move(&mut self, task: &Task<'_>) -> Option<Move> {
        let analyzes = task.limits.ponder || task.limits.lines > 1 || task.limits == Limits::NONE;
        if analyzes {
            return None;
        }
        let own = if self.settings.own_book { self.book.as_ref() } else { None };
        let m = match own.and_then(|book| book.choose(task.root, self.dice.roll())) {
            Some(m) => m,
            None if matches!(self.settings.level(), Some(Level::Person(_))) => {
                coach::opening_move(task.root, self.dice.fraction())?
            }
            None => return None,
        };
        task.allows(m).then_some(m)
    }

    /// Changes the size of the table.
    fn resize_table(&mut self, mebibytes: usize) -> Result<(), OptionError> {
        let before = self.table.mebibytes();
        if mebibytes == before {
            return Ok(());
        }
        if mebibytes > free_mebibytes().saturating_add(before) {
            return Err(NO_MEMORY);
        }
        // The old one goes first: there may not be memory for both.
        self.table = Table::least();
        let threads = self.memories.len();
        let (table, result) = match Table::new(mebibytes, threads) {
            Some(table) => (Some(table), Ok(())),
            None => (Table::new(before, threads), Err(NO_MEMORY)),
        };
        self.table = table.unwrap_or_else(Table::least);
        result
    }

    /// Changes the number of threads, to fewer than were asked for if there is no memory for all.
    fn set_threads(&mut self, threads: usize) {
        let most = self.memories.len().saturating_add(affordable_threads(THREAD_MEBIBYTES));
        if threads > most {
            self.remarks.push(format!("not enough memory for {threads} threads; {most} are used"));
        }
        self.memories.resize_with(threads.min(most), Memory::new);
    }
}

/// What a thread of the search takes besides the table.
const THREAD_MEBIBYTES: usize = 4;

const NO_MEMORY: OptionError = OptionError::Failed("not enough memory");

impl Engine for Mola {
    fn name(&self) -> &'static str {
        concat!("Mola ", env!("CARGO_PKG_VERSION"))
    }

    fn new_game(&mut self) {
        self.table.clear(self.memories.len());
        self.memories.iter_mut().for_each(Memory::clear);
    }

    fn options(&self) -> Vec<EngineOption> {
        let options = Self::all_options();
        #[cfg(feature = "tune")]
        let options = options.chain(crate::params::KNOBS.iter().map(crate::params::Knob::option));
        options.collect()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        #[cfg(feature = "tune")]
        if let Some(knob) = crate::params::KNOBS.iter().find(|knob| knob.name.eq_ignore_ascii_case(name)) {
            knob.option().check(value)?;
            self.knobs.set(knob.name, value.trim().parse().unwrap_or_default());
            self.reductions = Reductions::new(&self.knobs);
            return Ok(());
        }
        let row = OPTIONS.iter().find(|row| row.option.is(name));
        let row = row.ok_or(OptionError::Unknown)?;
        row.option.check(value)?;
        match row.set {
            Set::Note(set) => set(&mut self.settings, value.trim()),
            Set::Act(set) => set(self, value.trim())?,
        }
        if let Some(tables) = &mut self.tablebase {
            tables.set(self.settings.fifty_moves, self.settings.probe_depth);
        }
        Ok(())
    }

    fn remark(&mut self, say: &mut dyn FnMut(&str)) {
        self.remarks.drain(..).for_each(|remark| say(&remark));
        if let Some(tables) = &self.tablebase {
            tables.remark(say);
        }
    }

    fn explain(&self, position: &Position, text: &mut dyn std::fmt::Write) -> std::fmt::Result {
        write!(text, "{}", self.network().view(position))
    }

    fn think(&mut self, task: Task<'_>, host: &mut dyn Host) -> Answer {
        if let Some(m) = self.book_move(&task) {
            return Answer { best: Some(m), ponder: None };
        }
        self.table.grow_older();
        let best = match self.settings.level() {
            Some(level) => self.think_at(level, &task, host),
            None => self.search(&task, host, self.memories.len()).map(|found| found.best),
        };
        Answer {
            best: best.as_ref().map(|best| best.m),
            ponder: best.and_then(|best| best.line.get(1).copied()),
        }
    }
}

#[cfg(test)]
mod tests;

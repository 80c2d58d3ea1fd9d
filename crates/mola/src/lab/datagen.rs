//! `mola datagen`: the engine plays itself, and its scores become training data.

use std::fs::{File, OpenOptions};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use anyhow::{Context, anyhow};
use clap::Args;
use mola_data::{Game, Ply, Writer, is_quiet, records};
use mola_engine::Mola;
use mola_game::{BadOption, Dice, Engine, History, Limits, Listener, Score};
use mola_rules::{Color, Move, Outcome, Position};

use crate::{engines, files, output, workers};

/// Let the engine play itself and save the games as training data.
#[derive(Args)]
#[command(after_help = "Examples:
  mola datagen data/one --positions 20000000
  mola datagen data/one --positions 20000000     # resumes where it stopped
  mola datagen data/two --positions 20000000 --eval-file data/nets/one.nnue
  mola datagen data/tree --positions 1000000 --tree 2
  mola datagen data/quick --positions 100000 --nodes 500 --threads 1 --seed 7")]
pub(crate) struct Arguments {
    /// The folder for the games; each thread writes one file
    folder: PathBuf,
    /// Stop after this many training positions
    #[arg(long, default_value_t = 1_000_000)]
    positions: u64,
    /// Nodes to search for each move; a depth that has begun is always finished
    #[arg(long, default_value_t = 1_500)]
    nodes: u64,
    /// How many games to play at once; one per core if not given
    #[arg(long)]
    threads: Option<NonZero<usize>>,
    /// For each move, also save this many positions from its search tree, scored with a tenth of the
    /// nodes
    #[arg(long, default_value_t = 0)]
    tree: usize,
    /// The network to play with, if not the built-in one
    #[arg(long, value_name = "FILE")]
    eval_file: Option<String>,
    /// The seed of the random openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Plies of a random opening; half of the openings have one more.
const OPENING: usize = 8;
/// Openings that are worse than this for either side are not played.
const OPENING_LIMIT: i16 = 1_000;
/// A game is won when both agree on it for some plies.
const WIN_SCORE: i16 = 2_000;
const WIN_PLIES: u32 = 4;
/// The table of each engine.
const TABLE_MIB: &str = "2";

/// A game is drawn when both see nothing in it for long.
const DRAW_SCORE: i16 = 5;
const DRAW_PLIES: u32 = 12;
const DRAW_FROM: u32 = 80;

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let Arguments { folder, positions, nodes, tree, eval_file, threads, seed } = arguments;
    let engines = if *tree > 0 { 2 } else { 1 };
    let threads = workers::affordable(*threads, engines * engines::MEBIBYTES);
    files::make_folder(folder)?;
    let mut players = Vec::new();
    for index in 0..threads {
        let engine = || small_engine(eval_file.as_deref());
        let path = folder.join(format!("games-{index}.mola"));
        let mut player = Player::new(engine()?, &path, index as u64, *seed, *nodes)?;
        if *tree > 0 {
            player.sample_tree(engine()?, &folder.join(format!("samples-{index}.tree")), *tree)?;
        }
        players.push(player);
    }
    let earlier = kept_by_others(folder, threads)?;
    let kept = AtomicU64::new(earlier + players.iter().map(|player| player.kept).sum::<u64>());
    let style = "{bar:30} {human_pos}/{human_len} positions, {per_sec}, about {eta} left";
    let bar = output::progress(*positions, kept.load(Relaxed), style);
    let play = |mut player: Player| {
        let (kept, bar) = (&kept, &bar);
        move || {
            while kept.load(Relaxed) < *positions {
                let new = player.play_one()?;
                bar.set_position(kept.fetch_add(new, Relaxed) + new);
            }
            Ok(())
        }
    };
    let outcomes: Vec<anyhow::Result<()>> = workers::do_all(players.into_iter().map(play).collect());
    bar.finish();
    output::say(format_args!("{} positions in {}", kept.load(Relaxed), folder.display()))?;
    outcomes.into_iter().collect()
}

/// How many positions an earlier run kept in files that this one does not add to, since it has fewer threads.
fn kept_by_others(folder: &Path, threads: usize) -> anyhow::Result<u64> {
    let mut kept = 0;
    for index in threads.. {
        let games = folder.join(format!("games-{index}.mola"));
        if !games.exists() {
            break;
        }
        open(&games, &mut |game| kept += game.lessons().count() as u64)?;
        let samples = folder.join(format!("samples-{index}.tree"));
        if samples.exists() {
            open(&samples, &mut |_| kept += 1)?;
        }
    }
    Ok(kept)
}

/// An engine with a small table. It holds a game at few nodes per move, fits the processor's cache and is
/// cleared quickly, which makes a few percent more games.
pub(crate) fn small_engine(eval_file: Option<&str>) -> anyhow::Result<Mola> {
    let mut engine = engines::mola_with(eval_file)?;
    let name = "Hash";
    engine.set_option(name, TABLE_MIB).map_err(|error| anyhow!("{}", BadOption { name, error }))?;
    Ok(engine)
}

/// One thread's engine and file.
struct Player {
    engine: Mola,
    writer: Writer<File>,
    path: PathBuf,
    dice: Dice,
    nodes: u64,
    kept: u64,
    sampler: Option<TreeSampler>,
}

/// Searches positions of the tree. It has its own engine, so that games are the same without it.
struct TreeSampler {
    engine: Mola,
    writer: Writer<File>,
    path: PathBuf,
    nodes: u64,
    /// Positions to draw for each move.
    count: usize,
    /// Positions of the current game, each as a game of one move.
    found: Vec<Game>,
}

/// The short search of a position of the tree has this share of a move's nodes.
const TREE_SHARE: u64 = 10;

impl Player {
    /// Opens a file, new or begun before. A torn end is cut off, and the dice are rolled
    /// once per game, so that an interrupted run plays the same games.
    fn new(mut engine: Mola, path: &Path, index: u64, seed: u64, nodes: u64) -> anyhow::Result<Self> {
        let mut dice = Dice::stream(seed, index);
        let mut kept = 0;
        let writer = open(path, &mut |game| {
            kept += game.lessons().count() as u64;
            dice.roll();
        })?;
        engine.set_soft_nodes(Some(nodes));
        Ok(Self { engine, writer, path: path.to_owned(), dice, nodes, kept, sampler: None })
    }

    /// Keeps positions of the tree too, `count` per move.
    fn sample_tree(&mut self, mut engine: Mola, path: &Path, count: usize) -> anyhow::Result<()> {
        let mut positions = 0;
        let writer = open(path, &mut |_| positions += 1)?;
        self.kept += positions;
        let nodes = (self.nodes / TREE_SHARE).max(1);
        engine.set_soft_nodes(Some(nodes));
        self.sampler =
            Some(TreeSampler { engine, writer, path: path.to_owned(), nodes, count, found: Vec::new() });
        Ok(())
    }

    /// Plays a game and writes it. Returns the number of training positions, those of the tree included.
    fn play_one(&mut self) -> anyhow::Result<u64> {
        let seed = self.dice.roll();
        // Samples have dice of their own, so that games are the same with and without them.
        let (mut dice, mut samples) = (Dice::new(seed), Dice::stream(seed, 1));
        let game = loop {
            if let Some(game) = self.try_game(&mut dice, &mut samples) {
                break game;
            }
        };
        self.writer.write(&game).with_context(|| format!("cannot write {}", self.path.display()))?;
        let samples = self.sampler.as_mut().map_or(Ok(0), TreeSampler::write)?;
        Ok(game.lessons().count() as u64 + samples)
    }

    /// A game from a random opening; none if the opening was unbalanced.
    fn try_game(&mut self, dice: &mut Dice, samples: &mut Dice) -> Option<Game> {
        let plies = OPENING + dice.below(2);
        let start = dice.opening(&Position::start(), plies, |_| {})?;
        self.engine.new_game();
        if let Some(sampler) = &mut self.sampler {
            sampler.begin();
            self.engine.draw_tree_samples(sampler.count, samples.roll());
        }
        let mut history = History::new(start);
        let mut plies = Vec::new();
        let (mut winning, mut quiet) = (0_i32, 0);
        loop {
            let claimed = || history.claimable_draw().map(Outcome::Draw);
            if let Some(outcome) = history.outcome().or_else(claimed) {
                return Some(Game { start, plies, winner: outcome.winner() });
            }
            let (m, score) = think(&mut self.engine, &history, self.nodes)?;
            if plies.is_empty() && score.abs() > OPENING_LIMIT {
                return None;
            }
            if let Some(sampler) = &mut self.sampler {
                sampler.look_at(&self.engine.take_tree_samples());
            }
            // From White's point of view, so that both players' scores can be compared.
            let white = if history.root().turn() == Color::White { score } else { -score };
            winning = match white {
                WIN_SCORE.. => winning.max(0) + 1,
                _ if white <= -WIN_SCORE => winning.min(0) - 1,
                _ => 0,
            };
            quiet = if score.abs() <= DRAW_SCORE { quiet + 1 } else { 0 };
            plies.push(Ply { m, score });
            history.play(m);
            if winning.unsigned_abs() >= WIN_PLIES {
                let winner = if winning > 0 { Color::White } else { Color::Black };
                return Some(Game { start, plies, winner: Some(winner) });
            }
            if quiet >= DRAW_PLIES && history.past().len() as u32 >= DRAW_FROM {
                return Some(Game { start, plies, winner: None });
            }
        }
    }
}

impl TreeSampler {
    fn begin(&mut self) {
        self.engine.new_game();
        self.found.clear();
    }

    /// Keeps the positions that are quiet after a short search.
    fn look_at(&mut self, positions: &[Position]) {
        let Self { engine, nodes, found, .. } = self;
        found.extend(positions.iter().filter_map(|position| quiet_sample(engine, position, *nodes)));
    }

    /// Writes what was found in a game.
    fn write(&mut self) -> anyhow::Result<u64> {
        for sample in &self.found {
            self.writer.write(sample).with_context(|| format!("cannot write {}", self.path.display()))?;
        }
        Ok(self.found.drain(..).count() as u64)
    }
}

/// Opens a file, new or begun before, and shows the games in it. A torn end is cut off.
fn open(path: &Path, show: &mut dyn FnMut(&Game)) -> anyhow::Result<Writer<File>> {
    if !path.exists() {
        return Ok(Writer::new(File::create(path)?)?);
    }
    let (bytes, name) = (files::read(path)?, path.display());
    let mut walk = records(&bytes).with_context(|| format!("{name} exists, but does not hold games"))?;
    for (whole, record) in walk.by_ref().enumerate() {
        let game = record.game();
        show(&game.with_context(|| format!("{name}: the record after {whole} games is damaged"))?);
    }
    let file = OpenOptions::new().append(true).open(path)?;
    file.set_len((bytes.len() - walk.rest()) as u64)?;
    Ok(Writer::append(file))
}

/// A position of the tree as a game of one move, if it is quiet after a short search.
pub(crate) fn quiet_sample(engine: &mut Mola, position: &Position, nodes: u64) -> Option<Game> {
    let (m, score) = think(engine, &History::new(*position), nodes)?;
    let ply = Ply { m, score };
    // It was not played to its end: the result is not used.
    is_quiet(position, ply).then(|| Game { start: *position, plies: vec![ply], winner: None })
}

/// The best move and its score at this many nodes; a depth that has begun is finished, within reason.
pub(crate) fn think(engine: &mut Mola, history: &History, nodes: u64) -> Option<(Move, i16)> {
    let limits = Limits { nodes: Some(nodes.saturating_mul(8)), ..Limits::NONE };
    let mut listener = Listener::new();
    let answer = engine.think(history.task(limits), &mut listener);
    let score = match listener.score() {
        None => 0,
        Some(Score::Centipawns(value)) => value,
        Some(Score::Mate(moves)) => 30_000 - moves as i32,
        Some(Score::Mated(moves)) => moves as i32 - 30_000,
    };
    Some((answer.best?, score.clamp(-30_000, 30_000) as i16))
}

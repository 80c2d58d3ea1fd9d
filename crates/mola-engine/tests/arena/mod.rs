//! Games between levels and players that are simpler than any engine, for tests and for the example `levels`.

#![allow(dead_code, reason = "each of them uses a part")]

use mola_engine::Mola;
use mola_game::coach::{Level, opening_move};
use mola_game::{Answer, Dice, Engine, History, Host, Limits, Listener, Score, Task};
use mola_rules::{Color, Move, Outcome, Position, Role, Square};

/// Moves anything anywhere.
pub(crate) struct Random(pub(crate) Dice);

/// Takes the most valuable piece that it can, whatever comes next; otherwise moves anything anywhere.
pub(crate) struct Taker(pub(crate) Dice);

/// Looks at each of its moves and each reply, and counts the pieces.
pub(crate) struct Counter(pub(crate) Dice);

impl Engine for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn think(&mut self, task: Task<'_>, _: &mut dyn Host) -> Answer {
        best(task.root, &mut self.0, |_| 0)
    }
}

impl Engine for Taker {
    fn name(&self) -> &'static str {
        "taker"
    }

    fn think(&mut self, task: Task<'_>, _: &mut dyn Host) -> Answer {
        best(task.root, &mut self.0, |m| {
            // What is taken in passing is not where the move ends.
            let taken = || task.root.board().role_at(m.to()).map_or(1, worth);
            if task.root.is_capture(m) { taken() } else { 0 }
        })
    }
}

impl Engine for Counter {
    fn name(&self) -> &'static str {
        "counter"
    }

    fn think(&mut self, task: Task<'_>, _: &mut dyn Host) -> Answer {
        let us = task.root.turn();
        best(task.root, &mut self.0, |m| {
            let after = task.root.after(m);
            let worst = after.legal_moves().into_iter().map(|reply| {
                let position = after.after(reply);
                let mated = position.is_check() && position.legal_moves().is_empty();
                if mated { -1000 } else { material(&position, us) - material(&position, !us) }
            });
            worst.min().unwrap_or(if after.is_check() { 1000 } else { 0 })
        })
    }
}

/// One of the moves that are worth the most.
fn best(root: &Position, dice: &mut Dice, worth: impl Fn(Move) -> i32) -> Answer {
    let mut moves: Vec<Move> = root.legal_moves().into_iter().collect();
    dice.shuffle(&mut moves);
    Answer { best: moves.into_iter().max_by_key(|&m| worth(m)), ponder: None }
}

pub(crate) const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

pub(crate) fn material(position: &Position, color: Color) -> i32 {
    let pieces = position.board().color(color);
    pieces.into_iter().filter_map(|square| position.board().role_at(square)).map(worth).sum()
}

/// The engine at a rating. The same seed plays the same games.
pub(crate) fn rated(elo: i32, seed: u64) -> Mola {
    with_options(&[("UCI_LimitStrength", "true"), ("UCI_Elo", &elo.to_string())], seed)
}

/// The engine at a level.
pub(crate) fn level(level: Level, seed: u64) -> Mola {
    with_options(&[("Skill Level", &level.to_string())], seed)
}

fn with_options(options: &[(&str, &str)], seed: u64) -> Mola {
    let mut engine = Mola::new();
    for (name, value) in [&[("Hash", "4")], options].concat() {
        engine.set_option(name, value).unwrap();
    }
    engine.set_seed(seed);
    engine
}

/// The share of points that the first player gets in this many games with alternating colors.
pub(crate) fn points(one: &mut dyn Engine, other: &mut dyn Engine, games: u32) -> f64 {
    points_from(|_| History::new(Position::start()), one, other, games)
}

/// The same, with an opening for each pair of games: without one, players that leave nothing to chance would repeat
/// themselves.
pub(crate) fn points_with_openings(one: &mut dyn Engine, other: &mut dyn Engine, games: u32) -> f64 {
    points_from(|game| opening(u64::from(game / 2)), one, other, games)
}

fn points_from(
    begin: impl Fn(u32) -> History,
    one: &mut dyn Engine,
    other: &mut dyn Engine,
    games: u32,
) -> f64 {
    let score = |game: u32, winner: Option<Color>| match winner {
        None => 0.5,
        Some(color) => f64::from(u8::from((color == Color::White) == game.is_multiple_of(2))),
    };
    let total: f64 = (0..games)
        .map(|game| {
            one.new_game();
            other.new_game();
            let history = begin(game);
            let winner =
                if game.is_multiple_of(2) { play(history, one, other) } else { play(history, other, one) };
            score(game, winner)
        })
        .sum();
    total / f64::from(games)
}

/// More than any level needs, and twice as many as the last one that has a rating. Without limits the engine would
/// take the question for analysis, which skips the openings that people play.
const LIMITS: Limits = Limits { nodes: Some(240_000), ..Limits::NONE };

/// One of the openings that people play, to its end.
fn opening(seed: u64) -> History {
    let mut dice = Dice::new(seed);
    let mut history = History::new(Position::start());
    while let Some(m) = opening_move(history.task(LIMITS).root, dice.fraction()) {
        history.play(m);
    }
    history
}

/// Who wins a game; nobody after 150 moves.
fn play(mut history: History, white: &mut dyn Engine, black: &mut dyn Engine) -> Option<Color> {
    while history.outcome().is_none() && history.claimable_draw().is_none() && history.moves().len() < 300 {
        let task = history.task(LIMITS);
        let answer = match task.root.turn() {
            Color::White => white.think(task, &mut ()),
            Color::Black => black.think(task, &mut ()),
        };
        history.play(answer.best?);
    }
    history.outcome().and_then(Outcome::winner)
}

/// Where a piece can be taken for nothing, and that is by far the best move.
pub(crate) fn free_piece(position: &Position, judge: &mut Mola) -> Option<Square> {
    const CLEARLY: i32 = 200;
    let free = |m: &&Move| {
        let after = position.after(**m);
        let role = position.board().role_at(m.to());
        role.is_some_and(|role| position.is_capture(**m) && worth(role) >= 3)
            && !after.legal_moves().into_iter().any(|reply| reply.to() == m.to())
    };
    let moves: Vec<Move> = position.legal_moves().into_iter().collect();
    let square = moves.iter().find(free)?.to();
    let (takes, others): (Vec<Move>, Vec<Move>) = moves.iter().partition(|m| m.to() == square);
    let mut value = |only: &[Move]| {
        let mut listener = Listener::new();
        let limits = Limits { depth: Some(8), ..Limits::NONE };
        judge.think(Task { only, ..Task::new(position, limits) }, &mut listener);
        match listener.score() {
            Some(Score::Centipawns(value)) => Some(value),
            _ => None,
        }
    };
    (!others.is_empty() && value(&takes)? >= value(&others)? + CLEARLY).then_some(square)
}

//! A game looked through with an engine: what it thinks of every position, and what became of every move.

use mola_rules::{Color, Move, Position};

use super::{Judgment, Verdict, chance, game_accuracy, judge, move_accuracy};
use crate::{History, Line, Score};

/// One move of a game and what became of it.
#[derive(Clone, Debug)]
pub struct JudgedMove {
    /// The position in which it was played.
    pub position: Position,
    /// The move.
    pub played: Move,
    /// What the engine would have played.
    pub best: Vec<Move>,
    /// What became of it.
    pub verdict: Verdict,
    /// How many plies the engine looked ahead after it.
    pub depth: u32,
}

impl JudgedMove {
    /// By what an engine thinks of the position and of the one after the move.
    pub fn new(position: Position, played: Move, here: Line, next: &Line) -> Self {
        let verdict = judge(&position, played, here.moves.first().copied(), here.score, next.score);
        Self { position, played, best: here.moves, verdict, depth: next.depth }
    }

    /// Who made it.
    pub fn mover(&self) -> Color {
        self.position.turn()
    }

    /// What it is called, if it is a bad one.
    pub fn judgment(&self) -> Option<Judgment> {
        self.verdict.judgment()
    }

    /// What to say about a bad move.
    pub fn remark(&self) -> Option<String> {
        self.verdict.remark(&self.position, self.best.first().copied())
    }

    /// From 0 to 100.
    pub fn accuracy(&self) -> f64 {
        move_accuracy(self.verdict.loss)
    }

    /// The score after the move, as White sees it.
    pub fn white_score(&self) -> Score {
        self.verdict.after.white_pov(self.mover())
    }

    /// The chance of White after the move, in percent.
    pub fn white_chance(&self) -> f64 {
        chance(self.white_score())
    }

    /// `12. Nf3` or `12... Nf6`.
    pub fn numbered(&self) -> String {
        let dots = if self.mover() == Color::White { "." } else { "..." };
        format!("{}{dots} {}", self.position.fullmoves(), self.position.san(self.played))
    }
}

/// What an engine thinks of the position before each move of a game and after the last. It looks at the last
/// one first, since what is found late in a game helps to judge what came before. Where the game is over,
/// there is nothing to think about.
///
/// # Errors
/// The first one of `think`.
pub fn opinions<E>(
    mut history: History,
    mut think: impl FnMut(&History) -> Result<Line, E>,
) -> Result<Vec<Line>, E> {
    let mut lines = Vec::with_capacity(history.moves().len() + 1);
    loop {
        lines.push(match history.root().outcome() {
            None => think(&history)?,
            Some(outcome) => {
                let score = if outcome.winner().is_some() { Score::Mated(0) } else { Score::Centipawns(0) };
                Line { score, depth: 0, nodes: 0, moves: Vec::new() }
            }
        });
        if history.undo().is_none() {
            lines.reverse();
            return Ok(lines);
        }
    }
}

/// Judges every move of a game by what an engine thinks of its positions.
///
/// ```
/// use mola_game::coach::review;
/// use mola_game::{History, Line, Score};
/// let mut history = History::default();
/// history.play(history.root().parse_san("g4").unwrap());
/// let think = |history: &History| {
///     let score = Score::Centipawns(if history.moves().is_empty() { 20 } else { 150 });
///     Ok::<_, ()>(Line { score, depth: 9, nodes: 1000, moves: Vec::new() })
/// };
/// let moves = review(&history, think).unwrap();
/// assert_eq!(moves[0].remark().unwrap(), "Blunder: loses 15% of the winning chances.");
/// ```
///
/// # Errors
/// The first one of `think`.
pub fn review<E>(
    history: &History,
    think: impl FnMut(&History) -> Result<Line, E>,
) -> Result<Vec<JudgedMove>, E> {
    let mut lines = opinions(history.clone(), think)?.into_iter().peekable();
    let mut position = *history.start();
    let judged = history.moves().iter().map_while(|&played| {
        let judged = JudgedMove::new(position, played, lines.next()?, lines.peek()?);
        position.play_unchecked(played);
        Some(judged)
    });
    Ok(judged.collect())
}

/// How accurately one player played, from 0 to 100. None without moves.
pub fn accuracy(color: Color, moves: &[JudgedMove]) -> Option<f64> {
    let own = moves.iter().filter(|judged| judged.mover() == color);
    game_accuracy(&own.map(JudgedMove::accuracy).collect::<Vec<_>>())
}

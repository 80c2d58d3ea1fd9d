//! Games with verdicts: the engine looks at every position, and the coach judges every move.

use mola_game::coach::{self, game_accuracy, move_accuracy};
use mola_game::{History, Score, Task};
use mola_rules::{Color, Move as Played, Position};
use pyo3::prelude::*;

use crate::arguments::is_white;
use crate::engine::{Engine, held};
use crate::limits::LimitArgument;
use crate::moves::Move;
use crate::values::{class, pov_score};

/// What the engine thinks of a position, for the player to move.
struct Opinion {
    score: Score,
    best: Option<Played>,
}

/// Looks at the last position first: what is found late in a game helps to judge what came before.
pub(crate) fn review<'py>(
    py: Python<'py>,
    engine: &Engine,
    game: &History,
    limit: LimitArgument,
) -> PyResult<Bound<'py, PyAny>> {
    let mut history = game.clone();
    let mut opinions = Vec::new();
    let mut held = held(engine, py)?;
    loop {
        let root = *history.root();
        let opinion = if let Some(outcome) = root.outcome() {
            let mated = outcome.winner().is_some();
            Opinion { score: if mated { Score::Mated(0) } else { Score::Centipawns(0) }, best: None }
        } else {
            let task: Task<'_> = history.task(limit.limits(root.turn(), 1, false));
            let found = engine.ask(py, &mut held, &task, None)?;
            let line = found.lines.first();
            let best = line.and_then(|line| line.moves.first().copied()).or(found.answer.best);
            Opinion { score: line.map_or(Score::Centipawns(0), |line| line.score), best }
        };
        opinions.push(opinion);
        if history.undo().is_none() {
            break;
        }
    }
    drop(held);
    opinions.reverse();
    report(py, game, &opinions)
}

fn report<'py>(py: Python<'py>, game: &History, opinions: &[Opinion]) -> PyResult<Bound<'py, PyAny>> {
    let mut position: Position = *game.start();
    let mut moves = Vec::new();
    let mut accuracies: [Vec<f64>; 2] = Default::default();
    for (&played, pair) in game.moves().iter().zip(opinions.windows(2)) {
        let verdict = coach::judge(&position, played, pair[0].best, pair[0].score, pair[1].score);
        let accuracy = move_accuracy(verdict.loss);
        let turn = position.turn();
        accuracies[usize::from(turn == Color::Black)].push(accuracy);
        let best = pair[0].best.map(|m| Move::of(m).object(py)).transpose()?;
        moves.push(class!(py, "MoveReview")?.call1((
            Move::of(played).object(py)?,
            position.san(played).as_str(),
            is_white(turn),
            pov_score(py, verdict.before, is_white(turn))?,
            pov_score(py, verdict.after, is_white(turn))?,
            best,
            verdict.loss,
            accuracy,
            verdict.judgment().map(coach::Judgment::name),
            verdict.remark(&position, pair[0].best),
        ))?);
        position.play_unchecked(played);
    }
    let [white, black] = accuracies;
    class!(py, "Review")?.call1((moves, game_accuracy(&white), game_accuracy(&black)))
}

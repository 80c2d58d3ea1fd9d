//! Games with verdicts: the engine looks at every position, and the coach judges every move.

use mola_game::coach::{self, Judgment};
use mola_game::{History, Line};
use mola_rules::Color;
use pyo3::prelude::*;

use crate::arguments::is_white;
use crate::engine::{Engine, held};
use crate::limits::LimitArgument;
use crate::moves::Move;
use crate::values::{class, pov_score};

pub(crate) fn review<'py>(
    py: Python<'py>,
    engine: &Engine,
    game: &History,
    limit: LimitArgument,
) -> PyResult<Bound<'py, PyAny>> {
    let mut held = held(engine, py)?;
    let judged = coach::review(game, |history| {
        let task = history.task(limit.limits(history.root().turn(), 1, false));
        let found = engine.ask(py, &mut held, &task, None)?;
        PyResult::Ok(Line::best_of(found.lines, found.answer.best))
    })?;
    drop(held);
    let mut moves = Vec::new();
    for one in &judged {
        let by_white = is_white(one.mover());
        moves.push(class!(py, "MoveReview")?.call1((
            Move::of(one.played).object(py)?,
            one.position.san(one.played).as_str(),
            by_white,
            pov_score(py, one.verdict.before, by_white)?,
            pov_score(py, one.verdict.after, by_white)?,
            one.best.first().map(|&m| Move::of(m).object(py)).transpose()?,
            one.verdict.loss,
            one.accuracy(),
            one.judgment().map(Judgment::name),
            one.remark(),
        ))?);
    }
    let [white, black] = [Color::White, Color::Black].map(|color| coach::accuracy(color, &judged));
    class!(py, "Review")?.call1((moves, white, black))
}

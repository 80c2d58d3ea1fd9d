//! How long an engine may think, from Python's `Limit`.

use std::time::Duration;

use mola_game::{Limits, Time};
use mola_rules::Color;
use pyo3::Borrowed;
use pyo3::prelude::*;

use crate::arguments::{Count, Nodes, Seconds};
use crate::errors::bad_argument;
use crate::values::class;

/// A `Limit`, checked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LimitArgument {
    /// Without the time.
    limits: Limits,
    /// What either player has, White first.
    times: [Time; 2],
}

impl<'py> FromPyObject<'_, 'py> for LimitArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if !object.is_instance(class!(object.py(), "Limit")?)? {
            return Err(bad_argument("this must be a Limit, for instance Limit(time=0.1)"));
        }
        let per_move: Option<Seconds> = field(object, "time")?;
        let number = |name: &str| Ok::<_, PyErr>(field(object, name)?.map(|count: Count| count.0));
        let (depth, mate, moves_to_go) = (number("depth")?, number("mate")?, number("remaining_moves")?);
        let nodes = field(object, "nodes")?.map(|nodes: Nodes| nodes.0);
        let time = |clock: &str, increment: &str| -> PyResult<Time> {
            let (left, increment): (Option<Seconds>, Option<Seconds>) =
                (field(object, clock)?, field(object, increment)?);
            let increment = increment.map_or(Duration::ZERO, |seconds| seconds.0);
            Ok(match (per_move, left) {
                (Some(time), _) => Time::Move(time.0),
                (None, Some(left)) => Time::Clock { left: left.0, increment, moves_to_go },
                (None, None) => Time::Unlimited,
            })
        };
        let times = [time("white_clock", "white_inc")?, time("black_clock", "black_inc")?];
        Ok(Self { limits: Limits { depth, nodes, mate, ..Limits::NONE }, times })
    }
}

fn field<'py, T>(object: Borrowed<'_, 'py, PyAny>, name: &str) -> PyResult<Option<T>>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    let value = object.getattr(name)?;
    if value.is_none() { Ok(None) } else { value.extract().map(Some) }
}

impl LimitArgument {
    /// What they mean for the player to move.
    pub(crate) fn limits(self, turn: Color, lines: usize, ponder: bool) -> Limits {
        Limits { time: self.times[turn as usize], lines, ponder, ..self.limits }
    }
}

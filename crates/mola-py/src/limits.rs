//! How long an engine may think, from Python's `Limit`.

use mola_game::{Limits, Time};
use mola_rules::Color;
use pyo3::Borrowed;
use pyo3::prelude::*;

use crate::arguments::{Count, Nodes, Seconds};
use crate::errors::bad_argument;
use crate::values::class;

/// The fields of a `Limit`, checked.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LimitArgument {
    time: Option<Seconds>,
    depth: Option<Count>,
    nodes: Option<Nodes>,
    mate: Option<Count>,
    clocks: [Option<Seconds>; 2],
    increments: [Option<Seconds>; 2],
    remaining_moves: Option<Count>,
}

impl<'py> FromPyObject<'_, 'py> for LimitArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if !object.is_instance(class!(object.py(), "Limit")?)? {
            return Err(bad_argument("this must be a Limit, for instance Limit(time=0.1)"));
        }
        Ok(Self {
            time: field(object, "time")?,
            depth: field(object, "depth")?,
            nodes: field(object, "nodes")?,
            mate: field(object, "mate")?,
            clocks: [field(object, "white_clock")?, field(object, "black_clock")?],
            increments: [field(object, "white_inc")?, field(object, "black_inc")?],
            remaining_moves: field(object, "remaining_moves")?,
        })
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
        let duration = |seconds: Option<Seconds>| seconds.map(|seconds| seconds.0);
        let side = usize::from(turn == Color::Black);
        let time = match (duration(self.time), duration(self.clocks[side])) {
            (Some(time), _) => Time::Move(time),
            (None, Some(left)) => Time::Clock {
                left,
                increment: duration(self.increments[side]).unwrap_or_default(),
                moves_to_go: self.remaining_moves.map(|moves| moves.0),
            },
            (None, None) => Time::Unlimited,
        };
        let number = |count: Option<Count>| count.map(|count| count.0);
        Limits {
            depth: number(self.depth),
            nodes: self.nodes.map(|nodes| nodes.0),
            mate: number(self.mate),
            time,
            lines,
            ponder,
        }
    }
}

//! What Python passes to us, checked. Whatever does not fit is an `ArgumentError` with a sentence.

use std::time::Duration;

use mola_game::History;
use mola_rules::{Color, Role, Square};
use pyo3::Borrowed;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyString};

use crate::board::Board;
use crate::errors::bad_argument;
use crate::moves::Move;
use crate::position::Position;

/// The name of an object's class, for sentences.
fn class_of(object: Borrowed<'_, '_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string())
}

/// Extracts an argument, or says what it should have been.
macro_rules! extracted {
    ($name:ident, |$object:ident| $read:expr, $wanted:literal) => {
        impl<'py> FromPyObject<'_, 'py> for $name {
            type Error = PyErr;

            fn extract($object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
                $read.ok_or_else(|| bad_argument(format!("{}, not {}", $wanted, shown($object))))
            }
        }
    };
}

/// A row for each kind of argument: what it holds, how it is extracted, and what it should have been.
macro_rules! arguments {
    ($($(#[$about:meta])* $name:ident($inner:ty): |$object:ident| $read:expr, $wanted:literal;)*) => {$(
        $(#[$about])*
        pub(crate) struct $name(pub(crate) $inner);

        extracted!($name, |$object| $read.map($name), $wanted);
    )*};
}

/// Numbers as they are, everything else by its class: texts may be long.
fn shown(object: Borrowed<'_, '_, PyAny>) -> String {
    if object.is_instance_of::<PyInt>() || object.is_instance_of::<PyFloat>() {
        let text = object.str().map_or_else(|_| "a huge number".to_owned(), |text| text.to_string());
        if text.len() <= 24 { text } else { "a huge number".to_owned() }
    } else {
        class_of(object)
    }
}

arguments! {
    /// A text.
    #[derive(Debug)]
    Text(String): |object| text(object),
    "this must be a text of valid characters";

    /// A square from 0 for a1 to 63 for h8.
    #[derive(Clone, Copy, Debug)]
    SquareArgument(Square): |object| number(object, 0, 63).and_then(|number| Square::from_index(number as u8)),
    "a square is a number from 0 (a1) to 63 (h8)";

    /// `True` for White and `False` for Black.
    #[derive(Clone, Copy, Debug)]
    ColorArgument(Color): |object| object.cast::<PyBool>().ok().map(|color| color_of(color.is_true())),
    "a color is WHITE (True) or BLACK (False)";

    /// A kind of piece from 1 for a pawn to 6 for a king.
    #[derive(Clone, Copy, Debug)]
    RoleArgument(Role): |object| number(object, 1, 6).map(|number| Role::ALL[number as usize - 1]),
    "a piece type is a number from 1 (pawn) to 6 (king)";

    /// A number from 0 up.
    #[derive(Clone, Copy, Debug)]
    Count(u32): |object| number(object, 0, i64::from(u32::MAX)).map(|number| number as u32),
    "this must be a whole number from 0 to 4294967295";

    /// A number of nodes.
    #[derive(Clone, Copy, Debug)]
    Nodes(u64): |object| number(object, 0, i64::MAX).map(|number| number as u64),
    "this must be a whole number from 0 to 9223372036854775807";

    /// A whole number of 32 bits.
    #[derive(Clone, Copy, Debug)]
    Whole(i32): |object| number(object, -1_000_000_000, 1_000_000_000).map(|number| number as i32),
    "this must be a whole number of at most a billion";

    /// A time in seconds.
    #[derive(Clone, Copy, Debug)]
    Seconds(Duration): |object| {
        let is_number = !object.is_instance_of::<PyBool>();
        let seconds = if is_number { object.extract::<f64>().ok() } else { None };
        seconds.filter(|&seconds| seconds <= 1e9).and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
    },
    "a time is a number of seconds from 0 to a billion";

    /// A switch.
    #[derive(Clone, Copy, Debug)]
    Switch(bool): |object| object.cast::<PyBool>().ok().map(|switch| switch.is_true()),
    "this must be True or False";

    /// Where a game stands, by a board or a position.
    #[derive(Clone, Debug)]
    Standing(History): |object| {
        let board = object.cast::<Board>().ok().map(|board| board.get().history());
        board.or_else(|| object.cast::<Position>().ok().map(|position| History::new(position.get().0)))
    },
    "this must be a Board or a Position";

    /// A move by its object.
    #[derive(Clone, Copy, Debug)]
    PlainMove(Move): |object| object.cast::<Move>().ok().map(|m| *m.get()),
    "this must be a Move";
}

/// A move, by its object or in letters.
#[derive(Clone, Debug)]
pub(crate) enum MoveArgument {
    Move(Move),
    Text(String),
}

extracted!(
    MoveArgument,
    |object| {
        if let Ok(m) = object.cast::<Move>() {
            Some(MoveArgument::Move(*m.get()))
        } else {
            text(object).map(MoveArgument::Text)
        }
    },
    "a move is a Move or a text like \"Nf3\" or \"g1f3\""
);

/// The items of a sequence or an iterator. Endless ones are refused.
pub(crate) fn items<'py, T>(object: &Bound<'py, PyAny>, wanted: &str) -> PyResult<Vec<T>>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    const MOST: usize = 100_000;
    if object.is_instance_of::<PyString>() {
        return Err(bad_argument(format!("this must be {wanted}, not str")));
    }
    let iterator = object.try_iter().map_err(|_| {
        bad_argument(format!("this must be {wanted}, not {}", class_of(object.as_borrowed())))
    })?;
    let mut list = Vec::new();
    for item in iterator {
        if list.len() == MOST {
            return Err(bad_argument(format!("this must be {wanted}, at most {MOST} of them")));
        }
        list.push(item?.extract::<T>()?);
    }
    Ok(list)
}

/// A text whose characters are all valid.
fn text(object: Borrowed<'_, '_, PyAny>) -> Option<String> {
    Some(object.cast::<PyString>().ok()?.to_cow().ok()?.into_owned())
}

/// A whole number within bounds. Booleans are not numbers here.
fn number(object: Borrowed<'_, '_, PyAny>, least: i64, most: i64) -> Option<i64> {
    if object.is_instance_of::<PyBool>() {
        return None;
    }
    object.extract::<i64>().ok().filter(|number| (least..=most).contains(number))
}

pub(crate) const fn color_of(is_white: bool) -> Color {
    if is_white { Color::White } else { Color::Black }
}

pub(crate) fn is_white(color: Color) -> bool {
    color == Color::White
}

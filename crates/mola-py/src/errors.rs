//! Errors of ours as exceptions of Python, which say what was wrong in a sentence.

use std::fmt::Display;

use mola_rules::{FenError as BadFen, SanError, UciMoveError};
use pyo3::prelude::*;

mod classes {
    use pyo3::import_exception;

    import_exception!(mola._errors, AmbiguousMoveError);
    import_exception!(mola._errors, ArgumentError);
    import_exception!(mola._errors, EngineError);
    import_exception!(mola._errors, EngineTerminatedError);
    import_exception!(mola._errors, FenError);
    import_exception!(mola._errors, IllegalMoveError);
    import_exception!(mola._errors, InvalidMoveError);
    import_exception!(mola._errors, PgnError);
}

pub(crate) use classes::*;
pub(crate) use mola_game::sentence;

pub(crate) fn bad_argument(text: impl Display) -> PyErr {
    ArgumentError::new_err(sentence(text))
}

pub(crate) fn bad_fen(error: BadFen) -> PyErr {
    FenError::new_err(sentence(error))
}

pub(crate) fn bad_san(error: SanError) -> PyErr {
    let text = sentence(error);
    match error {
        SanError::Malformed(_) => InvalidMoveError::new_err(text),
        SanError::Ambiguous(..) | SanError::PromotionMissing(_) => AmbiguousMoveError::new_err(text),
        SanError::NotLegal(_) => IllegalMoveError::new_err(text),
    }
}

pub(crate) fn bad_uci(error: UciMoveError) -> PyErr {
    let text = sentence(error);
    match error {
        UciMoveError::Malformed(_) => InvalidMoveError::new_err(text),
        UciMoveError::PromotionMissing(_) => AmbiguousMoveError::new_err(text),
        UciMoveError::NotLegal(_) => IllegalMoveError::new_err(text),
    }
}

pub(crate) fn engine_error(text: impl Display) -> PyErr {
    EngineError::new_err(sentence(text))
}

//! UCI, the Universal Chess Interface: what clients say and what engines say, as values.
//!
//! Everything here is text in, value out, and back; nothing is done. The session acts on
//! [`Command`]s, and the remote client acts on [`Reply`]s.

mod command;
mod go;
mod info;
mod option;
mod reply;

pub use command::{Command, CommandError, GenFens};
pub use go::Go;
pub use info::{Evaluation, Info};
pub use reply::Reply;

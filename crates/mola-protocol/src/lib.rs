//! UCI and XBoard's protocol, in both directions.
//!
//! [`uci`] and [`xboard`] turn lines into values and back, and do nothing else. A [`Session`] is the
//! engine's side: it puts our engines behind either protocol, and [`run`] is all that a program
//! needs to call. [`Remote`] is the client's side: it drives any engine that speaks either protocol
//! as a [`mola_game::Engine`].
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod lines;
mod words;
pub mod uci;
pub mod xboard;
mod session;
mod remote;

pub use lines::{Input, LONGEST_LINE, Lines};
pub use remote::{Launch, Offer, Protocol, Remote, RemoteError};
pub use session::{
    Bench, Change, Control, Dialect, Effects, Flow, Lineup, Options, Session, read_position, run, run_lines,
};

/// The example of the README, which must work.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The examples of the guide's chapter about protocols, which must work too.
#[cfg(doctest)]
#[doc = include_str!("../../../guide/16-protocols.md")]
struct Guide;

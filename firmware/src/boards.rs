//! Serial lines and clocks of boards whose start-up code comes from elsewhere: give one of these to a `Console`.
//!
//! Each expects what the board's usual start-up code has done: clocks run, the port is set to its speed and
//! connected to its pins. `BOARDS.md` says how. The addresses are those of the chips' reference manuals.
#![allow(unsafe_code, reason = "these are registers")]

#[cfg(feature = "rp2040")]
pub mod rp2040;
#[cfg(feature = "stm32")]
pub mod stm32;

//! Exercises: write a chess engine, one function at a time.
//!
//! `cargo xtask learn` says which one comes next. You write in `mine/`; `solutions/` has ours, and
//! `guide/exercises.md` lists them. Together they are an engine that speaks UCI: `src/bin/mine.rs`.

#[cfg(not(feature = "solutions"))]
#[path = "../mine/mod.rs"]
pub mod mine;

#[cfg(feature = "solutions")]
#[path = "../solutions/mod.rs"]
pub mod mine;

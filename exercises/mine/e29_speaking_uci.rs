//! 29. Speaking UCI
//!
//! Graphical boards talk to engines in lines of text. Answer the five that matter: `uci` with `id
//! name mine` and `uciok` on two lines; `isready` with `readyok`; `position startpos` or `position
//! fen ...`, perhaps with `moves e2e4 ...`, without an answer; `go` with `bestmove e2e4`, where
//! `wtime`, `btime`, `winc` and `binc` say what is on the clock and `nodes` how many to visit;
//! anything else without an answer. Then your engine plays: `cargo install --path exercises`, and
//! `mola play --engine mine`.

use mola_rules::Position;

/// A game that is being played.
pub struct Game {
    /// The position on the board.
    pub position: Position,
    /// The keys of the positions before it.
    pub past: Vec<u64>,
}

/// Answers a line of UCI, if there is something to answer.
pub fn respond(_game: &mut Game, _line: &str) -> Option<String> {
    None
}

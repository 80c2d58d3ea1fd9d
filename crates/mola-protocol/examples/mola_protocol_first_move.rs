//! The smallest chess program: a session over two engines that know nothing but the rules. Tests
//! drive it as any client would.
//!
//! Try it: `cargo run --example mola_protocol_first_move`, then type `uci`, `go movetime 500`, `quit`.

#[path = "../tests/dummy/mod.rs"]
mod dummy;

use std::io;

use mola_game::FirstMove;
use mola_protocol::{Lineup, run, run_lines};

fn main() -> io::Result<()> {
    let lineup = Lineup::new("Mola first move", "the Mola authors", Box::<dummy::Patient>::default())
        .and(Box::new(FirstMove))
        .about("Two engines that know nothing but the rules");
    let lines: Vec<String> = std::env::args().skip(1).collect();
    if lines.is_empty() {
        run(io::stdin().lock(), io::stdout(), lineup)
    } else {
        run_lines(lines.iter().map(String::as_str), io::stdout(), lineup)
    }
}

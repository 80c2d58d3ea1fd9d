//! Prints what the engine needs in memory: `cargo run -p mola-pocket --example budget`.

use mola_pocket::{Entry, Move, Pocket, Position};

fn main() {
    for (name, bytes) in [
        ("Move", size_of::<Move>()),
        ("Entry", size_of::<Entry>()),
        ("Position", size_of::<Position>()),
        ("Pocket (move lists, history, killers, path)", size_of::<Pocket<&mut [Entry]>>()),
    ] {
        println!("{bytes:6} bytes  {name}");
    }
}

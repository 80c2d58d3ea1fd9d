//! Your engine: `mola play --engine mine`.

use std::io::BufRead;

use exercises::mine::e29_speaking_uci::{Game, respond};
use mola_rules::Position;

fn main() {
    let mut game = Game { position: Position::start(), past: Vec::new() };
    for line in std::io::stdin().lock().lines().map_while(Result::ok).take_while(|line| line.trim() != "quit")
    {
        if let Some(answer) = respond(&mut game, &line) {
            println!("{answer}");
        }
    }
}

//! Fits the weights of the evaluation to the games in a folder and writes them into the source:
//! `cargo xtask fit FOLDER`. Games must then show whether they are better.

use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use mola_data::Reader;
use mola_engine::fit::{Example, Weights};

/// Passes over all examples.
const PASSES: u32 = 40;
/// One game in this many is kept apart, to see whether what is learned holds elsewhere.
const HELD_OUT: usize = 50;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("say which folder holds the games")?;
    let (mut examples, mut held_out) = (Vec::new(), Vec::new());
    for entry in std::fs::read_dir(&folder)? {
        let path = entry?.path();
        for (number, game) in Reader::new(BufReader::new(File::open(&path)?))?.enumerate() {
            let game = game?;
            let home = if number % HELD_OUT == 0 { &mut held_out } else { &mut examples };
            home.extend(
                game.lessons().filter_map(|(position, ply)| Example::new(&position, ply.score, game.winner)),
            );
        }
    }
    println!("{} examples, {} held out", examples.len(), held_out.len());
    let mut weights = Weights::default();
    println!("before: {:.6}, held out {:.6}", weights.error(&examples), weights.error(&held_out));
    weights.fit(&examples, PASSES, &mut |pass, error| println!("{pass:>3}/{PASSES}: {error:.6}"));
    println!("after: held out {:.6}", weights.error(&held_out));
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/eval/weights.rs");
    std::fs::write(&target, weights.source())?;
    println!("wrote {}", target.display());
    Ok(())
}

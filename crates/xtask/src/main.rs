//! Every chore of the project: `cargo xtask` lists them.

mod bare;
mod firmware;
mod fuzz;
mod pictures;
mod shell;
mod soak;
mod test;
mod tune;

use std::process::ExitCode;

type Chore = fn(&[String]) -> anyhow::Result<()>;

/// The chores: their names, what they do, and how.
const CHORES: [(&str, &str, Chore); 8] = [
    ("test", "all that CI does; installs what it needs", |_| test::run()),
    ("soak", "the long proofs, millions of positions: soak [POSITIONS]", soak::run),
    ("fuzz", "every fuzz target for some time: fuzz [SECONDS]", fuzz::run),
    ("bare", "build the no_std crates for a bare microcontroller", |_| bare::run()),
    ("firmware", "the chess computer on a microcontroller, built and played in QEMU", |_| firmware::run()),
    ("tune", "fit the evaluation to games of mola datagen: tune FOLDER", tune::run),
    ("pictures", "draw the screens that the README shows", |_| pictures::run()),
    ("bench", "time to the first board; the rules against other crates, as ratios", |_| test::bench()),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((name, rest)) = arguments.split_first() else {
        list();
        return ExitCode::SUCCESS;
    };
    let Some((_, _, chore)) = CHORES.iter().find(|(known, ..)| known == name) else {
        eprintln!("There is no chore {name:?}.");
        list();
        return ExitCode::from(2);
    };
    match chore(rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask {name}: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn list() {
    println!("Usage: cargo xtask CHORE\n");
    for (name, about, _) in CHORES {
        println!("  {name:<9} {about}");
    }
}

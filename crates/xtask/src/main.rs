//! Every chore of the project: `cargo xtask` lists them.

mod bare;
mod fuzz;
mod shell;
mod soak;
mod test;

use std::process::ExitCode;

/// A chore: its name, what it does, and how.
struct Chore {
    name: &'static str,
    about: &'static str,
    run: fn(&[String]) -> anyhow::Result<()>,
}

const CHORES: [Chore; 5] = [
    Chore { name: "test", about: "all that CI does; installs what it needs", run: |_| test::run() },
    Chore { name: "soak", about: "the long proofs: millions of positions, deep perft", run: soak::run },
    Chore { name: "fuzz", about: "every fuzz target for some seconds: fuzz [SECONDS]", run: fuzz::run },
    Chore { name: "bare", about: "build the no_std crates for a bare microcontroller", run: |_| bare::run() },
    Chore {
        name: "bench",
        about: "speed of the rules against other crates, as ratios",
        run: |_| test::bench(),
    },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((name, rest)) = arguments.split_first() else {
        list();
        return ExitCode::SUCCESS;
    };
    let Some(chore) = CHORES.iter().find(|chore| chore.name == name) else {
        eprintln!("There is no chore {name:?}.");
        list();
        return ExitCode::from(2);
    };
    match (chore.run)(rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask {name}: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn list() {
    println!("Usage: cargo xtask CHORE\n");
    for chore in &CHORES {
        println!("  {:<8} {}", chore.name, chore.about);
    }
}

//! Every chore of the project: `cargo xtask` lists them.

mod bindgen;
mod bullet;
mod c;
mod clients;
mod deb;
mod dependencies;
mod dist;
mod firmware;
mod fuzz;
mod install;
mod learn;
mod matches;
mod mdbook;
mod micropython;
mod npm;
mod openbench;
mod pictures;
mod ports;
mod proof;
mod prose;
mod python;
mod registry;
mod sbom;
mod shell;
mod site;
mod soak;
mod stalls;
mod steps;
mod strength;
mod test;
mod test_programs;
mod training;
mod web;
mod workflow;

use std::process::ExitCode;

type Chore = fn(&[String]) -> anyhow::Result<()>;

/// The chores: their names, what they do, and how.
const CHORES: &[(&str, &str, Chore)] = &[
    ("test", "everything that CI runs; installs what it needs", |_| test::run()),
    ("lints", "formatting, clippy, plain English, and what we depend on", |_| test::lints()),
    ("soak", "the long proofs, millions of positions: soak [POSITIONS]", soak::run),
    ("fuzz", "every fuzz target for some time: fuzz [SECONDS]", fuzz::run),
    ("proof", "a piece of a long fuzz run, kept in a ledger: proof [RUNS [TARGET…]]", proof::run),
    ("firmware", "the chess computer on a microcontroller, built and played in QEMU", |_| firmware::run()),
    ("micropython", "the board API under MicroPython, and the small C header", |_| micropython::run()),
    ("python", "the wheel for Python, built and tested: python [release | bench]", python::run),
    ("c", "the library for C, and its samples in C and C#: c [install FOLDER]", c::run),
    ("npm", "the package for JavaScript, built and tested: npm [build | bench]", npm::run),
    ("web", "the web board, built and served: web [build | test | release | pictures]", web::run),
    ("learn", "exercises: learn [N [--hint | --solution]], or learn check", learn::run),
    (
        "site",
        "the guide as a book, with live boards, documentation and the web board: site [test]",
        site::run,
    ),
    ("training", "the trainer's tests, and a small run from games to a network", |_| training::run()),
    ("clients", "xboard, python-chess and other engines talk with the program", |_| clients::run()),
    (
        "endings",
        "endings without tables against an opponent that has them: endings [STARTS] [NAME…]",
        strength::endings,
    ),
    ("suites", "mates and tactical positions, two seconds each: suites [EPD FILE]", strength::suites),
    ("gauntlet", "matches against other engines: gauntlet [GAMES] [NAME…] [SETTING…]", matches::gauntlet),
    (
        "levels",
        "how strong the levels are, against each other and other engines: levels [GAMES]",
        matches::levels,
    ),
    ("ladder", "every level against the next: ladder [FIRST] [LAST] [GAMES]", matches::ladder),
    ("spsa", "tune the search by games: spsa --out FOLDER, as in spsa --help", strength::spsa),
    ("bullet", "very fast games with assertions on, in pieces: bullet [GAMES]", bullet::run),
    ("speed", "nodes per second compared with Stockfish, and with two threads", strength::speed),
    ("dist", "the program as packages carry it: profile-guided, stripped, in an archive", dist::run),
    ("deb", "the Debian package: deb [PROGRAM]", deb::run),
    ("install", "the install lines of the README, as they are written", |_| install::run()),
    ("registry", "the crates as the registry gets them, packed and installed", |_| registry::run()),
    ("workflow", "the release workflow, read by a linter", |_| workflow::check()),
    ("ports", "the types of the program for other systems", |_| ports::run()),
    ("pictures", "draw the screens that the README shows", |_| pictures::run()),
    ("bench", "time to the first board; the rules against other crates, as ratios", |_| test::bench()),
    ("bindgen", "bind a wasm module to JavaScript, for the chore npm", bindgen::run),
    ("mdbook", "build a book with mdBook, for the chore site", mdbook::run),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((name, rest)) = arguments.split_first() else {
        list();
        return ExitCode::SUCCESS;
    };
    let Some((_, _, chore)) = CHORES.iter().find(|(known, ..)| known == name) else {
        eprintln!("{name:?} is not a chore.");
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
        println!("  {name:<11} {about}");
    }
}

//! `cargo xtask ports`: the program on systems that are not at hand. What only Unix has stays in rooms of
//! its own, and the types are checked for Windows.

use std::fs;

use anyhow::ensure;

use crate::shell::{cargo, command, output, root, rustup_adds};
use crate::steps::step;

/// Words that only compile on Unix, and the rooms that may use them, behind a `cfg`.
const ROOMS: [(&str, &[&str]); 4] = [
    ("std::os::", &["crates/mola/src/session/log.rs"]),
    ("libc::", &["crates/mola-engine/src/transposition.rs"]),
    ("rustix::", &["crates/mola/src/session/log.rs", "crates/mola/src/terminal/graphics/query.rs"]),
    (
        "signal_hook::",
        &[
            "crates/mola-protocol/src/session.rs",
            "crates/mola/src/output.rs",
            "crates/mola/src/terminal/screen.rs",
        ],
    ),
];

const SYSTEM: &str = "x86_64-pc-windows-gnu";

pub(crate) fn run() -> anyhow::Result<()> {
    check_rooms()?;
    if !rustup_adds(SYSTEM) {
        println!("There is no standard library for {SYSTEM} here: its types are not checked.");
        return Ok(());
    }
    // The release workflow runs chores there, too.
    let check = ["check", "--package", "mola", "--package", "xtask", "--target", SYSTEM];
    let mut check = cargo(&check);
    check.args(["--target-dir", "target/ports"]).env("CARGO_PROFILE_DEV_DEBUG", "0");
    step(&format!("types for {SYSTEM}"), &mut check)
}

/// Fails if a library or the program uses something of Unix anywhere else.
fn check_rooms() -> anyhow::Result<()> {
    let files = output(&mut command("git", &["ls-files", "crates/*/src/*.rs"]))?;
    let mut strays = Vec::new();
    for file in files.lines().filter(|file| !file.starts_with("crates/xtask/")) {
        let Ok(text) = fs::read_to_string(root().join(file)) else { continue };
        let words = ROOMS.iter().filter(|(word, rooms)| text.contains(word) && !rooms.contains(&file));
        strays.extend(words.map(|(word, _)| format!("{file} uses {word}")));
    }
    ensure!(strays.is_empty(), "outside the rooms for Unix: {}", strays.join("; "));
    Ok(())
}

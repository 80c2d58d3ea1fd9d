//! `cargo xtask test`: all that CI does.

use anyhow::Context;

use crate::shell::{apt_install, cargo, command, step, works};
use crate::{bare, clients, firmware, fuzz, micropython, strength, training, web};

/// How long each fuzz target runs in CI.
const FUZZ_SECONDS: u32 = 10;

pub(crate) fn run() -> anyhow::Result<()> {
    for component in ["rustfmt", "clippy"] {
        if !works("cargo", &[if component == "rustfmt" { "fmt" } else { "clippy" }, "--version"]) {
            step(component, &mut command("rustup", &["component", "add", component]))?;
        }
    }
    step("format", &mut cargo(&["fmt", "--all", "--check"]))?;
    step("lints", &mut cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    // Tests play in a real terminal, and find the program there by its process.
    apt_install(&["tmux", "procps"])?;
    step("tests", &mut cargo(&["test", "--workspace", "--lib", "--bins", "--tests", "--examples"]))?;
    step("doctests", &mut cargo(&["test", "--workspace", "--doc"]))?;
    every_slider_form()?;
    step("docs", cargo(&["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"))?;
    bare::run()?;
    firmware::run()?;
    micropython::run()?;
    training::run()?;
    clients::run()?;
    strength::test_engine()?;
    strength::test_signature()?;
    web::test()?;
    fuzz::run(&[FUZZ_SECONDS.to_string()])?;
    println!("\nAll is well.");
    Ok(())
}

/// The slider form is chosen when the rules are compiled, so they are tested once for each: the
/// workspace's tests above used magics.
fn every_slider_form() -> anyhow::Result<()> {
    let tests = ["test", "--package", "mola-rules", "--lib", "--test", "perft", "--test", "keys"];
    step("rules with small tables", cargo(&tests).args(["--features", "small"]))?;
    if cfg!(target_arch = "x86_64")
        && std::fs::read_to_string("/proc/cpuinfo").is_ok_and(|cpu| cpu.contains("bmi2"))
    {
        // In a folder of its own, since other flags would rebuild everything twice.
        let pext = ["--target-dir", "target/pext"];
        step("rules with PEXT", cargo(&tests).args(pext).env("RUSTFLAGS", "-C target-feature=+bmi2"))?;
    }
    Ok(())
}

/// Perft against other crates, built for the CPU at hand, and the time to the first board.
pub(crate) fn bench() -> anyhow::Result<()> {
    step("startup", &mut cargo(&["bench", "--package", "mola", "--bench", "startup"]))?;
    let mut bench = cargo(&["bench", "--package", "mola-rules", "--target-dir", "target/native"]);
    step("perft against other crates", bench.env("RUSTFLAGS", "-C target-cpu=native")).context("no benchmark")
}

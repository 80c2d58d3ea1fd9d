//! `cargo xtask test`: everything that CI runs.

use std::sync::OnceLock;
use std::time::Instant;

use anyhow::Context;

use crate::shell::{apt_install, cargo, command, works};
use crate::steps::{print_costs, side_by_side, step};
use crate::test_programs::TestPrograms;
use crate::{c, clients, deb, dependencies, firmware, fuzz, install, learn, micropython, npm, ports, prose};
use crate::{python, registry, site, strength, training, web, workflow};

/// How long each fuzz target runs in CI.
const FUZZ_SECONDS: u32 = 10;

pub(crate) fn run() -> anyhow::Result<()> {
    let started = Instant::now();
    let result = everything();
    print_costs(started);
    result?;
    println!("\nAll is well.");
    Ok(())
}

/// Two rounds of lanes: much of the work keeps one core busy or none at all, and downloads take their
/// time. The first round is what the second needs.
fn everything() -> anyhow::Result<()> {
    let tests = OnceLock::new();
    side_by_side(vec![
        Box::new(|| {
            lints()?;
            let _ = tests.set(TestPrograms::build()?);
            docs()
        }),
        // The program that the second round builds has the page inside.
        Box::new(web::build),
        Box::new(|| {
            install_packages()?;
            strength::tables()?;
            firmware::run()?;
            ports::run()?;
            micropython::run()
        }),
    ])?;
    let tests = tests.get().context("there are no tests")?;
    side_by_side(vec![
        Box::new(|| {
            tests.run()?;
            learn::check()?;
            step("doctests", &mut cargo(&["test", "--workspace", "--exclude", "rivals", "--doc"]))?;
            every_slider_form()?;
            strength::test_engine()?;
            fuzz::run(&[FUZZ_SECONDS.to_string()])
        }),
        Box::new(|| {
            let program = strength::test_signature()?;
            install::check(&program)?;
            web::test_page(&program)?;
            site::test()?;
            npm::test(&program)
        }),
        Box::new(|| {
            c::test()?;
            registry::run()?;
            workflow::check()?;
            python::run_with(&strength::release()?)
        }),
        // Programs that wait for each other most of the time.
        Box::new(|| {
            clients::run_with(tests)?;
            training::run_with(&strength::release()?)
        }),
    ])
}

/// Everything at once, while the compiler runs: whoever asks for a package later finds it installed.
fn install_packages() -> anyhow::Result<()> {
    // Tests play in a real terminal, and find the program there by its process. The fuzzer is C++.
    let mut packages = vec!["tmux", "procps", "g++", npm::BROWSER];
    let more = [&clients::OPPONENTS[..], &clients::CLIENTS, &deb::TOOLS, &training::PACKAGES, &c::PACKAGES];
    for more in more {
        packages.extend(more);
    }
    apt_install(&packages)
}

/// What can be said without running anything.
pub(crate) fn lints() -> anyhow::Result<()> {
    for (component, name) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        if !works("cargo", &[name, "--version"]) {
            step(component, &mut command("rustup", &["component", "add", component]))?;
        }
    }
    step("format", &mut cargo(&["fmt", "--all", "--check"]))?;
    prose::check()?;
    dependencies::check()?;
    step("lints", &mut cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
}

pub(crate) fn docs() -> anyhow::Result<()> {
    step("docs", cargo(&["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"))
}

/// The slider form is chosen when the rules are compiled, so they are tested once for each: the
/// workspace's tests used magics.
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
    let mut bench = cargo(&["bench", "--package", "rivals", "--target-dir", "target/native"]);
    step("perft against other crates", bench.env("RUSTFLAGS", "-C target-cpu=native")).context("no benchmark")
}

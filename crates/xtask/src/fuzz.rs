//! Fuzzing, if a nightly compiler is installed.

use std::path::{Path, PathBuf};

use crate::shell::{apt_install, command, root, works};
use crate::steps::{Lane, side_by_side, step};

/// What a fuzzer needs of the compiler: which branches were taken, with which numbers, and whether memory
/// was used as it should be. `cargo fuzz` passes the same flags, and takes longer to install than to run.
const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Zsanitizer=address -Cdebug-assertions -Ccodegen-units=1";

pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    let seconds: u32 = arguments.first().map_or(Ok(60), |word| word.parse())?;
    if !works("cargo", &["+nightly", "--version"]) {
        println!("\n=== fuzz: skipped, because there is no nightly compiler");
        return Ok(());
    }
    let folder = build(Build::Quick)?;
    // Two at a time: each keeps one core busy.
    for pair in targets()?.chunks(2) {
        let mut lanes: Vec<Lane<'_>> = Vec::new();
        for target in pair {
            lanes.push(Box::new(|| fuzz(target, &folder, Amount::Seconds(seconds))));
        }
        side_by_side(lanes)?;
    }
    Ok(())
}

/// How long a target is fuzzed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Amount {
    Seconds(u32),
    Runs { runs: u64, seed: u64 },
}

/// The names of all fuzz targets.
pub(crate) fn targets() -> anyhow::Result<Vec<String>> {
    let mut targets = Vec::new();
    for entry in std::fs::read_dir(root().join("fuzz/fuzz_targets"))? {
        targets.extend(entry?.path().file_stem().map(|stem| stem.to_string_lossy().into_owned()));
    }
    targets.sort();
    Ok(targets)
}

/// A few seconds are spent better on fuzzing than on optimizing what is fuzzed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Build {
    Quick,
    Fast,
}

/// Builds all fuzz targets, and says where they are.
pub(crate) fn build(how: Build) -> anyhow::Result<PathBuf> {
    // The fuzzer is C++.
    apt_install(&["g++"])?;
    let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let mut build = command("cargo", &["+nightly", "build", "--release", "--bins", "--target", &target]);
    build.args(["--manifest-path", "fuzz/Cargo.toml", "--target-dir", "target/fuzz"]);
    if how == Build::Quick {
        build.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1").env("CARGO_PROFILE_RELEASE_DEBUG", "0");
    }
    step("build fuzz targets", build.env("RUSTFLAGS", FLAGS))?;
    Ok(root().join("target/fuzz").join(target).join("release"))
}

/// Runs one target.
pub(crate) fn fuzz(target: &str, folder: &Path, amount: Amount) -> anyhow::Result<()> {
    // New inputs go to the first folder; the second holds the seeds that are kept.
    let [corpus, seeds] = ["corpus", "seeds"].map(|folder| format!("fuzz/{folder}/{target}"));
    let artifacts = format!("fuzz/artifacts/{target}/");
    std::fs::create_dir_all(root().join(&corpus))?;
    std::fs::create_dir_all(root().join(&artifacts))?;
    let mut run = command(&folder.join(target).to_string_lossy(), &[&corpus, &seeds]);
    run.arg(format!("-artifact_prefix={artifacts}"));
    // The seed makes a run repeatable; a corpus that has grown makes the next one different.
    let (limit, seed) = match amount {
        Amount::Seconds(seconds) => (format!("-max_total_time={seconds}"), 1),
        Amount::Runs { runs, seed } => (format!("-runs={runs}"), seed),
    };
    run.args([&limit, &format!("-seed={seed}"), "-timeout=100", "-verbosity=0"]);
    step(&format!("fuzz {target}"), &mut run)
}

//! Fuzzing, where a nightly compiler is there to do it.

use crate::shell::{cargo, command, root, step, works};

pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    let seconds: u32 = arguments.first().map_or(Ok(60), |word| word.parse())?;
    if !works("cargo", &["+nightly", "--version"]) {
        println!("\n=== fuzz: skipped, because there is no nightly compiler");
        return Ok(());
    }
    if !works("cargo", &["fuzz", "--version"]) {
        step("install cargo-fuzz", &mut cargo(&["install", "cargo-fuzz", "--locked"]))?;
    }
    let mut targets = Vec::new();
    for entry in std::fs::read_dir(root().join("fuzz/fuzz_targets"))? {
        targets.extend(entry?.path().file_stem().map(|stem| stem.to_string_lossy().into_owned()));
    }
    targets.sort();
    for target in targets {
        let limit = format!("-max_total_time={seconds}");
        let run = ["+nightly", "fuzz", "run", &target, "--", &limit, "-timeout=10", "-verbosity=0"];
        step(&format!("fuzz {target}"), &mut command("cargo", &run))?;
    }
    Ok(())
}

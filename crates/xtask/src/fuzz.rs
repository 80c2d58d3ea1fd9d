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
        // New inputs go to the first folder; the second holds the seeds that are kept.
        let [corpus, seeds] = ["corpus", "seeds"].map(|folder| format!("fuzz/{folder}/{target}"));
        std::fs::create_dir_all(root().join(&corpus))?;
        let mut run = command("cargo", &["+nightly", "fuzz", "run", &target, &corpus, &seeds, "--"]);
        // The seed makes a run repeatable; a corpus that has grown makes the next one different.
        run.args([&format!("-max_total_time={seconds}"), "-seed=1", "-timeout=10", "-verbosity=0"]);
        step(&format!("fuzz {target}"), &mut run)?;
    }
    Ok(())
}

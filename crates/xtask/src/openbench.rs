//! The program as the client of `OpenBench` builds it: by `make`, with lines that are the client's own. What
//! else it asks of the program is in `crates/mola/tests/openbench.rs`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::ensure;

use crate::shell::{command, output, root, target_folder};
use crate::steps::step;

/// As the client names a program: engine and commit.
const NAME: &str = "Mola-0123ABCD";

/// The program.
pub(crate) fn build() -> anyhow::Result<PathBuf> {
    make("make", NAME, &[], &[])
}

/// The program with another network in it plays with that one.
pub(crate) fn check_network(plain: &Path) -> anyhow::Result<()> {
    let network = folder().join("other.nnue");
    let network = network.to_string_lossy();
    output(Command::new(plain).args(["net", "random", "64", "--out", &network]))?;
    // In a folder of its own, where everything but the engine is built already: other steps go on with the
    // program that is in the usual one. The lock is cargo's, so that nothing is copied while it is written.
    let release = target_folder()?.join("release");
    let lock = release.join(".cargo-lock").to_string_lossy().into_owned();
    let mut copy = command("flock", &["--shared", &lock, "cp", "--archive"]);
    let _ = fs::remove_dir_all(folder().join("release"));
    step("copy what is built", copy.arg(&release).arg(folder()))?;
    let own = folder().to_string_lossy().into_owned();
    // The environment is stronger than the Makefile's own words.
    let environment = [("MAKEFLAGS", "e"), ("TARGET", own.as_str())];
    let name = format!("{NAME}-FB8A0C7B");
    let built = make("make with a network", &name, &[&format!("EVALFILE={network}")], &environment)?;
    let nodes = |program: &Path, more: &[&str]| -> anyhow::Result<String> {
        let said = output(Command::new(program).args(["bench", "5"]).args(more))?;
        Ok(said.lines().last().and_then(|line| line.split(' ').next()).unwrap_or_default().to_owned())
    };
    let (inside, named) = (nodes(&built, &[])?, nodes(plain, &["--eval-file", &network])?);
    ensure!(inside == named, "with the network inside {inside} nodes are counted, and {named} with its file");
    ensure!(inside != nodes(plain, &[])?, "another network counts the same nodes");
    Ok(())
}

fn folder() -> PathBuf {
    root().join("target/openbench")
}

/// Runs the client's line, and takes the program away from where the client looks for it. The environment
/// makes the build one for every processor and with the quick profile: the best one takes minutes.
fn make(title: &str, name: &str, more: &[&str], environment: &[(&str, &str)]) -> anyhow::Result<PathBuf> {
    let mut line = command("make", &["-j", &format!("EXE={name}")]);
    line.args(more).env("CPU", "").env("PROFILE", "release").envs(environment.iter().copied());
    step(title, &mut line)?;
    let program = |folder: PathBuf| folder.join(name).with_extension(std::env::consts::EXE_EXTENSION);
    fs::create_dir_all(folder())?;
    fs::rename(program(root()), program(folder()))?;
    Ok(program(folder()))
}

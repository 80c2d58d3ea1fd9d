//! `cargo xtask tune FOLDER`: fits the evaluation's weights to games that `mola datagen` played.

use anyhow::Context;

use crate::shell::cargo;
use crate::steps::step;

pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    let folder = arguments.first().context("say which folder holds the games: cargo xtask tune FOLDER")?;
    let tuner =
        ["run", "--release", "--package", "mola-engine", "--features", "tune", "--example", "tune", "--"];
    step("tune", cargo(&tuner).arg(folder))
}

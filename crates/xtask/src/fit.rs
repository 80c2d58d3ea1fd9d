//! `cargo xtask fit FOLDER`: fits the evaluation's weights to games that `mola datagen` played.

use anyhow::Context;

use crate::shell::cargo;
use crate::steps::step;

pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    let folder = arguments.first().context("say which folder holds the games: cargo xtask fit FOLDER")?;
    let example =
        ["run", "--release", "--package", "mola-engine", "--features", "fit", "--example", "fit", "--"];
    step("fit", cargo(&example).arg(folder))
}

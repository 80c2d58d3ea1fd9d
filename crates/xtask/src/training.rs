//! `cargo xtask training`: the tests of the trainer and of the GPU's self-play, and the whole way from games to a
//! network that plays, as small as it can be.

use std::path::Path;
use std::process::Command;

use anyhow::bail;

use crate::shell::{apt_install, command, renew, root};
use crate::steps::step;
use crate::strength::release;

/// Debian's Python, which its `PyTorch` belongs to; PyPI's is five times as large, and nothing here needs the rest.
const PYTHON: &str = "/usr/bin/python3";

pub(crate) const PACKAGES: [&str; 5] = ["g++", "make", "python3", "python3-numpy", "python3-torch"];

pub(crate) fn run() -> anyhow::Result<()> {
    run_with(&release()?)
}

pub(crate) fn run_with(program: &Path) -> anyhow::Result<()> {
    apt_install(&PACKAGES)?;
    step("trainer", &mut python(&["-m", "unittest", "discover", "training"]))?;
    let mola = || command(&program.to_string_lossy(), &[]);
    let folder = root().join("target/training");
    renew(&folder)?;
    let at = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let (games, mixed, positions, nets) = (at("games"), at("mixed.mola"), at("mixed.positions"), at("nets"));
    step(
        "games",
        mola().args(["datagen", &games, "--positions", "1500", "--nodes", "100", "--threads", "2"]),
    )?;
    step("check", mola().args(["data", "check", &games]))?;
    step("shuffle", mola().args(["data", "shuffle", &games, "--out", &mixed]))?;
    step("export", mola().args(["data", "export", &mixed, "--out", &positions]))?;
    let train = ["training/train.py", &positions, "--out", &nets, "--device", "cpu"];
    step("train", python(&train).args(["--hidden", "64", "--layers", "--epochs", "2", "--batch", "128"]))?;
    for end in ["nnue", "trained"] {
        let golden = find(&folder.join("nets"), "golden")?;
        let network = find(&folder.join("nets"), end)?;
        step(&format!("golden set, {end}"), mola().args(["net", "golden", &network, &golden]))?;
    }
    let network = find(&folder.join("nets"), "nnue")?;
    step("the network plays", mola().args(["bench", "4", "--eval-file", &network]))?;
    for hindsight in ["0", "0.98"] {
        selfplay(&folder, program, hindsight)?;
    }
    Ok(())
}

/// Games of the GPU's engine, in its CPU build, which the trainer's tests have made: every move is legal, and the
/// positions are those that `mola data export` finds in the games.
fn selfplay(folder: &Path, mola: &Path, hindsight: &str) -> anyhow::Result<()> {
    let mola = || command(&mola.to_string_lossy(), &[]);
    let at = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let out = at(&format!("hindsight-{hindsight}"));
    let (games, positions, exported) =
        (format!("{out}.mola"), format!("{out}.positions"), format!("{out}-exported.positions"));
    let program = root().join("target/selfplay/selfplay-cpu").to_string_lossy().into_owned();
    let mut play =
        command(&program, &["target/selfplay/generation-19.nnue", "--out", &out, "--games", "100"]);
    // With this seed, some of the games are held out from training.
    play.args(["--nodes", "4", "--chess960", "0.3", "--seed", "2", "--hindsight", hindsight]);
    step("games as on a GPU", &mut play)?;
    step("check", mola().args(["data", "check", &games]))?;
    step("export", mola().args(["data", "export", &games, "--hindsight", hindsight, "--out", &exported]))?;
    if records(&positions)? != records(&exported)? {
        bail!("self-play and `mola data export` disagree on the positions of the same games");
    }
    Ok(())
}

/// The records of a file of positions, sorted, since a GPU writes games in the order in which they end.
fn records(path: &str) -> anyhow::Result<Vec<Vec<u8>>> {
    const LENGTH: usize = 32;
    let bytes = std::fs::read(path)?;
    let mut records: Vec<Vec<u8>> = bytes.chunks(LENGTH).skip(1).map(<[u8]>::to_vec).collect();
    records.sort_unstable();
    Ok(records)
}

fn python(arguments: &[&str]) -> Command {
    let mut python = command(PYTHON, arguments);
    python.env("PYTHONDONTWRITEBYTECODE", "1");
    python
}

/// The only file with this ending.
fn find(folder: &Path, extension: &str) -> anyhow::Result<String> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|found| found == extension) {
            return Ok(path.to_string_lossy().into_owned());
        }
    }
    bail!("the trainer wrote no file that ends in .{extension}")
}

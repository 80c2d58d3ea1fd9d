//! How well the engine plays: endings, suites, matches. Each chore prints the numbers that the
//! documentation states.

use std::path::PathBuf;
use std::process::Command;

use anyhow::ensure;

use crate::clients::{PYTHON_CHESS, python};
use crate::shell::{apt_install, cargo, command, output, root, target_folder};
use crate::steps::step;

/// Endgame tables of up to four pieces, from the client library's source distribution.
pub(crate) fn tables() -> anyhow::Result<PathBuf> {
    Ok(distribution()?.join("data/syzygy/regular"))
}

/// The unpacked source distribution of python-chess, in the target folder.
fn distribution() -> anyhow::Result<PathBuf> {
    let folder = root().join("target/distributions");
    let name = PYTHON_CHESS.replace("==", "-");
    let unpacked = folder.join(&name);
    if !unpacked.join("data").exists() {
        std::fs::create_dir_all(&folder)?;
        let interpreter = python()?.to_string_lossy().into_owned();
        let download =
            ["-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", PYTHON_CHESS, "-d"];
        step("download tables", command(&interpreter, &download).arg(&folder))?;
        let archive = folder.join(format!("{name}.tar.gz"));
        step("unpack tables", command("tar", &["-xzf"]).arg(archive).arg("-C").arg(&folder))?;
    }
    Ok(unpacked)
}

/// The engine with all its features: real tables under the search, whole ones and damaged ones, and the tuner.
pub(crate) fn test_engine() -> anyhow::Result<()> {
    let test = ["test", "--package", "mola-engine", "--all-features", "--lib", "--test", "syzygy"];
    let mut run = cargo(&test);
    step("endgame tables and tuner", run.args(["--", "--include-ignored"]).env("MOLA_SYZYGY", tables()?))
}

/// `cargo xtask spsa ARGUMENTS`: the tuner, which needs a build whose numbers can be set.
pub(crate) fn spsa(arguments: &[String]) -> anyhow::Result<()> {
    let tuner = ["run", "--release", "--package", "mola", "--features", "tune", "--", "spsa"];
    step("tuner", cargo(&tuner).args(arguments))
}

/// Builds a release, and gives the program: its `mola bench` counts the same nodes as in the tests.
pub(crate) fn test_signature() -> anyhow::Result<PathBuf> {
    let program = release()?;
    let expected = std::fs::read_to_string(root().join("crates/mola/tests/signature.txt"))?;
    let said = output(Command::new(&program).arg("bench"))?;
    let nodes = said.lines().last().and_then(|line| line.split(' ').next()).unwrap_or_default();
    ensure!(
        nodes == expected.trim(),
        "bench counts {nodes} nodes in a release, and {} in tests",
        expected.trim()
    );
    println!("the same signature in a release and in tests: {nodes}");
    Ok(program)
}

/// The program as it is released.
pub(crate) fn release() -> anyhow::Result<PathBuf> {
    step("release", &mut cargo(&["build", "--release", "--package", "mola"]))?;
    Ok(target_folder()?.join("release/mola"))
}

/// `cargo xtask endings [STARTS] [NAME…]`: endings without tables against an opponent that has them.
pub(crate) fn endings(arguments: &[String]) -> anyhow::Result<()> {
    let example =
        ["run", "--release", "--package", "mola-engine", "--features", "syzygy", "--example", "endings"];
    let tables = tables()?;
    step("endings", cargo(&example).arg("--").arg(tables).args(arguments))
}

/// `cargo xtask suites [FILE]`: mates, and tactical suites in EPD.
pub(crate) fn suites(arguments: &[String]) -> anyhow::Result<()> {
    let classic = distribution()?.join("examples/bratko_kopec/bratko-kopec.epd");
    let example = ["run", "--release", "--package", "mola-engine", "--example", "suites", "--"];
    step("suites", cargo(&example).arg(classic).args(arguments))
}

/// `cargo xtask speed`: nodes per second compared with Stockfish, and with two threads.
pub(crate) fn speed(_: &[String]) -> anyhow::Result<()> {
    apt_install(&["stockfish"])?;
    step("speed", &mut cargo(&["bench", "--package", "mola", "--bench", "speed"]))
}

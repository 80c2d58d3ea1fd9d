//! `cargo xtask clients`: other programs drive ours, and ours drives them.

use std::path::PathBuf;

use crate::openbench;
use crate::shell::{apt_install, command, root, works};
use crate::steps::step;
use crate::test_programs::TestPrograms;

/// Engines to play with.
pub(crate) const OPPONENTS: [&str; 6] =
    ["ethereal-chess", "fairymax", "gnuchess", "phalanx", "stockfish", "toga2"];

/// Chess GUIs with a virtual screen, an adapter, and Python.
pub(crate) const CLIENTS: [&str; 6] = ["polyglot", "pychess", "python3-venv", "xauth", "xboard", "xvfb"];

/// The client library, in the version that the checks were written for.
pub(crate) const PYTHON_CHESS: &str = "chess==1.11.2";

pub(crate) fn run() -> anyhow::Result<()> {
    run_with(&TestPrograms::build()?)
}

pub(crate) fn run_with(tests: &TestPrograms) -> anyhow::Result<()> {
    apt_install(&OPPONENTS)?;
    apt_install(&CLIENTS)?;
    let program = openbench::build()?;
    let python = python()?;
    let strong = &mut tests.command("mola-protocol sessions")?;
    step("scripted sessions with the strong engine", strong.env("MOLA_SESSION_COMMAND", &program))?;
    let pocket = &mut tests.command("mola-protocol sessions")?;
    pocket.env("MOLA_SESSION_COMMAND", &program).env("MOLA_SESSION_ENGINE", "Mola pocket");
    step("scripted sessions with the pocket engine", pocket)?;
    step("as OpenBench asks", tests.command("mola openbench")?.env("MOLA_PROGRAM", &program))?;
    openbench::check_network(&program)?;
    for (title, name) in [("other clients", "mola clients"), ("opponents", "mola opponents")] {
        let mut clients = tests.command(name)?;
        step(title, clients.arg("--ignored").env("MOLA_PROGRAM", &program).env("PYTHON", &python))?;
    }
    let mut real = tests.command("mola-protocol real_engines")?;
    // One after the other, since some engines lose track of their time when others take it.
    step("other engines through our client", real.args(["--ignored", "--test-threads=1"]))
}

/// An interpreter with the client library, in the target folder.
pub(crate) fn python() -> anyhow::Result<PathBuf> {
    environment("target/python", PYTHON_CHESS)
}

/// An interpreter with one package, `NAME==VERSION`, and what it needs: packages may need versions of each other that
/// the tests cannot use.
pub(crate) fn environment(folder: &str, package: &str) -> anyhow::Result<PathBuf> {
    let folder = root().join(folder);
    let python = folder.join("bin/python");
    let name = python.to_string_lossy().into_owned();
    let check = format!(
        "from importlib.metadata import version as v; assert '{package}'.endswith(v('{package}'.split('=')[0]))"
    );
    if !works(&name, &["-c", &check]) {
        step("Python", command("python3", &["-m", "venv", "--clear"]).arg(&folder))?;
        step(package, &mut command(&name, &["-m", "pip", "install", "--quiet", package]))?;
    }
    Ok(python)
}

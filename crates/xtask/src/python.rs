//! `cargo xtask python`: the wheel of `mola-chess`, built, installed in a fresh environment and tested.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::clients::{PYTHON_CHESS, environment};
use crate::shell::{apt_install, cargo, command, root, target_folder};
use crate::steps::step;

/// What builds wheels, and what checks types, in the versions that the tests were written for.
const MATURIN: &str = "maturin==1.16.0";
const MYPY: &str = "mypy==2.4.1";

/// What carries games to workers, and what reads the tables that they fill.
const RAY: &str = "ray==2.60.0";
const READERS: [&str; 3] = ["duckdb==2.0.0", "pandas==3.1.1", "pyarrow==26.0.1"];

/// Builds and tests; with `release` a wheel to be published; with `bench` also ratios to python-chess.
pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    match arguments.first().map(String::as_str) {
        None => {
            step("program", &mut cargo(&["build", "--package", "mola"]))?;
            run_with(&target_folder()?.join("debug/mola"))
        }
        Some(what @ ("release" | "bench")) => {
            step("program", &mut cargo(&["build", "--release", "--package", "mola"]))?;
            let wheel = build(&target_folder()?.join("release/mola"), "library")?;
            println!("{}", wheel.display());
            let python = install(&wheel)?;
            if what == "bench" {
                step(
                    "ratios to python-chess",
                    command(&python, &["crates/mola-py/tests/bench.py"]).args(&arguments[1..]),
                )?;
            }
            Ok(())
        }
        Some(other) => bail!("{other:?} is not release or bench"),
    }
}

/// Builds a wheel around a program and tests it. It is built like the tests, which leaves little to compile.
pub(crate) fn run_with(program: &Path) -> anyhow::Result<()> {
    let wheel = build(program, "dev")?;
    test(&install(&wheel)?)
}

fn folder() -> PathBuf {
    root().join("target/wheel")
}

/// The wheel: the extension, its Python files, and the program as the command `mola`.
fn build(program: &Path, profile: &str) -> anyhow::Result<PathBuf> {
    apt_install(&["procps", "python3", "python3-venv"])?;
    let scripts = folder().join("mola_chess.data/scripts");
    fs::create_dir_all(&scripts)?;
    fs::copy(program, scripts.join("mola")).with_context(|| format!("cannot copy {}", program.display()))?;
    let wheels = folder().join("dist");
    let _ = fs::remove_dir_all(&wheels);
    let python = environment("target/wheel/tools", MATURIN)?;
    let mut maturin = command(&python.to_string_lossy(), &["-m", "maturin", "build", "--quiet", "--locked"]);
    maturin
        .args(["--manifest-path", "crates/mola-py/Cargo.toml", "--profile", profile, "--out"])
        .arg(&wheels);
    step("wheel", &mut maturin)?;
    let wheel = fs::read_dir(&wheels)?.next().context("maturin built no wheel")??;
    Ok(wheel.path())
}

/// A fresh environment with nothing but the wheel and what its tests need.
fn install(wheel: &Path) -> anyhow::Result<String> {
    let home = folder().join("fresh");
    step("fresh environment", command("python3", &["-m", "venv", "--clear"]).arg(&home))?;
    let python = home.join("bin/python").to_string_lossy().into_owned();
    // Most of what is installed is never imported, and to compile all of it takes ten seconds.
    let options = ["--quiet", "--disable-pip-version-check", "--no-compile"];
    let mut pip = command(&python, &["-m", "pip", "install"]);
    pip.args(options);
    step("install the wheel", pip.arg(wheel).args([PYTHON_CHESS, MYPY, RAY]).args(READERS))?;
    Ok(python)
}

fn test(python: &str) -> anyhow::Result<()> {
    let mut tests =
        command(python, &["-m", "unittest", "discover", "--start-directory", "crates/mola-py/tests"]);
    step("tests of the wheel", tests.env("MOLA_VERSION", env!("CARGO_PKG_VERSION")))
}

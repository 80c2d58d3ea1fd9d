//! Commands that chores run, and what has to be installed for them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail};

use crate::steps::step;

/// The root of the workspace, wherever the chore was started.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}

/// A command that runs in the root of the workspace.
pub(crate) fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    command
}

/// The cargo that runs this chore.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    command(&std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()), arguments)
}

/// A chore that is behind the feature of its name, since it takes long to build. It runs for a second or
/// two, so it is not optimized. All of them share a folder, so that what they need is built once.
pub(crate) fn chore_with_feature(name: &str) -> Command {
    let mut chore = cargo(&["run", "--quiet", "--package", "xtask", "--features", name]);
    chore.args(["--target-dir", "target/bindgen", "--", name]);
    chore.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0").env("CARGO_PROFILE_DEV_DEBUG", "0");
    chore
}

/// Whether a command runs and succeeds, without showing what it prints.
pub(crate) fn works(program: &str, arguments: &[&str]) -> bool {
    let mut command = command(program, arguments);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// What a command prints, without the line's end.
pub(crate) fn output(command: &mut Command) -> anyhow::Result<String> {
    let output =
        command.stderr(Stdio::inherit()).output().with_context(|| format!("cannot start {command:?}"))?;
    if !output.status.success() {
        bail!("{command:?} failed ({})", output.status);
    }
    Ok(String::from_utf8(output.stdout)?.trim_end().to_owned())
}

/// Makes a folder that is empty.
pub(crate) fn renew(folder: &Path) -> anyhow::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    Ok(fs::create_dir_all(folder)?)
}

/// Fails if a text lacks one of the things that it should say.
pub(crate) fn must_say(who: &str, text: &str, expected: &[&str]) -> anyhow::Result<()> {
    match expected.iter().find(|expected| !text.contains(**expected)) {
        Some(expected) => bail!("{who} did not say {expected:?}:\n{text}"),
        None => Ok(()),
    }
}

/// Installs Debian packages that are missing. Only one installation runs at a time.
pub(crate) fn apt_install(packages: &[&str]) -> anyhow::Result<()> {
    static APT: Mutex<()> = Mutex::new(());
    let _alone = APT.lock().unwrap();
    let missing: Vec<&str> =
        packages.iter().copied().filter(|package| !works("dpkg", &["-s", package])).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let sudo = if works("sudo", &["-n", "true"]) { "sudo" } else { "env" };
    step("apt-get update", &mut command(sudo, &["apt-get", "update", "-qq"]))?;
    let install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends"];
    step(
        &format!("install {}", missing.join(" ")),
        command(sudo, &install).args(&missing).env("DEBIAN_FRONTEND", "noninteractive"),
    )
}

/// A machine without an operating system that Rust compiles for.
pub(crate) struct Target {
    pub(crate) name: &'static str,
    /// Which parts of the standard library to build where there are none.
    pub(crate) build_std: &'static str,
    /// Debian's linker for it.
    pub(crate) linker: &'static str,
}

/// Whether rustup has the standard library of a target, or can get it.
pub(crate) fn rustup_adds(target: &str) -> bool {
    /// A server that cannot be reached is tried for a long time, so once is enough.
    static UNREACHABLE: AtomicBool = AtomicBool::new(false);
    if UNREACHABLE.load(Ordering::Relaxed) {
        return false;
    }
    let added = works("rustup", &["target", "add", target]);
    UNREACHABLE.store(!added, Ordering::Relaxed);
    added
}

/// The usual cargo if rustup can add the target; otherwise Debian's, which builds the library from source.
pub(crate) fn cargo_for_target(target: &Target, arguments: &[&str]) -> anyhow::Result<Command> {
    if rustup_adds(target.name) {
        return Ok(cargo(arguments));
    }
    apt_install(&["rustc-web", "cargo-web", "rust-web-src", "lld"])?;
    let mut cargo = command("/usr/bin/cargo", arguments);
    cargo.arg(target.build_std);
    // Unstable flags of a stable compiler, and none of rustup's compiler in between.
    cargo.env("RUSTC_BOOTSTRAP", "1").env("RUSTC", "/usr/bin/rustc").env_remove("RUSTUP_TOOLCHAIN");
    let variable = format!("CARGO_TARGET_{}_LINKER", target.name.to_uppercase().replace('-', "_"));
    cargo.env(variable, target.linker);
    Ok(cargo)
}

/// Where cargo puts what it builds, as it may be told to use another folder.
pub(crate) fn target_folder() -> anyhow::Result<PathBuf> {
    let text = output(&mut cargo(&["metadata", "--format-version=1", "--no-deps"]))?;
    let path = text.split_once("\"target_directory\":\"").and_then(|(_, rest)| rest.split_once('"'));
    Ok(path.context("cargo does not say where its target folder is")?.0.into())
}

//! Running other programs, with a heading and a clear error.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, bail};

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

/// Runs a step under a heading, and fails if the command does.
pub(crate) fn step(title: &str, command: &mut Command) -> anyhow::Result<()> {
    println!("\n=== {title}");
    let started = Instant::now();
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    println!("=== {title}: {:.1} s", started.elapsed().as_secs_f64());
    if !status.success() {
        bail!("{title} failed ({status}): {command:?}");
    }
    Ok(())
}

/// Runs commands at the same time under one heading, and fails if any of them does. For work that keeps
/// only one core busy.
pub(crate) fn together(title: &str, commands: &mut [Command]) -> anyhow::Result<()> {
    println!("\n=== {title}");
    let started = Instant::now();
    let mut children = Vec::new();
    for command in commands.iter_mut() {
        children.push(command.spawn().with_context(|| format!("cannot start {command:?}"))?);
    }
    let mut failed = None;
    for (child, command) in children.iter_mut().zip(commands) {
        if !child.wait()?.success() {
            failed = Some(format!("{command:?}"));
        }
    }
    println!("=== {title}: {:.1} s", started.elapsed().as_secs_f64());
    failed.map_or(Ok(()), |command| bail!("{title} failed: {command}"))
}

/// Whether a command runs and succeeds, without showing what it prints.
pub(crate) fn works(program: &str, arguments: &[&str]) -> bool {
    let mut command = command(program, arguments);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Installs Debian packages that are not there yet.
pub(crate) fn apt_install(packages: &[&str]) -> anyhow::Result<()> {
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
    /// The variable that names the linker, and Debian's linker.
    pub(crate) linker: (&'static str, &'static str),
}

/// Where rustup can add the target, its cargo; elsewhere Debian's, which builds the library from source.
pub(crate) fn cargo_for_target(target: &Target, arguments: &[&str]) -> anyhow::Result<Command> {
    if works("rustup", &["target", "add", target.name]) {
        return Ok(cargo(arguments));
    }
    apt_install(&["rustc-web", "cargo-web", "rust-web-src", "lld"])?;
    let mut cargo = command("/usr/bin/cargo", arguments);
    cargo.arg(target.build_std);
    // Unstable flags of a stable compiler, and none of rustup's compiler in between.
    cargo.env("RUSTC_BOOTSTRAP", "1").env("RUSTC", "/usr/bin/rustc").env_remove("RUSTUP_TOOLCHAIN");
    cargo.env(target.linker.0, target.linker.1);
    Ok(cargo)
}

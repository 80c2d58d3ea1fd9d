//! Building for a microcontroller: the proof that `no_std` means it.

use std::process::Command;

use crate::shell::{apt_install, cargo, command, step, works};

/// The instruction set of an ESP32-C3.
pub(crate) const TARGET: &str = "riscv32imc-unknown-none-elf";

pub(crate) fn run() -> anyhow::Result<()> {
    let mut build = cargo_for_target()?;
    step(
        "no_std build",
        build
            .args(["build", "--release", "--package", "mola-rules", "--features", "small"])
            .args(target_arguments()),
    )
}

/// Where rustup can add the target, its cargo; elsewhere Debian's, which builds `core` from source.
fn cargo_for_target() -> anyhow::Result<Command> {
    if works("rustup", &["target", "add", TARGET]) {
        return Ok(cargo(&[]));
    }
    apt_install(&["rustc-web", "cargo-web", "rust-web-src", "lld"])?;
    let mut cargo = command("/usr/bin/cargo", &["-Zbuild-std=core"]);
    // Unstable flags of a stable compiler, and none of rustup's compiler in between.
    cargo.env("RUSTC_BOOTSTRAP", "1").env("RUSTC", "/usr/bin/rustc").env_remove("RUSTUP_TOOLCHAIN");
    cargo.env("CARGO_TARGET_RISCV32IMC_UNKNOWN_NONE_ELF_LINKER", "ld.lld");
    Ok(cargo)
}

fn target_arguments() -> [&'static str; 4] {
    ["--target", TARGET, "--target-dir", "target/bare"]
}

//! Building for a microcontroller: the proof that `no_std` means it.

use std::process::Command;

use crate::shell::{apt_install, cargo, command, step, works};

/// The instruction set of an ESP32-C3.
pub(crate) const TARGET: &str = "riscv32imc-unknown-none-elf";

pub(crate) fn run() -> anyhow::Result<()> {
    let build = ["build", "--release", "--package", "mola-rules", "--features", "small"];
    step("no_std build", cargo_for_target(&build)?.args(target_arguments()))
}

/// Where rustup can add the target, its cargo; elsewhere Debian's, which builds `core` from source.
pub(crate) fn cargo_for_target(arguments: &[&str]) -> anyhow::Result<Command> {
    if works("rustup", &["target", "add", TARGET]) {
        return Ok(cargo(arguments));
    }
    apt_install(&["rustc-web", "cargo-web", "rust-web-src", "lld"])?;
    let mut cargo = command("/usr/bin/cargo", arguments);
    cargo.arg("-Zbuild-std=core");
    // Unstable flags of a stable compiler, and none of rustup's compiler in between.
    cargo.env("RUSTC_BOOTSTRAP", "1").env("RUSTC", "/usr/bin/rustc").env_remove("RUSTUP_TOOLCHAIN");
    cargo.env("CARGO_TARGET_RISCV32IMC_UNKNOWN_NONE_ELF_LINKER", "ld.lld");
    Ok(cargo)
}

pub(crate) fn target_arguments() -> [&'static str; 4] {
    ["--target", TARGET, "--target-dir", "target/bare"]
}

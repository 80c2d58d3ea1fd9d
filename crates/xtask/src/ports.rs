//! `cargo xtask ports`: the program is type-checked for systems that are not at hand.

use crate::shell::{Target, cargo_for_target};
use crate::steps::step;

/// Nothing is linked, so linkers are not needed.
const SYSTEMS: [Target; 1] = [Target {
    name: "x86_64-pc-windows-gnu",
    build_std: "-Zbuild-std=std,panic_abort",
    linker: ("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER", "false"),
}];

pub(crate) fn run() -> anyhow::Result<()> {
    for system in SYSTEMS {
        let check = ["check", "--package", "mola", "--target", system.name, "--target-dir", "target/ports"];
        let mut check = cargo_for_target(&system, &check)?;
        step(&format!("types for {}", system.name), check.env("CARGO_PROFILE_DEV_DEBUG", "0"))?;
    }
    Ok(())
}

//! Building for a microcontroller: the proof that `no_std` means it.

use crate::shell::{Target, cargo_for_target, step};

/// The instruction set of an ESP32-C3.
pub(crate) const TARGET: Target = Target {
    name: "riscv32imc-unknown-none-elf",
    build_std: "-Zbuild-std=core",
    linker: ("CARGO_TARGET_RISCV32IMC_UNKNOWN_NONE_ELF_LINKER", "ld.lld"),
};

pub(crate) fn run() -> anyhow::Result<()> {
    let build = ["build", "--release", "--package", "mola-rules", "--features", "small"];
    step("no_std build", cargo_for_target(&TARGET, &build)?.args(target_arguments()))
}

pub(crate) fn target_arguments() -> [&'static str; 4] {
    ["--target", TARGET.name, "--target-dir", "target/bare"]
}

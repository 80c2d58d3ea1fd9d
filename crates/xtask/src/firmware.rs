//! `cargo xtask firmware`: builds the chess computer for a bare microcontroller and plays it in QEMU. It
//! is also the proof that `no_std` means it.

use crate::shell::{Target, apt_install, cargo, cargo_for_target, root};
use crate::steps::step;

/// The instruction set of an ESP32-C3.
const TARGET: Target = Target {
    name: "riscv32imc-unknown-none-elf",
    build_std: "-Zbuild-std=core",
    linker: ("CARGO_TARGET_RISCV32IMC_UNKNOWN_NONE_ELF_LINKER", "ld.lld"),
};

const MANIFEST: [&str; 2] = ["--manifest-path", "firmware/Cargo.toml"];

pub(crate) fn run() -> anyhow::Result<()> {
    apt_install(&["qemu-system-misc"])?;
    for (title, features) in [("64 KiB", ""), ("32 KiB", "ram32")] {
        let mut build = cargo_for_target(&TARGET, &["build", "--release", "--target", TARGET.name])?;
        build.args(MANIFEST).args(["--features", features, "--target-dir", "target/bare"]);
        step(&format!("firmware for {title} of RAM"), &mut build)?;
        let firmware = root().join("target/bare").join(TARGET.name).join("release/mola-firmware");
        let mut test = cargo(&["test", "--target-dir", "target/firmware"]);
        test.args(MANIFEST).args(["--features", features]).env("MOLA_FIRMWARE", firmware);
        step(
            &format!("firmware with {title} in QEMU"),
            test.args(["--", "--include-ignored", "--nocapture"]),
        )?;
    }
    Ok(())
}

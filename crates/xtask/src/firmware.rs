//! `cargo xtask firmware`: builds the chess computer for a bare microcontroller and plays it in QEMU. It
//! is also the proof that `no_std` means it.

use std::path::PathBuf;

use anyhow::ensure;

use crate::shell::{Target, apt_install, cargo, cargo_for_target, command, root};
use crate::steps::step;

/// The instruction set of an ESP32-C3.
pub(crate) const TARGET: Target = bare("riscv32imc-unknown-none-elf");

/// A microcontroller.
const fn bare(name: &'static str) -> Target {
    Target { name, build_std: "-Zbuild-std=core", linker: "ld.lld" }
}

const MANIFEST: [&str; 2] = ["--manifest-path", "firmware/Cargo.toml"];

/// Boards with an ARM core: their targets, and the features that are their drivers.
const ARM: [(Target, &str); 2] =
    [(bare("thumbv6m-none-eabi"), "rp2040"), (bare("thumbv7em-none-eabi"), "stm32")];
/// What the ROM of an ESP32-C3 looks for at the start of flash, and the flash that it shows.
const DIRECT_BOOT: [u8; 8] = [0x1D, 0x04, 0xDB, 0xAE, 0x1D, 0x04, 0xDB, 0xAE];
const ESP32C3_FLASH: usize = 4 << 20;

/// Where programs for the target go.
pub(crate) const fn target_arguments() -> [&'static str; 4] {
    ["--target", TARGET.name, "--target-dir", "target/bare"]
}

pub(crate) fn run() -> anyhow::Result<()> {
    apt_install(&["qemu-system-misc", "llvm"])?;
    for_esp32c3()?;
    for (target, driver) in &ARM {
        let mut build = cargo_for_target(target, &["build", "--release", "--lib"])?;
        build.args(MANIFEST).args(["--features", driver, "--target", target.name]);
        build.args(["--target-dir", "target/bare"]);
        step(&format!("firmware with the driver {driver}"), &mut build)?;
    }
    for (title, features) in [("64 KiB", ""), ("32 KiB", "ram32")] {
        let firmware = build(&format!("firmware for {title} of RAM"), features)?;
        let mut test = cargo(&["test", "--target-dir", "target/firmware"]);
        test.args(MANIFEST).args(["--features", features]).env("MOLA_FIRMWARE", firmware);
        step(
            &format!("firmware with {title} in QEMU"),
            test.args(["--", "--include-ignored", "--nocapture"]),
        )?;
    }
    Ok(())
}

/// Builds the program with some features, and says where it is.
pub(crate) fn build(title: &str, features: &str) -> anyhow::Result<PathBuf> {
    let mut build = cargo_for_target(&TARGET, &["build", "--release"])?;
    build.args(MANIFEST).args(["--features", features]).args(target_arguments());
    step(title, &mut build)?;
    Ok(bare_file("release/mola-firmware"))
}

/// What was built for the target, as `PROFILE/NAME`.
pub(crate) fn bare_file(name: &str) -> PathBuf {
    root().join("target/bare").join(TARGET.name).join(name)
}

/// The image for an ESP32-C3: built, flat, and beginning as the ROM wants it. Nothing here can run it.
fn for_esp32c3() -> anyhow::Result<()> {
    let program = build("firmware for an ESP32-C3", "esp32c3")?;
    let image = root().join("target/bare/esp32c3.bin");
    let mut flatten = command("llvm-objcopy", &["--output-target=binary"]);
    step("its image", flatten.arg(program).arg(&image))?;
    let bytes = std::fs::read(image)?;
    println!("{} bytes of flash", bytes.len());
    ensure!(bytes.starts_with(&DIRECT_BOOT), "the image does not begin with the words of direct boot");
    ensure!(bytes.len() > 100_000 && bytes.len() < ESP32C3_FLASH, "the image has {} bytes", bytes.len());
    Ok(())
}

//! `cargo xtask firmware`: builds the chess computer for a bare microcontroller and plays it in QEMU.

use crate::bare::{TARGET, target_arguments};
use crate::shell::{apt_install, cargo, cargo_for_target, root, step};

const MANIFEST: [&str; 2] = ["--manifest-path", "firmware/Cargo.toml"];

pub(crate) fn run() -> anyhow::Result<()> {
    apt_install(&["qemu-system-misc"])?;
    for (title, features) in [("64 KiB", ""), ("32 KiB", "ram32")] {
        let mut build = cargo_for_target(&TARGET, &["build", "--release"])?;
        build.args(MANIFEST).args(["--features", features]).args(target_arguments());
        step(&format!("firmware for {title} of RAM"), &mut build)?;
        let firmware = root().join("target/bare").join(TARGET.name).join("release/mola-firmware");
        let mut test = cargo(&["test", "--release", "--target-dir", "target/firmware"]);
        test.args(MANIFEST).args(["--features", features]).env("MOLA_FIRMWARE", firmware);
        step(
            &format!("firmware with {title} in QEMU"),
            test.args(["--", "--include-ignored", "--nocapture"]),
        )?;
    }
    Ok(())
}

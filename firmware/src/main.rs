//! The chess computer on a bare RISC-V core, as QEMU's `virt` board has one.
//!
//! Only the modules of this program know that there is hardware: `board` is `virt.rs`, or `esp32c3.rs` with
//! that feature.
#![cfg_attr(target_os = "none", no_std)]
#![cfg_attr(target_os = "none", no_main)]

#[cfg(target_os = "none")]
#[cfg_attr(feature = "esp32c3", path = "esp32c3.rs")]
#[cfg_attr(not(feature = "esp32c3"), path = "virt.rs")]
mod board;
#[cfg(target_os = "none")]
mod riscv;

/// On a computer with an operating system there is nothing to do here.
#[cfg(not(target_os = "none"))]
fn main() {
    println!("This is firmware: build it with cargo xtask firmware.");
}

//! The chess computer on a bare RISC-V core, as QEMU's `virt` board has one.
//!
//! Only this file and [`virt`] know that there is hardware. On another board, replace `virt`.
#![cfg_attr(target_os = "none", no_std)]
#![cfg_attr(target_os = "none", no_main)]

#[cfg(target_os = "none")]
mod virt;

/// On a computer with an operating system there is nothing to do here.
#[cfg(not(target_os = "none"))]
fn main() {
    println!("This is firmware: build it with cargo xtask firmware.");
}

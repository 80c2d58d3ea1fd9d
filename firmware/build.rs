//! Tells the linker where things go on the microcontroller.

fn main() {
    println!("cargo::rerun-if-changed=link.x");
    println!("cargo::rerun-if-changed=esp32c3.x");
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "none") {
        let kibibytes = if std::env::var_os("CARGO_FEATURE_RAM32").is_some() { 32 } else { 64 };
        let folder = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
        let script = if std::env::var_os("CARGO_FEATURE_ESP32C3").is_some() { "esp32c3.x" } else { "link.x" };
        println!("cargo::rustc-link-arg-bins=-T{folder}/{script}");
        println!("cargo::rustc-link-arg-bins=--defsym=_ram_length={}", kibibytes * 1024);
    }
}

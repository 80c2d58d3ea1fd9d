//! Tells the linker where things go on the microcontroller.

fn main() {
    println!("cargo::rerun-if-changed=link.x");
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "none") {
        let kibibytes = if std::env::var_os("CARGO_FEATURE_RAM32").is_some() { 32 } else { 64 };
        let folder = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
        println!("cargo::rustc-link-arg-bins=-T{folder}/link.x");
        println!("cargo::rustc-link-arg-bins=--defsym=_ram_length={}", kibibytes * 1024);
    }
}

//! Takes note of a network to build in: `MOLA_EVALFILE`, which `make EVALFILE=` sets.

fn main() {
    println!("cargo::rustc-check-cfg=cfg(evalfile)");
    println!("cargo::rerun-if-env-changed=MOLA_EVALFILE");
    if let Some(path) = std::env::var_os("MOLA_EVALFILE") {
        println!("cargo::rerun-if-changed={}", path.display());
        println!("cargo::rustc-cfg=evalfile");
    }
}

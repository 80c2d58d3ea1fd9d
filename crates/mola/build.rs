//! Chooses the web board that the program carries: the one built last in this folder, or the released one.

use std::env;
use std::path::Path;

fn main() {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap()).join("board");
    println!("cargo::rerun-if-changed={}", folder.display());
    let fresh = folder.join("fresh.pack");
    let pack = if fresh.exists() { fresh } else { folder.join("board.pack") };
    println!("cargo::rustc-env=MOLA_BOARD={}", pack.display());
}

//! Where the programs are that tests drive.
#![allow(dead_code, missing_docs, unreachable_pub)]

use std::path::PathBuf;
use std::process::Command;
use std::sync::Once;

static BUILT: Once = Once::new();

/// An example of this crate, which `cargo test` builds along with the tests.
pub fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("a test knows where it is");
    let folder = test.parent().and_then(|deps| deps.parent()).expect("tests lie in target/…/deps");
    let path = folder.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    // A run of one test file alone does not build it.
    BUILT.call_once(|| {
        if !path.exists() {
            let arguments = ["build", "--quiet", "--package", "mola-protocol", "--examples"];
            let target = folder.parent().expect("a profile lies in the target folder");
            let cargo = Command::new(env!("CARGO")).args(arguments).env("CARGO_TARGET_DIR", target).status();
            assert!(cargo.is_ok_and(|status| status.success()), "cargo build --examples");
        }
    });
    assert!(path.exists(), "{} is missing; build it with cargo build --examples", path.display());
    path
}

//! Puts the web board into the program, if it was built before. Its folder is always there, with a file that
//! says what it is for.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let dist = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap()).join("../../web/dist");
    println!("cargo::rerun-if-changed={}", dist.display());
    println!("cargo::rerun-if-changed=build.rs");
    let mut files = Vec::new();
    if env::var_os("CARGO_FEATURE_WEB").is_some() {
        collect(&dist, &mut files);
    }
    files.sort();
    let mut code = String::from("&[\n");
    for file in &files {
        let name = file.strip_prefix(&dist).unwrap().to_string_lossy().replace('\\', "/");
        let place = file.canonicalize().unwrap().to_string_lossy().into_owned();
        writeln!(code, "    ({name:?}, include_bytes!({place:?})),").unwrap();
    }
    code.push_str("]\n");
    fs::write(Path::new(&env::var("OUT_DIR").unwrap()).join("web_files.rs"), code).unwrap();
}

/// All files of the page below a folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            collect(&entry.path(), files);
        } else if entry.file_name() != "README.md" {
            files.push(entry.path());
        }
    }
}

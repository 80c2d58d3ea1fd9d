//! The header that C programs include is the one that the code says.

use std::path::Path;

#[test]
fn the_header_is_up_to_date() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(here.join("cbindgen.toml")).expect("a configuration");
    let bindings = cbindgen::Builder::new()
        .with_config(config)
        .with_src(here.join("src/lib.rs"))
        .generate()
        .expect("the code can be read");
    let mut written = Vec::new();
    bindings.write(&mut written);
    let written = String::from_utf8(written).expect("text");
    let header = here.join("include/mola_pocket.h");
    let committed = std::fs::read_to_string(&header).unwrap_or_default();
    if written != committed && std::env::var_os("MOLA_WRITE_HEADER").is_some() {
        std::fs::write(&header, written).expect("the header can be written");
        return;
    }
    assert!(written == committed, "include/mola_pocket.h is old: run the test with MOLA_WRITE_HEADER=1");
}

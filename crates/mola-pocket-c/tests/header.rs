//! The header that C programs include is the one that the code says. Both C libraries run this test.

use std::path::Path;

#[test]
fn the_header_is_up_to_date() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(here.join("cbindgen.toml")).expect("a configuration");
    let name = config.include_guard.clone().expect("a guard").to_lowercase().replace("_h", ".h");
    // It finds the other files by itself; a file that is named once more is written once more.
    let builder = cbindgen::Builder::new().with_config(config).with_src(here.join("src/lib.rs"));
    let mut written = Vec::new();
    builder.generate().expect("the code can be read").write(&mut written);
    let written = String::from_utf8(written).expect("text");
    let header = here.join("include").join(&name);
    let committed = std::fs::read_to_string(&header).unwrap_or_default();
    if written != committed && std::env::var_os("MOLA_WRITE_HEADER").is_some() {
        std::fs::write(&header, written).expect("the header can be written");
        return;
    }
    assert!(written == committed, "include/{name} is old: run the test with MOLA_WRITE_HEADER=1");
}

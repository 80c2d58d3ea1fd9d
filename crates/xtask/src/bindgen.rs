//! Ties a wasm module to JavaScript. A program of its own behind a feature, since what it takes to build is
//! more than all the other chores together.

use anyhow::Context;

/// `bindgen MODULE FOLDER`: writes the module, its JavaScript and its types into the folder.
pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    let [module, folder] = arguments else { anyhow::bail!("say which module and which folder") };
    tie(module, folder).with_context(|| format!("cannot tie {module} to JavaScript"))
}

#[cfg(feature = "bindgen")]
fn tie(module: &str, folder: &str) -> anyhow::Result<()> {
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    bindgen.input_path(module).out_name("mola").web(true)?.typescript(true).generate(folder)
}

#[cfg(not(feature = "bindgen"))]
fn tie(_: &str, _: &str) -> anyhow::Result<()> {
    anyhow::bail!("this needs the feature bindgen, which `cargo xtask web` turns on")
}

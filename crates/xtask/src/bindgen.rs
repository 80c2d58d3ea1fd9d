//! Binds a wasm module to JavaScript. It is behind a feature, since it takes longer to build than all other
//! chores together.

use anyhow::Context;

/// `bindgen MODULE FOLDER`: writes the module, its JavaScript and its types into the folder.
pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    let [module, folder] = arguments else {
        anyhow::bail!("type which module and which folder: bindgen MODULE FOLDER")
    };
    bind(module, folder).with_context(|| format!("cannot bind {module} to JavaScript"))
}

#[cfg(feature = "bindgen")]
fn bind(module: &str, folder: &str) -> anyhow::Result<()> {
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    bindgen.input_path(module).out_name("mola").web(true)?.typescript(true).generate(folder)
}

#[cfg(not(feature = "bindgen"))]
fn bind(_: &str, _: &str) -> anyhow::Result<()> {
    anyhow::bail!("this chore needs the feature bindgen, which `cargo xtask npm` turns on")
}

//! `cargo xtask npm`: the package for JavaScript, from Rust to what npm packs, and everything that proves it.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail, ensure};

use crate::shell::{Target, apt_install, cargo_for_target, chore_with_feature, command, renew, root, works};
use crate::steps::step;
use crate::strength::release;

pub(crate) const WASM: Target =
    Target { name: "wasm32-unknown-unknown", build_std: "-Zbuild-std=std,panic_abort", linker: "wasm-ld" };

/// What shows pages to the tests.
pub(crate) const BROWSER: &str = "chromium";

/// The two forms of the engine: machines without SIMD load the second.
const FORMS: [(&str, &[&str]); 2] = [("simd", &["--features", "simd128"]), ("scalar", &[])];

/// The network, which is a file of its own: both forms share it, and rules alone do not need it.
const NETWORK: &str = "crates/mola-engine/net/mola.nnue";

/// How deep the positions are searched whose nodes must be the same here and in wasm.
const SIGNATURE_DEPTH: &str = "9";

/// `npm`, `npm build`, `npm bench`.
pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    match arguments.first().map(String::as_str) {
        None => build().and_then(|()| test(&release()?)),
        Some("build") => build(),
        Some("bench") => build().and_then(|()| signature(&release()?, "13")),
        Some(other) => bail!("{other:?} is not a part of the chore; type build or bench, or nothing to test"),
    }
}

/// Builds the package in `npm`: the module in two forms, the network, and the code around them.
pub(crate) fn build() -> anyhow::Result<()> {
    build_wasm()?;
    install_node_modules("npm")?;
    step("package for npm", &mut npm("npm", &["run", "--silent", "build"]))
}

/// The package in Node, in pages with and without Vite, and its node counts.
pub(crate) fn test(program: &Path) -> anyhow::Result<()> {
    check_versions()?;
    step("package in Node", &mut npm("npm", &["run", "--silent", "test"]))?;
    let samples = pack()?;
    let mut types = npm("npm", &["exec", "--", "tsc", "--project"]);
    step("types of the sample", types.arg(samples.join("vite")))?;
    let game = command("node", &["node.mjs"]).current_dir(&samples).output()?;
    let game = String::from_utf8_lossy(&game.stdout);
    ensure!(
        game.contains("[White \"Mola\"]") && !game.contains("[Result \"*\"]"),
        "the sample for Node said:\n{game}"
    );
    apt_install(&[BROWSER])?;
    step("samples in Chromium", command("node", &["npm/tests/pages.mjs"]).arg(&samples))?;
    signature(program, SIGNATURE_DEPTH)
}

/// The versions that npm sees are those of the workspace.
fn check_versions() -> anyhow::Result<()> {
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    for file in ["npm/package.json", "web/package.json"] {
        let text = fs::read_to_string(root().join(file))?;
        ensure!(text.contains(&version), "{file} does not say {version}");
    }
    Ok(())
}

/// Packs the package as npm would publish it, and unpacks it beside the samples.
fn pack() -> anyhow::Result<PathBuf> {
    let folder = root().join("target/npm");
    let samples = folder.join("samples");
    let package = samples.join("node_modules/mola-chess");
    renew(&samples)?;
    fs::create_dir_all(&package)?;
    let mut pack = npm("npm", &["pack", "--silent", "--pack-destination"]);
    step("pack the package", pack.arg(&folder))?;
    let archive = folder.join(format!("mola-chess-{}.tgz", env!("CARGO_PKG_VERSION")));
    let mut unpack = command("tar", &["--strip-components=1", "-xzf"]);
    step("unpack it", unpack.arg(archive).arg("-C").arg(&package))?;
    step("copy the samples", command("cp", &["-r", "npm/samples/."]).arg(&samples))?;
    // Vite's page looks for the package above its own folder.
    Ok(samples)
}

/// Whether the engine counts the same nodes in both forms as here, and how fast it is.
fn signature(program: &Path, depth: &str) -> anyhow::Result<()> {
    let mut signature = npm("npm", &["run", "--silent", "signature", "--", depth]);
    step("the same nodes in wasm and here", signature.env("MOLA", program))
}

/// Builds both forms of the engine and one JavaScript for both into `npm/wasm`, beside the network.
pub(crate) fn build_wasm() -> anyhow::Result<()> {
    let (folder, out) = (root().join("target/wasm"), root().join("npm/wasm"));
    fs::create_dir_all(&out)?;
    fs::copy(root().join(NETWORK), out.join("mola.nnue"))?;
    let mut scripts = Vec::new();
    step("crates of the engine", &mut cargo_for_target(&WASM, &["fetch", "--locked"])?)?;
    let names = portable_names()?;
    // One after the other in one folder: all but the engine is built once for both.
    for (form, features) in FORMS {
        let mut build = cargo_for_target(&WASM, &["build", "--package", "mola-wasm", "--profile", "wasm"])?;
        build.args(features).args(["--target", WASM.name]).arg("--target-dir").arg(&folder);
        build.env("RUSTFLAGS", &names);
        step(&format!("engine in wasm, {form}"), &mut build)?;
        let (module, bound) = (folder.join(WASM.name).join("wasm/mola_wasm.wasm"), folder.join("bound"));
        let mut bindgen = chore_with_feature("bindgen");
        step(&format!("bind {form} to JavaScript"), bindgen.arg(module).arg(&bound))?;
        fs::copy(bound.join("mola_bg.wasm"), out.join(form).with_extension("wasm"))?;
        // A way to free things that many users' settings do not know.
        let types =
            fs::read_to_string(bound.join("mola.d.ts"))?.replace("    [Symbol.dispose](): void;\n", "");
        fs::write(out.join("mola.d.ts"), types)?;
        scripts.push(fs::read_to_string(bound.join("mola.js"))?);
    }
    if scripts.windows(2).any(|pair| pair[0] != pair[1]) {
        bail!("the two forms of the engine need different JavaScript");
    }
    Ok(fs::write(out.join("mola.js"), &scripts[0])?)
}

/// Flags that leave this machine's folders out of the module, so that others build the same.
fn portable_names() -> anyhow::Result<String> {
    let home = std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let registries = home.context("there is no home folder for cargo")?.join("registry/src");
    let mut flags = String::new();
    for registry in fs::read_dir(&registries).with_context(|| format!("{}", registries.display()))? {
        write!(flags, " --remap-path-prefix={}=registry", registry?.path().display())?;
    }
    Ok(flags)
}

/// Installs what a folder's lock file names.
pub(crate) fn install_node_modules(folder: &str) -> anyhow::Result<()> {
    if !works("npm", &["--version"]) {
        apt_install(&["nodejs", "npm"])?;
    }
    // A copy of the lock file says what was installed: there is nothing to do if it is the same.
    let home = root().join(folder);
    let [lock, done] = ["package-lock.json", "node_modules/.installed-lock.json"].map(|file| home.join(file));
    if fs::read(&lock).ok() == fs::read(&done).ok() {
        return Ok(());
    }
    let mut install = npm(folder, &["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
    step(&format!("node modules of {folder}"), &mut install)?;
    fs::copy(lock, done).context("node modules")?;
    Ok(())
}

/// npm in a folder of the workspace.
pub(crate) fn npm(folder: &str, arguments: &[&str]) -> Command {
    let mut npm = command("npm", arguments);
    npm.current_dir(root().join(folder));
    npm
}

//! `cargo xtask web`: the web board, from Rust to a page, and everything that proves it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use crate::shell::{Target, apt_install, cargo, cargo_for_target, command, output, root, works};
use crate::steps::{Lane, side_by_side, step};
use crate::strength::release;

const WASM: Target = Target {
    name: "wasm32-unknown-unknown",
    build_std: "-Zbuild-std=std,panic_abort",
    linker: ("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld"),
};

/// What shows the page to the tests.
pub(crate) const BROWSER: &str = "chromium";

/// The two forms of the engine: browsers without SIMD load the second.
const FORMS: [(&str, &str); 2] = [("simd", "-C target-feature=+simd128"), ("scalar", "")];

/// How deep the positions are searched whose nodes must be the same here and in the browser.
const SIGNATURE_DEPTH: &str = "9";

/// What the page is made of. A pack names the git trees of these folders.
const SOURCES: [&str; 6] = [
    "web",
    "crates/mola-wasm",
    "crates/mola-rules",
    "crates/mola-game",
    "crates/mola-engine",
    "crates/mola-pocket",
];

/// The page that the program carries: the one that is committed, and the one built last.
const RELEASED: &str = "crates/mola/board/board.pack";
const FRESH: &str = "crates/mola/board/fresh.pack";

/// `web`, `web build`, `web test`, `web release`, `web bench`, `web pictures`.
pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    match arguments.first().map(String::as_str) {
        None => build().and_then(|()| step("web board", &mut cargo(&["run", "--release", "--", "web"]))),
        Some("build") => build(),
        Some("test") => test(),
        Some("release") => renew_release(),
        Some("bench") => bench(),
        Some("pictures") => pictures(),
        Some(other) => {
            bail!(
                "{other:?} is not a part of the chore; type build, test, release, bench or pictures, or nothing to play"
            )
        }
    }
}

/// Builds the page into `web/dist`, which any static host can serve, and packs it for the program.
pub(crate) fn build() -> anyhow::Result<()> {
    build_wasm()?;
    install_node_modules()?;
    step("web page", &mut npm(&["run", "build"]))?;
    let mut pack = npm(&["run", "--silent", "pack", "--"]);
    step("pack the page", pack.arg(root().join(FRESH)).args(origin()?))
}

/// What a pack says about where it comes from: the trees of its sources, and the compiler.
fn origin() -> anyhow::Result<Vec<String>> {
    let trees = SOURCES.iter().map(|folder| {
        Ok(format!(
            "tree {} {folder}",
            output(&mut command("git", &["rev-parse", &format!("HEAD:{folder}")]))?
        ))
    });
    let compiler = output(cargo_for_target(&WASM, &["--version"])?.env_remove("RUSTFLAGS"))?;
    trees.chain([Ok(format!("compiler {compiler}"))]).collect()
}

/// Renews the page that is committed. What is not committed would not be in the trees that the pack names.
fn renew_release() -> anyhow::Result<()> {
    let changed = output(command("git", &["status", "--porcelain", "--"]).args(SOURCES))?;
    if !changed.is_empty() {
        bail!("commit these first, since a pack names the trees it was built from:\n{changed}");
    }
    build()?;
    fs::rename(root().join(FRESH), root().join(RELEASED))?;
    println!("{RELEASED} is new: commit it.");
    Ok(())
}

/// Whether the committed page belongs to the sources that it names: their trees are in the history, and as
/// long as they are the current ones, building them gives the same page.
fn check_release() -> anyhow::Result<()> {
    let [released, fresh] = [RELEASED, FRESH].map(|file| fs::read(root().join(file)));
    let (released, fresh) = (released.context(RELEASED)?, fresh.context(FRESH)?);
    let [named, current] = [&released, &fresh].map(|pack| facts(pack));
    for line in &named {
        if let Some(tree) = line.strip_prefix("tree ").and_then(|rest| rest.split(' ').next())
            && !works("git", &["cat-file", "-e", tree])
        {
            bail!("{RELEASED} names a tree that is not in the history: {line}");
        }
    }
    let changed = output(command("git", &["status", "--porcelain", "--"]).args(SOURCES))?;
    if named == current && changed.is_empty() && released != fresh {
        bail!("{RELEASED} is not what its own sources build: run cargo xtask web release");
    }
    println!("The committed page is {}.", if named == current { "the current one" } else { "an older one" });
    Ok(())
}

/// The lines of a pack that say where it comes from.
fn facts(pack: &[u8]) -> Vec<String> {
    let text = pack.split(|&byte| byte == b'\n').map(String::from_utf8_lossy);
    let text = text.take_while(|line| !line.is_empty());
    text.filter(|line| !line.starts_with("file ")).map(Into::into).collect()
}

/// All tests of the web board: types, headless state, the page in a real browser, the engine's signature.
pub(crate) fn test() -> anyhow::Result<()> {
    build()?;
    test_page(&release()?)
}

/// The same with a program that has the page inside.
pub(crate) fn test_page(program: &Path) -> anyhow::Result<()> {
    check_release()?;
    step("types of the web board", &mut npm(&["run", "check"]))?;
    step("state of the web board", &mut npm(&["run", "test:unit"]))?;
    apt_install(&[BROWSER])?;
    step("web board in Chromium", npm(&["run", "test:browser"]).env("MOLA", program))?;
    let mut signature = npm(&["run", "signature", "--", SIGNATURE_DEPTH]);
    step("the same nodes in wasm and here", signature.env("MOLA", program))
}

/// How fast the engine is in a browser's runtime, as a ratio to the native one.
fn bench() -> anyhow::Result<()> {
    build_wasm()?;
    step("wasm against native", npm(&["run", "signature", "--", "13"]).env("MOLA", release()?))
}

/// Takes the pictures of the README.
fn pictures() -> anyhow::Result<()> {
    build()?;
    apt_install(&[BROWSER])?;
    step("pictures", npm(&["run", "pictures"]).env("MOLA", release()?))
}

/// Builds both forms of the engine and one JavaScript for both into `web/wasm`.
fn build_wasm() -> anyhow::Result<()> {
    let mut builds: Vec<Lane<'_>> = Vec::new();
    for (form, flags) in FORMS {
        let mut build = cargo_for_target(&WASM, &["build", "--package", "mola-wasm", "--profile", "wasm"])?;
        build
            .args(["--target", WASM.name])
            .arg("--target-dir")
            .arg(form_folder(form))
            .env("RUSTFLAGS", flags);
        builds.push(Box::new(move || step(&format!("engine for browsers, {form}"), &mut build)));
    }
    side_by_side(builds)?;
    let out = root().join("web/wasm");
    fs::create_dir_all(&out)?;
    let mut scripts = Vec::new();
    for (form, _) in FORMS {
        let bound = form_folder(form).join("bound");
        let module = form_folder(form).join(WASM.name).join("wasm/mola_wasm.wasm");
        let mut bindgen = cargo(&["run", "--quiet", "--package", "xtask", "--features", "bindgen"]);
        bindgen.args(["--target-dir", "target/bindgen", "--", "bindgen"]).arg(module).arg(&bound);
        // It runs for a second and takes half a minute to build, so it is not optimized.
        bindgen.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0").env("CARGO_PROFILE_DEV_DEBUG", "0");
        step(&format!("bind {form} to JavaScript"), &mut bindgen)?;
        fs::copy(bound.join("mola_bg.wasm"), out.join(form).with_extension("wasm"))?;
        fs::copy(bound.join("mola.d.ts"), out.join("mola.d.ts"))?;
        scripts.push(fs::read_to_string(bound.join("mola.js"))?);
    }
    if scripts.windows(2).any(|pair| pair[0] != pair[1]) {
        bail!("the two forms of the engine need different JavaScript");
    }
    Ok(fs::write(out.join("mola.js"), &scripts[0])?)
}

/// Where one form of the engine is built.
fn form_folder(form: &str) -> PathBuf {
    root().join("target/wasm").join(form)
}

fn install_node_modules() -> anyhow::Result<()> {
    if !works("npm", &["--version"]) {
        apt_install(&["nodejs", "npm"])?;
    }
    // A copy of the lock file says what was installed: there is nothing to do if it is the same.
    let web = root().join("web");
    let [lock, done] = ["package-lock.json", "node_modules/.installed-lock.json"].map(|file| web.join(file));
    if fs::read(&lock).ok() == fs::read(&done).ok() {
        return Ok(());
    }
    step("node modules", &mut npm(&["ci", "--no-audit", "--no-fund", "--loglevel=error"]))?;
    fs::copy(lock, done)?;
    Ok(())
}

fn npm(arguments: &[&str]) -> Command {
    let mut npm = command("npm", arguments);
    npm.current_dir(root().join("web"));
    npm
}

//! `cargo xtask web`: the web board, from Rust to a page, and everything that proves it.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};

use crate::npm::{self, BROWSER, WASM, install_node_modules, npm};
use crate::shell::{apt_install, cargo, cargo_for_target, command, output, root, works};
use crate::steps::step;
use crate::strength::release;

/// What the page is made of. A pack names the git trees of these folders.
const SOURCES: [&str; 8] = [
    "web",
    "npm",
    "crates/mola-wasm",
    "crates/mola-rules",
    "crates/mola-game",
    "crates/mola-engine",
    "crates/mola-pocket",
    "crates/mola-protocol",
];

/// The page that the program carries: the one that is committed, and the one built last.
const RELEASED: &str = "crates/mola/board/board.pack";
const FRESH: &str = "crates/mola/board/fresh.pack";

/// `web`, `web build`, `web test`, `web release`, `web pictures`.
pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    match arguments.first().map(String::as_str) {
        None => build().and_then(|()| step("web board", &mut cargo(&["run", "--release", "--", "web"]))),
        Some("build") => build(),
        Some("test") => test(),
        Some("release") => renew_release(),
        Some("pictures") => pictures(),
        Some(other) => {
            bail!(
                "{other:?} is not a part of the chore; type build, test, release or pictures, or nothing to play"
            )
        }
    }
}

/// Builds the page into `web/dist`, which any static host can serve, and packs it for the program.
pub(crate) fn build() -> anyhow::Result<()> {
    npm::build()?;
    install_node_modules("web")?;
    step("web page", &mut npm("web", &["run", "build"]))?;
    let mut pack = npm("web", &["run", "--silent", "pack", "--"]);
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

/// All tests of the web board: types, headless state, the page in a real browser.
pub(crate) fn test() -> anyhow::Result<()> {
    build()?;
    test_page(&release()?)
}

/// The same with a program that has the page inside.
pub(crate) fn test_page(program: &Path) -> anyhow::Result<()> {
    check_release()?;
    step("types of the web board", &mut npm("web", &["run", "check"]))?;
    step("state of the web board", &mut npm("web", &["run", "test:unit"]))?;
    apt_install(&[BROWSER])?;
    step("web board in Chromium", npm("web", &["run", "test:browser"]).env("MOLA", program))
}

/// Takes the pictures of the README.
fn pictures() -> anyhow::Result<()> {
    build()?;
    apt_install(&[BROWSER])?;
    step("pictures", npm("web", &["run", "pictures"]).env("MOLA", release()?))
}

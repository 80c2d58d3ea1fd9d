//! `cargo xtask site`: the guide as a book, with the crates' documentation, the web board and live boards in
//! the text, in one folder that any static host can serve.

mod links;
mod pages;
mod quotes;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::npm::{self, BROWSER, install_node_modules};
use crate::shell::{apt_install, cargo, chore_with_feature, command, output, renew, root, target_folder};
use crate::steps::step;
use crate::test::docs;

/// Where the pages are put together before mdBook reads them, and where the site goes.
const SOURCE: &str = "target/book";
const SITE: &str = "target/site";

/// What live boards load: the rules and the engines, in the form that runs everywhere, and the network.
const ENGINE: [&str; 3] = ["mola.js", "scalar.wasm", "mola.nnue"];

/// `site`, `site test`.
pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    match arguments.first().map(String::as_str) {
        None => build(),
        Some("test") => test(),
        Some(other) => bail!("{other:?} is not a part of the chore; type test, or nothing to build"),
    }
}

/// Builds the site, and checks every link in its pages.
pub(crate) fn build() -> anyhow::Result<()> {
    for page in quotes::refresh()? {
        println!("{page} quotes the code of today again: commit it.");
    }
    let (source, site) = (root().join(SOURCE), root().join(SITE));
    renew(&source)?;
    let docs = build_documentation()?;
    pages::stage(&source, &docs)?;
    if !root().join("npm/wasm/mola.js").exists() {
        npm::build_wasm()?;
    }
    for name in ENGINE {
        copy(&root().join("npm/wasm").join(name), &source.join("live/wasm").join(name))?;
    }
    renew(&site)?;
    step("book", chore_with_feature("mdbook").arg(&source).arg(&site))?;
    fs::remove_file(site.join("book.toml"))?;
    add_documentation(&docs, &site.join("api"))?;
    add_board(&site.join("board"))?;
    let count = links::check(&site)?;
    println!("{SITE} is ready: {count} links between its pages lead somewhere.");
    Ok(())
}

/// The site in Chromium: on a phone, in the dark, with axe, and with a board that is played on.
pub(crate) fn test() -> anyhow::Result<()> {
    build()?;
    // What shows pages to tests comes with the web board.
    install_node_modules("web")?;
    apt_install(&[BROWSER])?;
    step("site in Chromium", command("node", &["web/tools/site.mjs"]).arg(root().join(SITE)))
}

/// Builds the documentation as CI does, which leaves nothing to do there, and says where it is.
fn build_documentation() -> anyhow::Result<PathBuf> {
    docs()?;
    Ok(target_folder()?.join("doc"))
}

/// The documentation of every crate, and a list of them.
fn add_documentation(docs: &Path, api: &Path) -> anyhow::Result<()> {
    copy_folder(docs, api)?;
    let mut list = String::new();
    for name in names_in(&root().join("crates"))? {
        let (folder, manifest) =
            (name.replace('-', "_"), root().join("crates").join(&name).join("Cargo.toml"));
        let manifest = fs::read_to_string(manifest)?;
        let about = manifest.lines().find_map(|line| line.strip_prefix("description = \""));
        if api.join(&folder).join("index.html").exists() {
            let about = about.unwrap_or_default().trim_end_matches('"');
            writeln!(list, "<li><a href=\"{folder}/index.html\">{name}</a>: {about}</li>")?;
        }
    }
    let page = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Mola's crates</title>\n\
        <link rel=\"icon\" href=\"../favicon.svg\">\
        <meta name=\"viewport\" content=\"width=device-width\"><style>:root{color-scheme:light dark}\
        body{font:1.1em/1.6 sans-serif;max-width:40em;margin:auto;padding:1em}</style>\n\
        <main><h1>Mola's crates</h1><p><a href=\"../index.html\">The book</a></p><ul>\n";
    Ok(fs::write(api.join("index.html"), format!("{page}{list}</ul></main></html>\n"))?)
}

/// The web board: the one built last, or the one that the program carries, which needs no Node.
fn add_board(board: &Path) -> anyhow::Result<()> {
    let built = root().join("web/dist");
    if built.join("index.html").exists() {
        copy_folder(&built, board)?;
        return Ok(fs::remove_file(board.join("README.md"))?);
    }
    let export = ["run", "--quiet", "--package", "mola", "--", "web", "--export"];
    step("web board of the program", cargo(&export).arg(board))
}

/// Copies a file, and makes the folders that it needs.
fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to.parent().context("a file without a folder")?)?;
    fs::copy(from, to).with_context(|| from.display().to_string())?;
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> anyhow::Result<()> {
    for name in names_in(from)? {
        let (from, to) = (from.join(&name), to.join(&name));
        if from.is_dir() { copy_folder(&from, &to)? } else { copy(&from, &to)? }
    }
    Ok(())
}

/// What is in a folder, in order.
fn names_in(folder: &Path) -> anyhow::Result<Vec<String>> {
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut names = entries
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<anyhow::Result<Vec<_>>>()?;
    names.sort();
    Ok(names)
}

fn has_ending(name: &str, ending: &str) -> bool {
    Path::new(name).extension().is_some_and(|found| found == ending)
}

/// The files under a path that belong to the project.
fn project_files(path: &str) -> anyhow::Result<Vec<String>> {
    let list = ["ls-files", "--cached", "--others", "--exclude-standard", "--"];
    Ok(output(command("git", &list).arg(path))?.lines().map(str::to_owned).collect())
}

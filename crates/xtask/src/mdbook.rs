//! Builds a book with mdBook. It is behind a feature, since it takes longer to build than all other chores.

use anyhow::Context;

/// `mdbook SOURCE SITE`: builds the book in the first folder into the second.
pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    let [source, site] = arguments else {
        anyhow::bail!("type where the book is and where its pages go: mdbook SOURCE SITE")
    };
    build(source, site).with_context(|| format!("cannot build the book in {source}"))
}

#[cfg(feature = "mdbook")]
fn build(source: &str, site: &str) -> anyhow::Result<()> {
    let mut book = mdbook_driver::MDBook::load(source)?;
    book.config.build.build_dir = site.into();
    book.build()
}

#[cfg(not(feature = "mdbook"))]
fn build(_: &str, _: &str) -> anyhow::Result<()> {
    anyhow::bail!("this chore needs the feature mdbook, which `cargo xtask site` turns on")
}

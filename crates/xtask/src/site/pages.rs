//! The pages of the book: those that `guide/SUMMARY.md` lists, from all over the project. On the site they lie
//! in one folder, and whatever else they link to is found beside them.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};

use super::{copy, has_ending, project_files};
use crate::shell::root;

const GUIDE: &str = "guide";

/// Puts the pages of the book, and all that they show and link to, into a folder for mdBook. `docs` is where the
/// crates' documentation is.
pub(super) fn stage(folder: &Path, docs: &Path) -> anyhow::Result<()> {
    let mut summary = fs::read_to_string(root().join(GUIDE).join("SUMMARY.md"))?;
    for file in project_files(GUIDE)? {
        let name = &file[GUIDE.len() + 1..];
        if !has_ending(name, "md") {
            copy(&root().join(&file), &folder.join(name))?;
        } else if name != "SUMMARY.md" && !summary.contains(&format!("({name})")) {
            let text = fs::read_to_string(root().join(&file))?;
            let title = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or(name);
            writeln!(summary, "- [{title}]({name})")?;
        }
    }
    let pages: Vec<String> = targets(&summary).map(|target| resolve(GUIDE, target)).collect();
    let book = Book { pages: &pages, folder, docs };
    fs::write(folder.join("SUMMARY.md"), book.relink(GUIDE, &summary)?)?;
    for page in &pages {
        let text = fs::read_to_string(root().join(page)).with_context(|| page.clone())?;
        let home = page.rsplit_once('/').map_or("", |(home, _)| home);
        let text = book.relink(home, &text).with_context(|| page.clone())?;
        fs::write(folder.join(page_name(page)), unfold_trees(&text)?)?;
    }
    Ok(())
}

/// What a page is called on the site: pages of the guide keep their names.
fn page_name(page: &str) -> String {
    let name = page.strip_prefix("guide/");
    name.map_or_else(|| page.to_lowercase().replace("/readme.md", ".md").replace('/', "-"), str::to_owned)
}

struct Book<'a> {
    /// The pages by their places in the project.
    pages: &'a [String],
    folder: &'a Path,
    docs: &'a Path,
}

impl Book<'_> {
    /// A page with its links as they are on the site. `home` is the folder that it comes from.
    fn relink(&self, home: &str, text: &str) -> anyhow::Result<String> {
        let mut relinked = String::new();
        let mut in_code = false;
        for line in text.split_inclusive('\n') {
            in_code ^= line.trim_start().starts_with("```");
            if in_code {
                relinked += line;
                continue;
            }
            let mut parts = line.split("](");
            relinked += parts.next().unwrap_or_default();
            for part in parts {
                let (target, rest) = part.split_once(')').unwrap_or((part, ""));
                write!(relinked, "]({}){rest}", self.place(home, target)?)?;
            }
        }
        Ok(relinked)
    }

    /// Where a link leads on the site.
    fn place(&self, home: &str, target: &str) -> anyhow::Result<String> {
        if target.starts_with("http") || target.starts_with('#') || target.contains(' ') {
            return Ok(target.to_owned());
        }
        let (path, fragment) = target.split_once('#').unwrap_or((target, ""));
        let place = self.place_of(&resolve(home, path))?;
        Ok(if fragment.is_empty() { place } else { format!("{place}#{fragment}") })
    }

    fn place_of(&self, path: &str) -> anyhow::Result<String> {
        let readme = format!("{path}/README.md");
        if let Some(page) = self.pages.iter().find(|&page| page == path || *page == readme) {
            return Ok(page_name(page));
        }
        let whole = root().join(path);
        ensure!(whole.exists(), "{path} is linked, but it does not exist");
        if let Some(figure) = path.strip_prefix("guide/").filter(|_| whole.is_file()) {
            return Ok(figure.to_owned());
        }
        if path == "web" {
            return Ok("board/index.html".to_owned());
        }
        // What is built on other machines only has no documentation here.
        if let Some(place) = documentation(path).filter(|place| self.docs.join(place).exists()) {
            return Ok(format!("api/{place}"));
        }
        if whole.is_file() {
            return self.add_file(path);
        }
        // A folder becomes a list of its files.
        let mut list = String::new();
        for file in project_files(path)? {
            let place = self.add_file(&file)?;
            let (name, place) = (&file[path.len() + 1..], &place["files/".len() + path.len() + 1..]);
            writeln!(list, "<li><a href=\"{place}\">{name}</a></li>")?;
        }
        let page = format!(
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>{path}</title>\n\
            <main><h1>{path}</h1><ul>\n{list}</ul></main></html>\n"
        );
        fs::write(self.folder.join("files").join(path).join("index.html"), page)?;
        Ok(format!("files/{path}/index.html"))
    }

    /// A file of the project as text, which every browser shows.
    fn add_file(&self, path: &str) -> anyhow::Result<String> {
        // mdBook would take a link with `.md` in it for one to a page.
        let place = format!("files/{}.txt", path.replace(".md", ""));
        copy(&root().join(path), &self.folder.join(&place))?;
        Ok(place)
    }
}

/// Where the documentation of a crate or one of its source files is, if there is any.
fn documentation(path: &str) -> Option<String> {
    let rest = path.strip_prefix("crates/")?;
    let (name, inside) = rest.split_once('/').unwrap_or((rest, ""));
    let name = name.replace('-', "_");
    if inside.is_empty() {
        return Some(format!("{name}/index.html"));
    }
    let source = inside.strip_prefix("src/")?;
    // A folder of sources has a file beside it with the same name.
    let ending = if has_ending(source, "rs") { "" } else { ".rs" };
    Some(format!("src/{name}/{source}{ending}.html"))
}

/// A path from the root of the project, seen from one of its folders.
fn resolve(home: &str, target: &str) -> String {
    let mut parts: Vec<&str> = home.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.trim_end_matches('/').split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The targets of the links in a text.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|part| part.split_once(')')).map(|(target, _)| target)
}

/// Puts a tree that can be unfolded under the picture of it.
fn unfold_trees(text: &str) -> anyhow::Result<String> {
    let mut unfolded = String::new();
    for line in text.split_inclusive('\n') {
        unfolded += line;
        if let Some(name) = line.strip_prefix("<figure data-tree=\"").and_then(|rest| rest.split('"').next())
        {
            let tree = root().join(GUIDE).join("figures").join(name).with_extension("html");
            unfolded += &fs::read_to_string(&tree).with_context(|| tree.display().to_string())?;
        }
    }
    Ok(unfolded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_seen_from_the_folder_of_the_page() {
        assert_eq!(resolve("guide", "../docs/LEVELS.md"), "docs/LEVELS.md");
        assert_eq!(resolve("training/selfplay", "../README.md"), "training/README.md");
        assert_eq!(resolve("", "guide/"), "guide");
    }

    #[test]
    fn pages_of_the_guide_keep_their_names() {
        assert_eq!(page_name("guide/6-search.md"), "6-search.md");
        assert_eq!(page_name("docs/LEVELS.md"), "docs-levels.md");
        assert_eq!(page_name("training/selfplay/README.md"), "training-selfplay.md");
    }

    #[test]
    fn sources_lead_to_their_documentation() {
        assert_eq!(documentation("crates/mola-rules").unwrap(), "mola_rules/index.html");
        assert_eq!(documentation("crates/mola-engine/src/nnue").unwrap(), "src/mola_engine/nnue.rs.html");
        assert_eq!(documentation("crates/mola-rules/tests"), None);
    }

    #[test]
    fn links_in_code_stay_as_they_are() {
        let pages = ["guide/1-bitboards.md".to_owned(), "docs/LEVELS.md".to_owned()];
        let book = Book { pages: &pages, folder: Path::new(""), docs: Path::new("") };
        let text = "[a](1-bitboards.md#steps) and [b](../docs/LEVELS.md)\n```\n[c](../docs/LEVELS.md)\n```\n";
        let expected =
            "[a](1-bitboards.md#steps) and [b](docs-levels.md)\n```\n[c](../docs/LEVELS.md)\n```\n";
        assert_eq!(book.relink("guide", text).unwrap(), expected);
    }
}

//! Every link between pages of the site leads somewhere, and none leaves its folder.

use std::collections::HashMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::ensure;

use super::{has_ending, names_in};

/// Checks the links of the book's own pages, and returns how many there are.
pub(super) fn check(site: &Path) -> anyhow::Result<usize> {
    let mut pages = HashMap::new();
    for name in names_in(site)?.into_iter().filter(|name| has_ending(name, "html")) {
        pages.insert(name.clone().into(), fs::read_to_string(site.join(name))?);
    }
    let mut faults = Vec::new();
    let mut count = 0;
    for (page, text) in &pages {
        for link in links(text).filter(|link| !is_outside(link)) {
            count += 1;
            if !leads_somewhere(site, &pages, page, link) {
                faults.push(format!("{}: {link}", page.display()));
            }
        }
    }
    faults.sort();
    faults.dedup();
    ensure!(faults.is_empty(), "links that lead nowhere:\n  {}", faults.join("\n  "));
    Ok(count)
}

/// What the attributes of a page name.
fn links(text: &str) -> impl Iterator<Item = &str> {
    ["href=\"", "src=\""]
        .into_iter()
        .flat_map(|name| text.split(name).skip(1).filter_map(|rest| rest.split('"').next()))
}

fn is_outside(link: &str) -> bool {
    ["https:", "http:", "data:", "mailto:"].iter().any(|scheme| link.starts_with(scheme))
}

fn leads_somewhere(site: &Path, pages: &HashMap<PathBuf, String>, page: &Path, link: &str) -> bool {
    let (path, fragment) = link.split_once('#').unwrap_or((link, ""));
    let path = path.split('?').next().unwrap_or_default();
    let target = if path.is_empty() { page.to_owned() } else { Path::new(path).to_owned() };
    // Any folder of any host can be the site's: nothing may be looked for above it.
    if !target.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        return false;
    }
    match pages.get(&target) {
        Some(text) => fragment.is_empty() || text.contains(&format!("id=\"{fragment}\"")),
        None => site.join(target).is_file(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_needs_its_page_and_its_heading() {
        let page: PathBuf = "a.html".into();
        let text =
            r##"<h2 id="here">…</h2><a href="#here">…</a><a href="b.html">…</a><a href="/a.html">…</a>"##;
        let pages = HashMap::from([(page.clone(), text.to_owned())]);
        let good = |link| leads_somewhere(Path::new("no such folder"), &pages, &page, link);
        assert_eq!(links(text).collect::<Vec<_>>(), ["#here", "b.html", "/a.html"]);
        assert!(good("#here") && good("a.html#here") && good("a.html?search"));
        assert!(!good("#there") && !good("b.html") && !good("/a.html") && !good("../a.html"));
    }
}

//! The page as one file inside the program. `web/tools/pack.mjs` writes it.
//!
//! Lines of text come first: what it is, facts about where it comes from, and `file LENGTH NAME` for each
//! file. An empty line ends them. The files follow in the same order, each compressed with gzip, which is
//! how browsers want them.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use flate2::read::GzDecoder;

/// The first line of a pack.
const MAGIC: &str = "MOLA BOARD 1";

/// The files of a page by their names.
#[derive(Clone, Debug, Default)]
pub(super) struct Pack {
    files: Vec<(&'static str, &'static [u8])>,
}

impl Pack {
    /// Reads the list of files. `None` if this is not a whole pack.
    pub(super) fn read(bytes: &'static [u8]) -> Option<Self> {
        let end = bytes.windows(2).position(|pair| pair == b"\n\n")?;
        let (text, mut rest) = (std::str::from_utf8(&bytes[..end]).ok()?, &bytes[end + 2..]);
        let mut lines = text.lines();
        if lines.next() != Some(MAGIC) {
            return None;
        }
        let mut files = Vec::new();
        for line in lines.filter_map(|line| line.strip_prefix("file ")) {
            let (length, name) = line.split_once(' ')?;
            let (content, after) = rest.split_at_checked(length.parse().ok()?)?;
            files.push((name, content));
            rest = after;
        }
        rest.is_empty().then_some(Self { files })
    }

    /// A compressed file.
    pub(super) fn find(&self, name: &str) -> Option<&'static [u8]> {
        self.files.iter().find(|(known, _)| *known == name).map(|(_, content)| *content)
    }

    /// Unpacks all files into a folder that is new or empty, so that nothing of others is replaced. Returns
    /// their number.
    pub(super) fn export(&self, folder: &Path) -> io::Result<usize> {
        fs::create_dir_all(folder)?;
        if fs::read_dir(folder)?.next().is_some() {
            return Err(io::Error::other("the folder is not empty; name a new one"));
        }
        for (name, content) in &self.files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap_or(folder))?;
            io::copy(&mut GzDecoder::new(*content), &mut File::create(path)?)?;
        }
        Ok(self.files.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_by_their_whole_names() {
        let pack =
            Pack::read(b"MOLA BOARD 1\ntree abc web\nfile 3 index.html\nfile 2 assets/a b.js\n\nonetw");
        let pack = pack.unwrap();
        assert_eq!(pack.find("index.html"), Some(&b"one"[..]));
        assert_eq!(pack.find("assets/a b.js"), Some(&b"tw"[..]));
        assert_eq!(pack.find("assets"), None);
    }

    #[test]
    fn a_pack_that_is_not_whole_is_refused() {
        for bytes in [
            &b""[..],
            b"MOLA BOARD 2\n\n",
            b"MOLA BOARD 1\nfile 3 a\n\nab",
            b"MOLA BOARD 1\nfile 3 a\n\nabcd",
            b"MOLA BOARD 1\nfile x a\n\n",
            b"MOLA BOARD 1\nfile 0 a\n",
        ] {
            assert!(Pack::read(bytes).is_none(), "{}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn the_pack_in_the_program_holds_a_page_and_is_not_large() {
        let pack = Pack::read(super::super::PACK).expect("a whole pack");
        for name in ["index.html", "sw.js", "manifest.webmanifest", "icon.svg"] {
            // Every gzip file begins with these two bytes.
            assert!(pack.find(name).is_some_and(|content| content.starts_with(&[0x1f, 0x8b])), "{name}");
        }
        let endings = |ending: &str| pack.files.iter().filter(|(name, _)| name.ends_with(ending)).count();
        assert_eq!(endings(".wasm"), 2, "the engine with and without SIMD");
        assert!(endings(".js") >= 2 && endings(".css") >= 1);
        assert!(super::super::PACK.len() <= 2_000_000, "{} bytes", super::super::PACK.len());
    }
}

//! Files that are written whole or not at all: half of one is never seen, whatever happens.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};
use mola_engine::free_bytes;
use mola_game::pgn::Expanded;
use mola_game::{open_regular_file, read_regular_file};

/// Writes a file under another name, brings it to the disk, and renames it.
pub(crate) fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    // What is not a plain file cannot be replaced: /dev/stdout, a pipe.
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        let mut file = BufWriter::new(File::create(path)?);
        return write(&mut file).and_then(|()| Ok(file.flush()?));
    }
    // A link stays a link, and what it leads to is written.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let name = path.file_name().context("that is a folder, not a file")?;
    let temporary = folder_of(path).join(format!(".{}.{}.tmp", name.to_string_lossy(), std::process::id()));
    let mut draft = Draft::create(path, temporary)?;
    write(&mut draft)?;
    draft.finish()
}

/// A file that is being written under another name. If it is not finished, nothing of it stays.
#[derive(Debug)]
pub(crate) struct Draft {
    path: PathBuf,
    temporary: PathBuf,
    file: BufWriter<File>,
}

impl Draft {
    /// Begins to write. A file that is there under the other name is replaced.
    pub(crate) fn create(path: &Path, temporary: PathBuf) -> io::Result<Self> {
        let file = BufWriter::with_capacity(1 << 20, File::create(&temporary)?);
        Ok(Self { path: path.to_owned(), temporary, file })
    }

    /// Brings the file to the disk and gives it its name.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        fs::rename(&self.temporary, &self.path)?;
        // The new name itself is on the disk only when the folder is. Not every system can be asked.
        if let Ok(folder) = File::open(folder_of(&self.path)) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // Once it is finished, there is none.
        let _ = fs::remove_file(&self.temporary);
    }
}

/// Writes a text, and names the file if that fails.
pub(crate) fn write_text(path: &Path, text: &str) -> anyhow::Result<()> {
    write_whole(path, |file| Ok(file.write_all(text.as_bytes())?))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Reads a whole file, if there is memory for it.
pub(crate) fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let most = free_bytes();
    let size = fs::metadata(path).map_or(0, |there| there.len());
    ensure!(size <= most, "cannot open {}: there is not enough memory to read it", path.display());
    read_regular_file(path, most).map_err(|reason| anyhow!("cannot open {}: {reason}", path.display()))
}

/// Opens a file of games, which may be compressed by gzip or Zstandard.
pub(crate) fn open_games(path: &Path) -> io::Result<Expanded<File>> {
    Expanded::new(open_regular_file(path).map_err(io::Error::other)?)
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes a folder, and those above it, if they are not there.
pub(crate) fn make_folder(path: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(path).with_context(|| format!("cannot make the folder {}", path.display()))
}

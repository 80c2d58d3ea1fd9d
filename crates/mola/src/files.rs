//! Files that are written whole or not at all: half of one is never seen, whatever happens.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::Context;

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
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().context("that is a folder, not a file")?;
    let draft = folder.join(format!(".{}.{}.tmp", name.to_string_lossy(), std::process::id()));
    let written = File::create(&draft).map_err(anyhow::Error::from).and_then(|file| {
        let mut file = BufWriter::with_capacity(1 << 20, file);
        write(&mut file)?;
        file.into_inner()?.sync_all()?;
        Ok(fs::rename(&draft, path)?)
    });
    if written.is_err() {
        let _ = fs::remove_file(&draft);
        return written;
    }
    // The new name itself is on the disk only when the folder is. Not every system can be asked.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Writes a text, and names the file if that fails.
pub(crate) fn write_text(path: &Path, text: &str) -> anyhow::Result<()> {
    write_whole(path, |file| Ok(file.write_all(text.as_bytes())?))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Reads a whole file.
pub(crate) fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot open {}", path.display()))
}

/// Makes a folder, and those above it, if they are not there.
pub(crate) fn make_folder(path: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(path).with_context(|| format!("cannot make the folder {}", path.display()))
}

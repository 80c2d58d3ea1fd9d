//! Files that somebody named in an option or on a command line.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::Path;

/// Opens a file that is to be read to its end. Only regular files are opened: opening a pipe blocks until
/// somebody writes to it, and a device may never end.
///
/// # Errors
/// What is wrong with the file, in words for whoever named it.
///
/// ```
/// use mola_game::open_regular_file;
/// assert_eq!(open_regular_file("/no/such/file".as_ref()).unwrap_err(), "there is no such file");
/// ```
pub fn open_regular_file(path: &Path) -> Result<File, &'static str> {
    let there = fs::metadata(path).map_err(|error| reason(error.kind()))?;
    if there.is_dir() {
        return Err(FOLDER);
    }
    if !there.is_file() {
        return Err("this is a pipe or a device, not a file");
    }
    File::open(path).map_err(|error| reason(error.kind()))
}

/// Reads a whole file of at most `most` bytes, if it is a regular one.
///
/// # Errors
/// What is wrong with the file, in words for whoever named it.
///
/// ```
/// use mola_game::read_regular_file;
/// assert_eq!(read_regular_file("/no/such/file".as_ref(), 100), Err("there is no such file"));
/// ```
pub fn read_regular_file(path: &Path, most: u64) -> Result<Vec<u8>, &'static str> {
    let file = open_regular_file(path)?;
    if file.metadata().is_ok_and(|there| there.len() > most) {
        return Err(TOO_LARGE);
    }
    let mut bytes = Vec::new();
    // The file may grow while it is read.
    let read = file.take(most.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|error| reason(error.kind()))?;
    if bytes.len() as u64 > most { Err(TOO_LARGE) } else { Ok(bytes) }
}

const FOLDER: &str = "this is a folder, not a file";
const TOO_LARGE: &str = "the file is too large to be what was asked for";

fn reason(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::NotFound => "there is no such file",
        ErrorKind::PermissionDenied => "permission denied",
        ErrorKind::IsADirectory => FOLDER,
        ErrorKind::OutOfMemory => "there is not enough memory to read it",
        _ => "the file cannot be read",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_up_to_their_limit() {
        let path = std::env::temp_dir().join(format!("mola-regular-file-{}", std::process::id()));
        fs::write(&path, b"1234").unwrap();
        assert_eq!(read_regular_file(&path, 4), Ok(b"1234".to_vec()));
        assert_eq!(read_regular_file(&path, 3), Err(TOO_LARGE));
        fs::remove_file(&path).unwrap();
        assert_eq!(read_regular_file(&std::env::temp_dir(), 100), Err(FOLDER));
    }

    #[test]
    #[cfg(unix)]
    fn devices_are_not_opened() {
        assert_eq!(
            read_regular_file("/dev/zero".as_ref(), 100),
            Err("this is a pipe or a device, not a file")
        );
    }
}

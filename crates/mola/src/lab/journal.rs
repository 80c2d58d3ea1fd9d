//! A file of lines, each a piece of finished work: what a long command goes on from when it was broken
//! off in any way.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A journal that is open for one program at a time.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens a journal, new or begun before, and gives the rows that are already there. The first line is
    /// a header, which `check` compares with ours. A line that was being written when the program was
    /// killed is cut off.
    pub(crate) fn open<H, R>(
        path: &Path,
        header: &H,
        check: impl Fn(&H) -> anyhow::Result<()>,
    ) -> anyhow::Result<(Self, Vec<R>)>
    where
        H: Serialize + DeserializeOwned,
        R: DeserializeOwned,
    {
        let shown = path.display();
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = open.with_context(|| format!("cannot open {shown}"))?;
        ensure!(file.try_lock().is_ok(), "another program is at work on {shown}");
        let (rows, good_bytes) =
            read(&mut file, check).with_context(|| format!("cannot go on with {shown}"))?;
        file.set_len(good_bytes)?;
        file.seek(SeekFrom::End(0))?;
        let mut journal = Self { path: path.to_owned(), file };
        if good_bytes == 0 {
            journal.add(header)?;
        }
        Ok((journal, rows))
    }

    /// Writes a line, in one piece.
    pub(crate) fn add(&mut self, row: &impl Serialize) -> anyhow::Result<()> {
        let line = serde_json::to_string(row)? + "\n";
        self.file.write_all(line.as_bytes()).with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// All rows whose lines are whole, and how many bytes those are.
fn read<H: DeserializeOwned, R: DeserializeOwned>(
    file: &mut File,
    check: impl Fn(&H) -> anyhow::Result<()>,
) -> anyhow::Result<(Vec<R>, u64)> {
    let mut reader = BufReader::new(file);
    let (mut rows, mut good_bytes) = (Vec::new(), 0);
    let mut line = String::new();
    for number in 1.. {
        line.clear();
        reader.read_line(&mut line)?;
        if !line.ends_with('\n') {
            break;
        }
        if number == 1 {
            check(&serde_json::from_str(&line).context("it begins as no file of ours does")?)?;
        } else {
            rows.push(serde_json::from_str(&line).with_context(|| format!("line {number}"))?);
        }
        good_bytes += line.len() as u64;
    }
    Ok((rows, good_bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::bail;

    fn path(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("mola-journal-{name}-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        path
    }

    fn open(path: &Path) -> anyhow::Result<(Journal, Vec<u32>)> {
        Journal::open(path, &7_u32, |found| if *found == 7 { Ok(()) } else { bail!("it is another one") })
    }

    #[test]
    fn a_torn_line_is_cut_off_and_whole_ones_are_kept() {
        let path = path("torn");
        let (mut journal, rows) = open(&path).unwrap();
        assert!(rows.is_empty());
        journal.add(&1_u32).unwrap();
        journal.add(&2_u32).unwrap();
        drop(journal);
        for torn in ["", "3", "{\"half"] {
            std::fs::write(&path, format!("7\n1\n2\n{torn}")).unwrap();
            assert_eq!(open(&path).unwrap().1, [1, 2]);
            assert_eq!(std::fs::read_to_string(&path).unwrap(), "7\n1\n2\n");
        }
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn one_program_at_a_time_and_only_its_own_file() {
        let path = path("lock");
        let first = open(&path).unwrap();
        assert!(open(&path).unwrap_err().to_string().contains("another program is at work"));
        drop(first);
        std::fs::write(&path, "8\n").unwrap();
        assert!(format!("{:#}", open(&path).unwrap_err()).contains("it is another one"));
        std::fs::write(&path, "A letter\n").unwrap();
        assert!(format!("{:#}", open(&path).unwrap_err()).contains("it begins as no file of ours does"));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "A letter\n", "what is not ours is left alone");
        std::fs::remove_file(path).unwrap();
    }
}

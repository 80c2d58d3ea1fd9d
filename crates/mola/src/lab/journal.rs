//! A file of lines, each a piece of finished work: what a long command resumes from, however it ended.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The rows that a journal had when it was opened.
pub(crate) type Rows<R> = Box<dyn Iterator<Item = anyhow::Result<R>>>;

/// A journal that is open for one program at a time.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens a journal, new or begun before, and gives the rows that are already there, one by one, since
    /// they may be more than the memory holds. The first line is a header, which `check` compares with
    /// ours. A line that was being written when the program was killed is cut off.
    pub(crate) fn open<H, R>(
        path: &Path,
        header: &H,
        check: impl Fn(&H) -> anyhow::Result<()>,
    ) -> anyhow::Result<(Self, Rows<R>)>
    where
        H: Serialize + DeserializeOwned,
        R: DeserializeOwned + 'static,
    {
        let shown = path.display();
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = open.with_context(|| format!("cannot open {shown}"))?;
        ensure!(file.try_lock().is_ok(), "another program is using {shown}");
        let good_bytes = whole_lines(&mut file).with_context(|| format!("cannot read {shown}"))?;
        let mut lines = BufReader::new(File::open(path)?.take(good_bytes)).lines();
        if let Some(line) = lines.next() {
            let found = serde_json::from_str(&line?).context("it does not begin like a file of ours");
            found.and_then(|found| check(&found)).with_context(|| format!("cannot resume from {shown}"))?;
        }
        let failed = format!("cannot resume from {shown}: line");
        let rows = lines.zip(2..).map(move |(line, number)| {
            let row = line.map_err(anyhow::Error::from).and_then(|line| Ok(serde_json::from_str(&line)?));
            row.with_context(|| format!("{failed} {number}"))
        });
        file.set_len(good_bytes)?;
        file.seek(SeekFrom::End(0))?;
        let mut journal = Self { path: path.to_owned(), file };
        if good_bytes == 0 {
            journal.add(header)?;
        }
        Ok((journal, Box::new(rows)))
    }

    /// Writes a line, in one piece.
    pub(crate) fn add(&mut self, row: &impl Serialize) -> anyhow::Result<()> {
        let line = serde_json::to_string(row)? + "\n";
        self.file.write_all(line.as_bytes()).with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// How many bytes of a file are whole lines, searched from its end.
fn whole_lines(file: &mut File) -> std::io::Result<u64> {
    let mut end = file.seek(SeekFrom::End(0))?;
    let mut piece = vec![0; 1 << 16];
    while end > 0 {
        let start = end.saturating_sub(piece.len() as u64);
        let piece = &mut piece[..(end - start) as usize];
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(piece)?;
        if let Some(at) = piece.iter().rposition(|&byte| byte == b'\n') {
            return Ok(start + at as u64 + 1);
        }
        end = start;
    }
    Ok(0)
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
        let check = |found: &u32| if *found == 7 { Ok(()) } else { bail!("it is another one") };
        let (journal, rows) = Journal::open(path, &7, check)?;
        Ok((journal, rows.collect::<anyhow::Result<_>>()?))
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
        assert!(open(&path).unwrap_err().to_string().contains("another program is using"));
        drop(first);
        std::fs::write(&path, "8\n").unwrap();
        assert!(format!("{:#}", open(&path).unwrap_err()).contains("it is another one"));
        std::fs::write(&path, "A letter\n").unwrap();
        assert!(format!("{:#}", open(&path).unwrap_err()).contains("it does not begin like a file of ours"));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "A letter\n", "what is not ours is left alone");
        std::fs::remove_file(path).unwrap();
    }
}

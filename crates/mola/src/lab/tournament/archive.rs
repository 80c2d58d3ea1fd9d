//! A folder with the games, the results and the summary of a match. An interrupted match resumes from it;
//! only games in progress are lost.

use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use mola_game::pgn::GameTree;
use serde::{Deserialize, Serialize};

use super::referee::Fault;
use crate::lab::journal::Journal;

/// What must stay the same for a match to resume.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Header {
    pub(crate) version: u32,
    pub(crate) engines: Vec<String>,
    pub(crate) format: String,
    pub(crate) openings: String,
    pub(crate) conditions: String,
}

/// One game in the results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
    /// From one.
    pub(crate) game: u64,
    pub(crate) white: String,
    pub(crate) black: String,
    pub(crate) result: String,
    /// How it ended, in words.
    pub(crate) ending: String,
    /// What went wrong, and whose fault it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) fault: Option<FaultOf>,
    pub(crate) plies: usize,
    pub(crate) seconds: f64,
    /// How long the file of games is with this one.
    pub(crate) bytes: u64,
}

/// Something that an engine did wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FaultOf {
    pub(crate) kind: Fault,
    pub(crate) white: bool,
}

/// An open folder.
pub(crate) struct Archive {
    folder: PathBuf,
    results: Journal,
    games: File,
    bytes: u64,
}

const RESULTS: &str = "results.jsonl";
const GAMES: &str = "games.pgn";
const SUMMARY: &str = "summary.json";

impl Archive {
    /// Opens a folder, new or begun before, and gives the results that are already there.
    pub(crate) fn open(folder: &Path, header: &Header) -> anyhow::Result<(Self, Vec<Row>)> {
        crate::files::make_folder(folder)?;
        let (results, rows) = Journal::open(&folder.join(RESULTS), header, |found| check(found, header))?;
        let rows: Vec<Row> = rows.collect::<anyhow::Result<_>>()?;
        let path = folder.join(GAMES);
        let games = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let mut games = games.with_context(|| format!("cannot open {}", path.display()))?;
        // A game that was being written when the program was killed is cut off.
        let bytes = rows.iter().map(|row| row.bytes).max().unwrap_or(0);
        ensure!(games.metadata()?.len() >= bytes, "{} is shorter than it was", path.display());
        games.set_len(bytes)?;
        games.seek(SeekFrom::End(0))?;
        Ok((Self { folder: folder.to_owned(), results, games, bytes }, rows))
    }

    /// Saves a game. Its line in the results is written last, so that it stands for a complete game.
    pub(crate) fn add(&mut self, tree: &GameTree, mut row: Row) -> anyhow::Result<()> {
        let gap = if self.bytes == 0 { "" } else { "\n" };
        let text = format!("{gap}{tree}");
        self.games
            .write_all(text.as_bytes())
            .with_context(|| format!("cannot write {}", self.folder.join(GAMES).display()))?;
        self.bytes += text.len() as u64;
        row.bytes = self.bytes;
        self.results.add(&row)
    }

    /// Writes the summary beside the games.
    pub(crate) fn write_summary(&self, summary: &impl Serialize) -> anyhow::Result<()> {
        let text = serde_json::to_string_pretty(summary)? + "\n";
        crate::files::write_text(&self.folder.join(SUMMARY), &text)
    }
}

fn check(found: &Header, wanted: &Header) -> anyhow::Result<()> {
    let differences = [
        ("engines", found.engines.join(" and "), wanted.engines.join(" and ")),
        ("format", found.format.clone(), wanted.format.clone()),
        ("openings", found.openings.clone(), wanted.openings.clone()),
        ("conditions", found.conditions.clone(), wanted.conditions.clone()),
        ("version", found.version.to_string(), wanted.version.to_string()),
    ];
    for (what, was, is) in differences {
        if was != is {
            bail!(
                "it belongs to another match: its {what} were {was}, and now they are {is}; choose another folder"
            );
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn header(openings: &str) -> Header {
        Header {
            version: 1,
            engines: vec!["a".into(), "b".into()],
            format: "x".into(),
            openings: openings.into(),
            conditions: "y".into(),
        }
    }

    fn row(game: u64) -> Row {
        Row {
            game,
            white: "a".into(),
            black: "b".into(),
            result: "1-0".into(),
            ending: "White wins by checkmate".into(),
            fault: None,
            plies: 4,
            seconds: 0.5,
            bytes: 0,
        }
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("mola-archive-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn whatever_the_kill_tore_is_cut_off_and_the_rest_is_kept() {
        let folder = folder("torn");
        let tree: GameTree = "1. e4 e5 *".parse().unwrap();
        let (mut archive, known) = Archive::open(&folder, &header("o")).unwrap();
        assert!(known.is_empty());
        archive.add(&tree, row(1)).unwrap();
        archive.add(&tree, row(2)).unwrap();
        drop(archive);
        let whole = [GAMES, RESULTS].map(|name| fs::read(folder.join(name)).unwrap());
        for (torn_game, torn_line) in [("", ""), ("\n[Event \"?", ""), ("\n1. e4 *\n", "{\"game\":3,\"wh")] {
            fs::write(folder.join(GAMES), [whole[0].as_slice(), torn_game.as_bytes()].concat()).unwrap();
            fs::write(folder.join(RESULTS), [whole[1].as_slice(), torn_line.as_bytes()].concat()).unwrap();
            let (archive, known) = Archive::open(&folder, &header("o")).unwrap();
            assert_eq!(known.iter().map(|one| one.game).collect::<Vec<_>>(), [1, 2]);
            drop(archive);
            assert_eq!([GAMES, RESULTS].map(|name| fs::read(folder.join(name)).unwrap()), whole);
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn another_match_or_a_second_program_is_refused() {
        let folder = folder("other");
        let (archive, _) = Archive::open(&folder, &header("o")).unwrap();
        let error = |header: &Header| format!("{:#}", Archive::open(&folder, header).err().unwrap());
        assert!(error(&header("o")).contains("another program is using"));
        drop(archive);
        assert!(error(&header("p")).contains("its openings were o, and now they are p"));
        fs::remove_dir_all(folder).unwrap();
    }
}

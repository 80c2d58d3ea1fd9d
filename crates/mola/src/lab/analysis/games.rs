//! The games to analyze: a stream of any size, from a file or the standard input, compressed or not.

use std::fs::{self, File};
use std::io::{self, Chain, Cursor, Read};
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use anyhow::{Context, ensure};
use mola_game::Pipe;
use mola_game::pgn::{Expanded, GameTree, PgnError, Reader};

use crate::output::{self, Interrupted};
use crate::workers::NO_THREAD;

/// Games one after the other, numbered from one.
pub(super) struct Games {
    /// Where they come from.
    pub(super) name: String,
    reader: Reader<Expanded<Metered>>,
    /// How many bytes the file has, compressed as it may be. Pipes do not say.
    length: Option<u64>,
    passed: Arc<AtomicU64>,
    /// Identifies the games when an analysis resumes. To look at all of them would take too long.
    pub(super) fingerprint: String,
    /// The number of the latest game.
    number: u64,
    shard: Shard,
    /// How many games could not be read completely.
    pub(super) broken: u64,
    complaints: usize,
}

/// How many bytes of the games are compared when an analysis resumes.
const BEGINNING: u64 = 1 << 20;

/// How many errors are shown one by one.
const SHOWN: usize = 100;

impl Games {
    /// Opens a file, or the standard input if the name is `-`. Pipes are left when the work is interrupted.
    pub(super) fn open(name: &str, shard: Shard, interrupted: &Arc<AtomicBool>) -> anyhow::Result<Self> {
        let cannot_open = || format!("cannot open {name}");
        let (name, mut stream, length): (_, Box<dyn Read + Send>, _) = if name == "-" {
            ("standard input", pipe(|| Ok(io::stdin()), interrupted)?, None)
        } else {
            let about = fs::metadata(name).with_context(cannot_open)?;
            if about.is_file() {
                (name, Box::new(File::open(name).with_context(cannot_open)?), Some(about.len()))
            } else {
                let path = name.to_owned();
                (name, pipe(|| File::open(path), interrupted)?, None)
            }
        };
        let mut beginning = Vec::new();
        stream.by_ref().take(BEGINNING).read_to_end(&mut beginning).with_context(|| name.to_owned())?;
        let fingerprint = fingerprint(length, &beginning);
        let passed = Arc::default();
        let stream = Metered { bytes: Cursor::new(beginning).chain(stream), passed: Arc::clone(&passed) };
        let reader = Reader::new(Expanded::new(stream).with_context(|| name.to_owned())?);
        let (name, number, broken, complaints) = (name.to_owned(), 0, 0, 0);
        Ok(Self { name, reader, length, passed, fingerprint, number, shard, broken, complaints })
    }

    /// The next game of our share, with its number; none at the end.
    pub(super) fn next(&mut self) -> anyhow::Result<Option<(u64, GameTree)>> {
        loop {
            self.number += 1;
            if !self.shard.has(self.number) {
                if !self.reader.skip_game().with_context(|| self.name.clone())? {
                    return Ok(None);
                }
                continue;
            }
            let Some(tree) = self.reader.next().transpose().with_context(|| self.name.clone())? else {
                // What follows the last game counts as one: a file that was cut off may end in a tag.
                let leftover = self.reader.leftover().to_vec();
                self.complain(&leftover);
                return Ok(None);
            };
            self.complain(tree.errors());
            return Ok(Some((self.number, tree)));
        }
    }

    /// Reports what could not be read.
    fn complain(&mut self, errors: &[PgnError]) {
        for error in errors {
            if self.complaints < SHOWN {
                output::remark(format_args!("mola: {}: {error}", self.name));
            } else if self.complaints == SHOWN {
                output::remark(format_args!("mola: {}: further errors are not shown", self.name));
            }
            self.complaints += 1;
        }
        self.broken += u64::from(!errors.is_empty());
    }

    /// Whether it ended before the first game, whoever's share that is.
    pub(super) fn is_empty(&self) -> bool {
        self.number <= 1
    }

    /// How many bytes were read, and of how many.
    pub(super) fn progress(&self) -> (u64, Option<u64>) {
        (self.passed.load(Relaxed), self.length)
    }
}

/// A pipe that is left when the work is interrupted.
pub(super) fn pipe<R: Read + 'static>(
    open: impl FnOnce() -> io::Result<R> + Send + 'static,
    interrupted: &Arc<AtomicBool>,
) -> anyhow::Result<Box<dyn Read + Send>> {
    let interrupted = Arc::clone(interrupted);
    let look_up = move || if interrupted.load(Relaxed) { Err(io::Error::other(Interrupted)) } else { Ok(()) };
    Ok(Box::new(Pipe::open(open, look_up).context(NO_THREAD)?))
}

/// Whether a word is the name of a file of games, even of one that is not there.
pub(super) fn is_file_name(word: &str) -> bool {
    let path = Path::new(word);
    let ends = |path: &Path, end: &str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(end));
    let is_packed = ends(path, "gz") || ends(path, "zst");
    let plain = if is_packed { path.with_extension("") } else { path.to_owned() };
    ends(&plain, "pgn") || path.exists()
}

/// FNV-1a: enough to see that a file is another one.
fn fingerprint(length: Option<u64>, beginning: &[u8]) -> String {
    let hash = beginning
        .iter()
        .fold(0xcbf29ce484222325_u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100000001b3));
    let length = length.map_or("a stream".to_owned(), |length| format!("{length} bytes"));
    format!("{length}, {hash:016x}")
}

/// A stream that counts what was read of it.
struct Metered {
    bytes: Chain<Cursor<Vec<u8>>, Box<dyn Read + Send>>,
    passed: Arc<AtomicU64>,
}

impl Read for Metered {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.bytes.read(buffer)?;
        self.passed.fetch_add(count as u64, Relaxed);
        Ok(count)
    }
}

/// One of several equal shares of the games: every machine takes another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// From one.
    number: u64,
    count: NonZero<u64>,
}

impl Shard {
    pub(super) const ALL: Self = Self { number: 1, count: NonZero::<u64>::MIN };

    /// Reads `2/8`.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let parsed = text.split_once('/').and_then(|(number, count)| {
            Some(Self { number: number.trim().parse().ok()?, count: count.trim().parse().ok()? })
        });
        parsed
            .filter(|shard| (1..=shard.count.get()).contains(&shard.number))
            .ok_or_else(|| "write 1/4 for the first of four shares, and 4/4 for the last".to_owned())
    }

    fn has(self, game: u64) -> bool {
        (game - 1) % self.count == self.number - 1
    }

    /// How far apart its games are.
    pub(super) fn stride(self) -> u64 {
        self.count.get()
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

/// Fails if what was found earlier cannot belong to the game.
pub(super) fn check_length(game: u64, tree: &GameTree, opinions: usize) -> anyhow::Result<()> {
    ensure!(
        opinions == tree.history().moves().len() + 1,
        "the folder holds an analysis of another game {game}; choose another folder"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_in_exactly_one_share() {
        for count in 1..7 {
            let shards: Vec<Shard> =
                (1..=count).map(|number| Shard::parse(&format!("{number}/{count}")).unwrap()).collect();
            for game in 1..50 {
                assert_eq!(shards.iter().filter(|shard| shard.has(game)).count(), 1);
            }
        }
        for wrong in ["", "1", "0/3", "4/3", "1/0", "-1/2", "a/b", "1/2/3"] {
            assert!(Shard::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn files_of_games_are_known_by_their_names() {
        for name in ["a.pgn", "b.PGN.gz", "lichess.pgn.zst"] {
            assert!(is_file_name(name), "{name}");
        }
        assert!(!is_file_name("8/8/8/8/8/8/8/K6k w - -") && !is_file_name("startpos"));
    }
}

//! Where games begin: openings from a file, or random ones from a seed.

use std::io::Read as _;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use mola_engine::{Mola, free_bytes};
use mola_game::pgn::{Node, Reader};
use mola_game::{Dice, Engine, Limits, Listener, Task};
use mola_rules::{Move, Position};

use crate::files;

/// A position and the moves that were played from it, so that engines know what may repeat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Opening {
    pub(crate) start: Position,
    pub(crate) moves: Vec<Move>,
}

/// All openings of a match, by number.
#[derive(Clone, Debug)]
pub(crate) enum Openings {
    /// From a file, shuffled or not; after the last comes the first again.
    Listed(Vec<Opening>),
    /// Made when they are needed.
    Random { seed: u64, plies: u32, balance: i32 },
}

/// How far random openings are searched to see whether they are balanced.
const NODES: u64 = 10_000;

/// In bytes, when it is expanded: far more than any book. A small file may expand to any size.
const LARGEST: u64 = 1 << 30;

/// How many openings are tried before the most balanced one is taken.
const TRIES: u32 = 200;

impl Openings {
    /// Reads FENs, EPDs or lines of moves, one in each line, or games in PGN, compressed or not.
    pub(crate) fn read(path: &Path, plies: Option<u32>, shuffle: Option<u64>) -> anyhow::Result<Self> {
        let (mut text, most) = (Vec::new(), LARGEST.min(free_bytes()));
        let read = files::open_games(path).and_then(|file| file.take(most + 1).read_to_end(&mut text));
        read.with_context(|| format!("cannot open {}", path.display()))?;
        ensure!(text.len() as u64 <= most, "{} is too large; keep fewer openings", path.display());
        // Names and remarks may be in any encoding; nothing else is more than ASCII.
        let text = String::from_utf8_lossy(&text);
        let mut openings = parse(&text, plies).with_context(|| format!("in {}", path.display()))?;
        ensure!(!openings.is_empty(), "{} does not contain openings", path.display());
        if let Some(seed) = shuffle {
            Dice::stream(seed, 0).shuffle(&mut openings);
        }
        Ok(Self::Listed(openings))
    }

    /// The opening with this number. Random ones are judged by an engine.
    pub(crate) fn get(&self, number: u64) -> Opening {
        match self {
            Self::Listed(openings) => openings[(number % openings.len() as u64) as usize].clone(),
            Self::Random { seed, plies, balance } => random(*seed, number, *plies, *balance),
        }
    }

    /// How many there are before they repeat.
    pub(crate) fn count(&self) -> Option<usize> {
        match self {
            Self::Listed(openings) => Some(openings.len()),
            Self::Random { .. } => None,
        }
    }
}

/// Random legal moves whose end is balanced. The number alone decides which, so that a resumed
/// match has the same openings.
fn random(seed: u64, number: u64, plies: u32, balance: i32) -> Opening {
    let mut dice = Dice::stream(seed, number.wrapping_add(1));
    let mut engine = Mola::new();
    // A small table is quick to clear, and the searches are short.
    let _ = engine.set_option("Hash", "1");
    let start = Position::start();
    let mut best = (i32::MAX, Opening { start, moves: Vec::new() });
    for _ in 0..TRIES {
        let mut moves = Vec::new();
        let Some(end) = dice.opening(&start, plies as usize, |m| moves.push(m)) else { continue };
        let tilt = imbalance(&mut engine, &end);
        if tilt < best.0 {
            best = (tilt, Opening { start, moves });
        }
        if tilt <= balance {
            break;
        }
    }
    best.1
}

/// By how much either player is ahead.
fn imbalance(engine: &mut Mola, position: &Position) -> i32 {
    let mut listener = Listener::new();
    engine.new_game();
    engine.think(Task::new(position, Limits { nodes: Some(NODES), ..Limits::NONE }), &mut listener);
    listener.score().map_or(0, |score| score.clamped(i32::MAX - 1).abs())
}

fn parse(text: &str, plies: Option<u32>) -> anyhow::Result<Vec<Opening>> {
    // Windows begins texts with a mark that nobody sees.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let is_pgn = first.starts_with("1.") || first.starts_with(['[', '{', ';', '%']);
    if is_pgn {
        return parse_games(text, plies);
    }
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        openings.push(parse_line(line, plies).with_context(|| format!("line {}", index + 1))?);
    }
    Ok(openings)
}

fn parse_games(text: &str, plies: Option<u32>) -> anyhow::Result<Vec<Opening>> {
    let mut openings = Vec::new();
    let mut reader = Reader::new(text.as_bytes());
    for tree in reader.by_ref() {
        let tree = tree?;
        if let Some(error) = tree.errors().first() {
            bail!("{error}");
        }
        let most = plies.map_or(usize::MAX, |plies| plies as usize);
        let moves: Vec<Move> = tree.main_line().map_while(Node::played).take(most).collect();
        openings.push(playable(Opening { start: tree.start(), moves })?);
    }
    if let Some(error) = reader.leftover().first() {
        bail!("{error}");
    }
    Ok(openings)
}

/// A FEN or EPD, whose operations do not matter, or moves from the usual start.
fn parse_line(line: &str, plies: Option<u32>) -> anyhow::Result<Opening> {
    if line.split_whitespace().next().is_some_and(|word| word.contains('/')) {
        let start = position_of(line)?;
        return playable(Opening { start, moves: Vec::new() });
    }
    let mut opening = Opening { start: Position::start(), moves: Vec::new() };
    let mut position = opening.start;
    for word in line.split_whitespace().take(plies.map_or(usize::MAX, |plies| plies as usize)) {
        let m = position.parse_uci(word).or_else(|_| position.parse_san(word))?;
        position.play(m)?;
        opening.moves.push(m);
    }
    playable(opening)
}

/// The position of a FEN or an EPD.
fn position_of(line: &str) -> anyhow::Result<Position> {
    let (main, _) = line.split_once(';').unwrap_or((line, ""));
    let fields: Vec<&str> = main.split_whitespace().collect();
    let counts = fields.iter().skip(4).take_while(|field| field.bytes().all(|byte| byte.is_ascii_digit()));
    let kept = fields.len().min(4 + counts.count().min(2));
    Ok(Position::from_lenient_fen(&fields[..kept].join(" "))?)
}

fn playable(opening: Opening) -> anyhow::Result<Opening> {
    let position = opening.moves.iter().fold(opening.start, |position, &m| position.after(m));
    ensure!(position.outcome().is_none(), "the game is over before it begins: {position}");
    Ok(opening)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_openings_are_balanced_and_the_same_every_time() {
        let openings = Openings::Random { seed: 5, plies: 8, balance: 60 };
        for number in 0..4 {
            let opening = openings.get(number);
            assert_eq!(opening.moves.len(), 8);
            assert_eq!(opening, openings.get(number));
            let mut position = opening.start;
            opening.moves.iter().for_each(|&m| position.play_unchecked(m));
            assert!(imbalance(&mut Mola::new(), &position) <= 90);
        }
        assert_ne!(openings.get(0), openings.get(1));
    }

    #[test]
    fn every_kind_of_line_is_read() {
        let text = "# a comment\n\
            rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n\
            8/8/4k3/8/8/3BN3/8/4K3 w - - hmvc 0; id \"one\";\n\
            8/8/4k3/8/8/3BN3/8/4K3 b - - bm Kd5; c0 \"x\";\n\
            e2e4 e7e5 g1f3\n\
            d4 Nf6\n";
        let openings = parse(text, None).unwrap();
        assert_eq!(openings.iter().map(|o| o.moves.len()).collect::<Vec<_>>(), [0, 0, 0, 3, 2]);
        assert_eq!(openings[0].start.turn(), mola_rules::Color::Black);
    }

    #[test]
    fn games_are_cut_to_their_opening() {
        let text = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[Event \"y\"]\n\n1. d4 *\n";
        let openings = parse(text, Some(3)).unwrap();
        assert_eq!(openings.iter().map(|o| o.moves.len()).collect::<Vec<_>>(), [3, 1]);
    }

    #[test]
    fn files_in_the_encodings_of_other_programs_are_read() {
        let file = tempfile::NamedTempFile::new().unwrap();
        for text in [
            &b"[White \"M\xfcller\"]\n\n1. e4 e5 *\n"[..],
            b"\xef\xbb\xbf[White \"Mueller\"]\r\n\r\n1. e4 e5 *\r\n",
            b"\xef\xbb\xbfe2e4 e7e5\r\n",
            b"# M\xfcller\ne2e4 e7e5\n",
        ] {
            std::fs::write(file.path(), text).unwrap();
            let Openings::Listed(openings) = Openings::read(file.path(), None, None).unwrap() else {
                panic!()
            };
            assert_eq!(openings.iter().map(|o| o.moves.len()).collect::<Vec<_>>(), [2]);
        }
    }

    #[test]
    fn a_bad_line_is_named() {
        for (text, expected) in [
            ("e2e4\ne2e5\n", "line 2"),
            ("8/8/8/8/8/8/8/8 w - - 0 1", "king"),
            ("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "over before it begins"),
            ("[White \"a\"]\n\n1. e4 Ke2 *", "game 1, line 3, move 1..."),
        ] {
            let error = format!("{:#}", parse(text, None).unwrap_err());
            assert!(error.contains(expected), "{error}");
        }
    }
}

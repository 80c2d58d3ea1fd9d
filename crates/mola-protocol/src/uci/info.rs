//! `info` lines: what an engine thinks so far.

use std::fmt;

use mola_game::{Bound, Score};

use super::command::write_list;
use crate::words::Words;

/// What one `info` line says. Engines leave out what they do not know.
///
/// ```
/// use mola_game::Score;
/// use mola_protocol::uci::{Info, Reply};
/// let line = "info depth 12 score cp 31 nodes 5000 nps 1000000 time 5 pv e2e4 e7e5";
/// let Ok(Reply::Info(info)) = line.parse() else { panic!() };
/// assert_eq!(info.score.unwrap().score, Score::Centipawns(31));
/// assert_eq!(info.pv, ["e2e4", "e7e5"]);
/// assert_eq!(info.to_string(), line);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Plies looked ahead.
    pub depth: Option<u32>,
    /// Plies of the longest line.
    pub seldepth: Option<u32>,
    /// Which of the best lines this is, from one.
    pub multipv: Option<u32>,
    /// The judgment, for the player to move.
    pub score: Option<Evaluation>,
    /// Wins, draws and losses expected in a thousand games.
    pub wdl: Option<[u16; 3]>,
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// Positions a second.
    pub nps: Option<u64>,
    /// Thousandths of the hash table in use.
    pub hashfull: Option<u32>,
    /// Positions found in endgame tables.
    pub tbhits: Option<u64>,
    /// Milliseconds since the search began.
    pub time: Option<u64>,
    /// The move at the root that is being looked at.
    pub currmove: Option<String>,
    /// Its number, from one.
    pub currmovenumber: Option<u32>,
    /// The moves expected.
    pub pv: Vec<String>,
    /// Anything else, for people.
    pub string: Option<String>,
}

/// A score, and whether it is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The score.
    pub score: Score,
    /// Whether the truth may be higher or lower.
    pub bound: Bound,
}

/// The words that begin a part of an `info` line.
const KEYWORDS: &str = "depth seldepth multipv score wdl nodes nps hashfull tbhits time currmove currmovenumber pv \
    string cpuload refutation currline sbhits ebf";

impl Info {
    /// A line for people only.
    pub fn message(text: impl Into<String>) -> Self {
        Self { string: Some(text.into()), ..Self::default() }
    }

    /// Reads what follows `info`. Parts that are unknown or garbled are skipped.
    pub(super) fn parse(mut words: Words<'_>) -> Self {
        let mut info = Self::default();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = small(&mut words),
                "seldepth" => info.seldepth = small(&mut words),
                "multipv" => info.multipv = small(&mut words),
                "score" => info.score = parse_score(&mut words).or(info.score),
                "wdl" => info.wdl = parse_wdl(&mut words),
                "nodes" => info.nodes = count(&mut words),
                "nps" => info.nps = count(&mut words),
                "hashfull" => info.hashfull = small(&mut words),
                "tbhits" => info.tbhits = count(&mut words),
                "time" => info.time = count(&mut words),
                "currmove" => info.currmove = words.next().map(str::to_owned),
                "currmovenumber" => info.currmovenumber = small(&mut words),
                "pv" => info.pv = words.until(KEYWORDS),
                "refutation" | "currline" => drop(words.until(KEYWORDS)),
                "string" => {
                    info.string = Some(words.rest.to_owned());
                    break;
                }
                _ => {}
            }
        }
        info
    }
}

/// A number that is never negative; what is negative counts as zero.
fn count(words: &mut Words<'_>) -> Option<u64> {
    words.number().map(|value| value.max(0) as u64)
}

fn small(words: &mut Words<'_>) -> Option<u32> {
    count(words).map(|value| value.min(u32::MAX.into()) as u32)
}

fn parse_score(words: &mut Words<'_>) -> Option<Evaluation> {
    let kind = words.next()?;
    let value = words.number()?;
    let score = match kind {
        "cp" => Score::Centipawns(value.clamp((i32::MIN + 1).into(), i32::MAX.into()) as i32),
        "mate" if value > 0 => Score::Mate(value.min(u32::MAX.into()) as u32),
        "mate" => Score::Mated(value.unsigned_abs().min(u32::MAX.into()) as u32),
        _ => return None,
    };
    let bound = match words.peek() {
        Some("lowerbound") => Bound::Lower,
        Some("upperbound") => Bound::Upper,
        _ => return Some(Evaluation { score, bound: Bound::Exact }),
    };
    words.next();
    Some(Evaluation { score, bound })
}

fn parse_wdl(words: &mut Words<'_>) -> Option<[u16; 3]> {
    let mut next = || words.number().map(|value| value.clamp(0, 1000) as u16);
    Some([next()?, next()?, next()?])
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn part(f: &mut fmt::Formatter<'_>, keyword: &str, value: Option<impl fmt::Display>) -> fmt::Result {
            value.map_or(Ok(()), |value| write!(f, " {keyword} {value}"))
        }
        f.write_str("info")?;
        part(f, "depth", self.depth)?;
        part(f, "seldepth", self.seldepth)?;
        part(f, "multipv", self.multipv)?;
        part(f, "score", self.score)?;
        if let Some([wins, draws, losses]) = self.wdl {
            write!(f, " wdl {wins} {draws} {losses}")?;
        }
        part(f, "nodes", self.nodes)?;
        part(f, "nps", self.nps)?;
        part(f, "hashfull", self.hashfull)?;
        part(f, "tbhits", self.tbhits)?;
        part(f, "time", self.time)?;
        part(f, "currmove", self.currmove.as_ref())?;
        part(f, "currmovenumber", self.currmovenumber)?;
        write_list(f, "pv", &self.pv)?;
        part(f, "string", self.string.as_ref())
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            Score::Centipawns(value) => write!(f, "cp {value}")?,
            Score::Mate(moves) => write!(f, "mate {moves}")?,
            Score::Mated(0) => write!(f, "mate 0")?,
            Score::Mated(moves) => write!(f, "mate -{moves}")?,
        }
        f.write_str(match self.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Info {
        Info::parse(Words::new(text))
    }

    #[test]
    fn bounds_and_mates_are_told_apart() {
        let score = |text| parse(text).score.unwrap();
        assert_eq!(score("score cp -20 upperbound").bound, Bound::Upper);
        assert_eq!(score("score mate 3").score, Score::Mate(3));
        assert_eq!(score("score mate -2").score, Score::Mated(2));
        assert_eq!(score("score mate 0").score, Score::Mated(0));
    }

    #[test]
    fn the_line_lives_through_noise_between_its_parts() {
        let info = parse("depth x seldepth 7 foo bar cpuload 3 ebf 2.1 nodes -4 pv e2e4 time 9 score hu 3");
        assert_eq!((info.depth, info.seldepth, info.nodes, info.time), (None, Some(7), Some(0), Some(9)));
        assert_eq!((info.pv.len(), info.score), (1, None));
    }

    #[test]
    fn a_string_is_all_that_follows() {
        assert_eq!(parse("string depth 3 pv  x").string.as_deref(), Some("depth 3 pv  x"));
    }
}

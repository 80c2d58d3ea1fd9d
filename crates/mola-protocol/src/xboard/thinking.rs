//! Thinking output: what an XBoard engine thinks so far.

use std::fmt;

use mola_game::Score;

use crate::words::{Words, integer};

/// Scores from here on are mates, and the rest is the number of moves.
pub const MATE: i64 = 100_000;

/// `ply score time nodes [seldepth nps tbhits]<TAB>pv`.
///
/// ```
/// use mola_game::Score;
/// use mola_protocol::xboard::Thinking;
/// let line = "9 156 1084 48000 14 44280 0\tNf3 Nc6";
/// let thinking = Thinking::parse(line).unwrap();
/// assert_eq!((thinking.ply, thinking.score), (9, Score::Centipawns(156)));
/// assert_eq!(thinking.pv, ["Nf3", "Nc6"]);
/// assert_eq!(thinking.to_string(), line);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thinking {
    /// Plies looked ahead.
    pub ply: u32,
    /// The judgment, for the player to move.
    pub score: Score,
    /// Hundredths of a second since the search began.
    pub centiseconds: u64,
    /// Positions looked at.
    pub nodes: u64,
    /// Plies of the longest line, positions a second, positions found in endgame tables.
    pub more: Option<(u32, u64, u64)>,
    /// The moves expected, in whatever notation.
    pub pv: Vec<String>,
}

/// A score as XBoard writes it: a mate in N moves is 100000 + N.
pub fn write_score(score: Score) -> i64 {
    match score {
        Score::Centipawns(value) => i64::from(value).clamp(1 - MATE, MATE - 1),
        Score::Mate(moves) => MATE + i64::from(moves),
        Score::Mated(moves) => -MATE - i64::from(moves),
    }
}

/// Reads a score as XBoard writes it.
pub fn read_score(value: i64) -> Score {
    let moves = value.saturating_abs().saturating_sub(MATE).min(u32::MAX.into());
    match value {
        _ if value <= -MATE => Score::Mated(moves as u32),
        _ if value >= MATE => Score::Mate(moves.max(1) as u32),
        _ => Score::Centipawns(value as i32),
    }
}

impl Thinking {
    /// Reads a line, if it is one of thinking output: four numbers at least.
    pub fn parse(line: &str) -> Option<Self> {
        // Without a tab, nothing tells further numbers from the moves, and most engines that use
        // none have no further numbers.
        let (numbers, pv) = match line.split_once('\t') {
            Some((numbers, pv)) => (numbers, Some(pv)),
            None => (line, None),
        };
        let mut words = Words::new(numbers);
        // Engines mark the ply of unfinished and failed searches: `9.`, `9&`, `9+`.
        let ply = integer(words.next()?.trim_end_matches(['.', '&', '+', '-', '?', '!']))?;
        let score = read_score(words.number()?);
        let mut next = || words.number().map(|value| value.max(0) as u64);
        let (centiseconds, nodes) = (next()?, next()?);
        let more = match pv {
            Some(_) => next().map(|seldepth| {
                let nps = next().unwrap_or(0);
                (seldepth.min(u32::MAX.into()) as u32, nps, next().unwrap_or(0))
            }),
            None => None,
        };
        let pv = pv.unwrap_or(words.rest);
        // Move numbers and the move that is being pondered are not part of the line.
        let is_move =
            |word: &&str| !word.starts_with('(') && !word.ends_with('.') && *word != "{" && *word != "}";
        Some(Self {
            ply: ply.clamp(0, u32::MAX.into()) as u32,
            score,
            centiseconds,
            nodes,
            more,
            pv: Words::new(pv).filter(is_move).map(str::to_owned).collect(),
        })
    }
}

impl fmt::Display for Thinking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.ply, write_score(self.score), self.centiseconds, self.nodes)?;
        if let Some((seldepth, nps, tbhits)) = self.more {
            write!(f, " {seldepth} {nps} {tbhits}")?;
        }
        write!(f, "\t{}", self.pv.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_real_engines_are_read() {
        let gnuchess = Thinking::parse(" 6.\t+12   0    1234").map(|thinking| thinking.ply);
        assert_eq!(gnuchess, None, "the tab stands before the numbers");
        let phalanx = Thinking::parse("  5    30     12      3456  e2e4 e7e5 g1f3").unwrap();
        assert_eq!((phalanx.nodes, phalanx.pv.len()), (3456, 3));
        let fairy = Thinking::parse(" 9     -7       35     120000   (e7e5) g1f3").unwrap();
        assert_eq!((fairy.score, fairy.pv.len()), (Score::Centipawns(-7), 1));
        assert_eq!(Thinking::parse("1-0 {White mates}"), None);
    }

    #[test]
    fn mates_are_a_hundred_thousand_and_the_moves() {
        assert_eq!(write_score(Score::Mate(3)), 100_003);
        assert_eq!(write_score(Score::Mated(2)), -100_002);
        assert_eq!(write_score(Score::Mated(0)), -100_000);
        assert_eq!(read_score(100_003), Score::Mate(3));
        assert_eq!(read_score(i64::MIN), Score::Mated(u32::MAX));
        assert_eq!(write_score(Score::Centipawns(i32::MAX)), 99_999, "no centipawns look like a mate");
    }
}

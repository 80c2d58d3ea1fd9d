//! `go` and its many arguments.

use std::fmt;

use super::command::write_list;
use crate::words::{Words, is_among};

/// How to think, in the client's own numbers: they may be zero, negative or absurd. The session
/// makes sensible limits of them.
///
/// ```
/// use mola_protocol::uci::{Command, Go};
/// let Ok(Command::Go(go)) = "go wtime 60000 btime 55000 movestogo 12".parse() else { panic!() };
/// assert_eq!(go.btime, Some(55_000));
/// assert_eq!(go, Go { wtime: Some(60_000), btime: Some(55_000), moves_to_go: Some(12), ..Go::default() });
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Only these moves are considered.
    pub search_moves: Vec<String>,
    /// Think on the opponent's time.
    pub ponder: bool,
    /// Milliseconds left for White.
    pub wtime: Option<i64>,
    /// Milliseconds left for Black.
    pub btime: Option<i64>,
    /// Milliseconds that White gets for each move.
    pub winc: Option<i64>,
    /// Milliseconds that Black gets for each move.
    pub binc: Option<i64>,
    /// Moves until more time is added.
    pub moves_to_go: Option<i64>,
    /// Plies to look ahead.
    pub depth: Option<i64>,
    /// Positions to look at.
    pub nodes: Option<i64>,
    /// Look for a mate in this many moves.
    pub mate: Option<i64>,
    /// Milliseconds for this move.
    pub move_time: Option<i64>,
    /// Think until told to stop, whatever else is said.
    pub infinite: bool,
    /// Count positions instead of thinking.
    pub perft: Option<i64>,
    /// What stood where a number belongs. The argument counts as zero: a limit that cannot be read
    /// must not become a search without end.
    pub garbled: Option<String>,
}

/// The words that begin an argument of `go`.
const KEYWORDS: &str = "searchmoves ponder wtime btime winc binc movestogo depth nodes mate movetime infinite \
    perft";

impl Go {
    /// Reads what follows `go`. Unknown words are skipped, as the protocol demands.
    pub(crate) fn parse(mut words: Words<'_>) -> Self {
        let mut go = Self::default();
        while let Some(word) = words.next() {
            match word {
                "searchmoves" => go.search_moves.extend(words.until(KEYWORDS)),
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                _ => {}
            }
            let Some((_, slot)) = go.numbers().into_iter().find(|(keyword, _)| *keyword == word) else {
                continue;
            };
            let number = words.number();
            *slot = Some(number.unwrap_or(0));
            if number.is_none() {
                let found = words.peek().filter(|word| !is_among(KEYWORDS, word)).unwrap_or("nothing");
                go.garbled = Some(format!("{word} {found}"));
            }
        }
        go
    }

    /// Whether anything is said about clocks.
    pub fn has_clock(&self) -> bool {
        [self.wtime, self.btime, self.winc, self.binc, self.moves_to_go].iter().any(Option::is_some)
    }

    /// The keywords that a number follows, and where it goes.
    fn numbers(&mut self) -> [(&'static str, &mut Option<i64>); 10] {
        [
            ("wtime", &mut self.wtime),
            ("btime", &mut self.btime),
            ("winc", &mut self.winc),
            ("binc", &mut self.binc),
            ("movestogo", &mut self.moves_to_go),
            ("depth", &mut self.depth),
            ("nodes", &mut self.nodes),
            ("mate", &mut self.mate),
            ("movetime", &mut self.move_time),
            ("perft", &mut self.perft),
        ]
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        for (keyword, number) in self.clone().numbers() {
            if let Some(number) = number {
                write!(f, " {keyword} {number}")?;
            }
        }
        write_list(f, "searchmoves", &self.search_moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Go {
        Go::parse(Words::new(text))
    }

    #[test]
    fn searchmoves_end_at_the_next_keyword() {
        let go = parse("searchmoves e2e4 d2d4 depth 3");
        assert_eq!((go.search_moves.len(), go.depth), (2, Some(3)));
    }

    #[test]
    fn a_number_that_cannot_be_read_counts_as_zero_and_is_told() {
        let go = parse("wtime abc btime 100");
        assert_eq!((go.wtime, go.btime), (Some(0), Some(100)));
        assert_eq!(go.garbled.as_deref(), Some("wtime abc"));
        let go = parse("wtime btime 100");
        assert_eq!((go.wtime, go.btime), (Some(0), Some(100)));
        assert_eq!(parse("depth").depth, Some(0));
    }

    #[test]
    fn numbers_that_overflow_are_kept_at_the_edge() {
        assert_eq!(parse("nodes 99999999999999999999").nodes, Some(i64::MAX));
        assert_eq!(parse("wtime -5").wtime, Some(-5));
    }
}

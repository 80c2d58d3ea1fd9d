//! Games that end before the rules say so, because both engines agree for long enough.

use std::str::FromStr;

use anyhow::{Context, ensure};
use mola_game::Score;
use mola_rules::Color;

/// When a game is called a draw: both engines see next to nothing for some moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DrawRule {
    /// Not before this move.
    pub(crate) from: u32,
    /// For this many moves of each player.
    pub(crate) moves: u32,
    /// At most this many centipawns for either.
    pub(crate) score: i32,
}

/// When a game is called a win: both engines see the same player far ahead for some moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WinRule {
    /// For this many moves of each player.
    pub(crate) moves: u32,
    /// At least this many centipawns.
    pub(crate) score: i32,
}

/// Reads `40:8:10`: from move 40 on, 8 moves, 10 centipawns.
impl FromStr for DrawRule {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let [from, moves, score] =
            numbers(text).with_context(|| format!("{text:?} is not MOVE:COUNT:SCORE, as in 40:8:10"))?;
        Ok(Self { from, moves, score: score as i32 })
    }
}

/// Reads `4:800`: 4 moves, 800 centipawns.
impl FromStr for WinRule {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let [moves, score] =
            numbers(text).with_context(|| format!("{text:?} is not COUNT:SCORE, as in 4:800"))?;
        ensure!(score > 0, "{text:?}: a score of 0 would end every game");
        Ok(Self { moves, score: score as i32 })
    }
}

fn numbers<const N: usize>(text: &str) -> Option<[u32; N]> {
    let numbers: Vec<u32> =
        text.split(':').map(|part| part.parse().ok().filter(|&n| n <= 100_000)).collect::<Option<_>>()?;
    numbers.try_into().ok()
}

/// What may end a game early.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rules {
    pub(crate) draw: Option<DrawRule>,
    pub(crate) win: Option<WinRule>,
    /// The game is a draw when this many moves have been played.
    pub(crate) longest: Option<u32>,
}

/// How a game was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Win(Color),
    Draw,
    TooLong,
}

/// Listens to both engines in one game.
#[derive(Debug)]
pub(crate) struct Adjudicator {
    rules: Rules,
    quiet_plies: u32,
    /// Plies in a row for which a player was seen far ahead: White's if positive.
    lead: i32,
}

impl Adjudicator {
    pub(crate) fn new(rules: Rules) -> Self {
        Self { rules, quiet_plies: 0, lead: 0 }
    }

    /// Hears the score of a move by `mover`. After a capture or a pawn move, which is progress, a draw
    /// must be agreed on again.
    pub(crate) fn hear(&mut self, mover: Color, score: Option<Score>, progress: bool) {
        // Mates are beyond everything that a rule may ask for.
        let value = score.map(|score| score.clamped(100_000));
        let is_quiet =
            self.rules.draw.zip(value).is_some_and(|(rule, value)| value.abs() <= rule.score) && !progress;
        self.quiet_plies = if is_quiet { self.quiet_plies + 1 } else { 0 };
        let white = value.map(|value| if mover == Color::White { value } else { -value });
        self.lead = match (self.rules.win, white) {
            (Some(rule), Some(white)) if white >= rule.score => self.lead.max(0) + 1,
            (Some(rule), Some(white)) if white <= -rule.score => self.lead.min(0) - 1,
            _ => 0,
        };
    }

    /// Whether the game is decided, with `plies` played and move number `number` next.
    pub(crate) fn verdict(&self, number: u32, plies: usize) -> Option<Verdict> {
        if let Some(rule) = self.rules.win
            && self.lead.unsigned_abs() >= 2 * rule.moves.max(1)
        {
            return Some(Verdict::Win(if self.lead > 0 { Color::White } else { Color::Black }));
        }
        if let Some(rule) = self.rules.draw
            && number > rule.from
            && self.quiet_plies >= 2 * rule.moves.max(1)
        {
            return Some(Verdict::Draw);
        }
        let too_long = self.rules.longest.is_some_and(|longest| plies >= 2 * longest as usize);
        too_long.then_some(Verdict::TooLong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn adjudicator() -> Adjudicator {
        let (draw, win) = ("10:2:5".parse().ok(), "2:500".parse().ok());
        Adjudicator::new(Rules { draw, win, longest: Some(100) })
    }

    fn hear(adjudicator: &mut Adjudicator, scores: &[i32]) {
        for (ply, &white) in scores.iter().enumerate() {
            let mover = if ply % 2 == 0 { Color::White } else { Color::Black };
            let score = if ply % 2 == 0 { white } else { -white };
            adjudicator.hear(mover, Some(Score::Centipawns(score)), false);
        }
    }

    #[test]
    fn a_win_takes_both_engines_for_some_moves() {
        let mut game = adjudicator();
        hear(&mut game, &[600, 600, 600]);
        assert_eq!(game.verdict(5, 10), None);
        hear(&mut game, &[600]);
        assert_eq!(game.verdict(5, 10), Some(Verdict::Win(Color::White)));
        hear(&mut game, &[600, 400]);
        assert_eq!(game.verdict(5, 10), None, "one of them changed its mind");
        hear(&mut game, &[-600, -600, -600, -900]);
        assert_eq!(game.verdict(5, 10), Some(Verdict::Win(Color::Black)));
    }

    #[test]
    fn a_draw_takes_quiet_moves_after_the_opening() {
        let mut game = adjudicator();
        hear(&mut game, &[3, -3, 0, 5]);
        assert_eq!(game.verdict(10, 18), None);
        assert_eq!(game.verdict(11, 20), Some(Verdict::Draw));
        game.hear(Color::White, Some(Score::Centipawns(0)), true);
        assert_eq!(game.verdict(12, 21), None, "something was captured");
    }

    #[test]
    fn silence_decides_nothing_and_length_does() {
        let mut game = adjudicator();
        for _ in 0..20 {
            game.hear(Color::White, None, false);
        }
        assert_eq!(game.verdict(40, 80), None);
        assert_eq!(game.verdict(101, 200), Some(Verdict::TooLong));
    }

    #[test]
    fn rules_that_are_none_are_named() {
        for text in ["", "40", "40:8", "a:b:c", "40:8:10:1", "40:-8:10"] {
            assert!(text.parse::<DrawRule>().unwrap_err().to_string().contains("MOVE:COUNT:SCORE"), "{text}");
        }
        assert!("4:0".parse::<WinRule>().is_err());
    }
}

//! What an engine found in a game: position by position, and move by move.

use mola_game::coach::{JudgedMove, Judgment, Verdict, accuracy};
use mola_game::pgn::GameTree;
use mola_game::{History, Line, Score};
use mola_rules::{CastlingStyle, Color, Position};
use serde::{Deserialize, Serialize};

/// What an engine thinks of one position, for the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Opinion {
    #[serde(flatten)]
    pub(crate) score: Points,
    pub(crate) depth: u32,
    /// The best line in UCI's letters.
    pub(crate) line: Vec<String>,
}

/// A score in the letters of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Points {
    Cp(i32),
    /// Positive if the player to move mates; zero is mate on the board.
    Mate(i32),
}

impl From<Score> for Points {
    fn from(score: Score) -> Self {
        match score {
            Score::Centipawns(value) => Self::Cp(value),
            Score::Mate(moves) => Self::Mate(moves as i32),
            Score::Mated(moves) => Self::Mate(-(moves as i32)),
        }
    }
}

impl From<Points> for Score {
    fn from(points: Points) -> Self {
        match points {
            Points::Cp(value) => Self::Centipawns(value),
            Points::Mate(moves @ 1..) => Self::Mate(moves as u32),
            Points::Mate(moves) => Self::Mated(moves.unsigned_abs()),
        }
    }
}

impl Opinion {
    pub(crate) fn new(found: &Line) -> Self {
        let line = found.moves.iter().map(|m| m.uci(CastlingStyle::Chess960).to_string()).collect();
        Self { score: found.score.into(), depth: found.depth, line }
    }

    /// The same with moves, as far as they can be played.
    fn line(&self, position: &Position) -> Line {
        let mut history = History::new(*position);
        for text in &self.line {
            let Ok(m) = history.root().parse_uci(text) else { break };
            history.play(m);
        }
        Line { score: self.score.into(), depth: self.depth, nodes: 0, moves: history.moves().to_vec() }
    }
}

/// Judges the moves of a game by what was thought of its positions, one more than there are moves.
pub(crate) fn judge(tree: &GameTree, opinions: &[Opinion]) -> Vec<JudgedMove> {
    tree.replay()
        .zip(opinions.windows(2))
        .map_while(|((position, node), pair)| {
            let played = node.played()?;
            let next = pair[1].line(&position.after(played));
            Some(JudgedMove::new(position, played, pair[0].line(&position), &next))
        })
        .collect()
}

/// What one player did in a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Report {
    pub(crate) moves: usize,
    pub(crate) accuracy: Option<f64>,
    /// Hundredths of a pawn lost for each move, where no mate is near.
    pub(crate) average_loss: f64,
    pub(crate) inaccuracies: usize,
    pub(crate) mistakes: usize,
    pub(crate) blunders: usize,
}

impl Report {
    pub(crate) fn of(color: Color, moves: &[JudgedMove]) -> Self {
        let own: Vec<&JudgedMove> = moves.iter().filter(|one| one.mover() == color).collect();
        let count = |kind| own.iter().filter(|one| one.judgment() == Some(kind)).count();
        let losses: f64 = own.iter().map(|one| centipawns_lost(one)).sum();
        let [inaccuracies, mistakes, blunders] = Judgment::ALL.map(count);
        Self {
            moves: own.len(),
            accuracy: accuracy(color, moves),
            average_loss: losses / (own.len() as f64).max(1.0),
            inaccuracies,
            mistakes,
            blunders,
        }
    }

    /// How often the player went wrong, in words.
    pub(crate) fn counts(&self) -> String {
        let count =
            |count: usize, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
        [
            count(self.inaccuracies, "inaccuracy", "inaccuracies"),
            count(self.mistakes, "mistake", "mistakes"),
            count(self.blunders, "blunder", "blunders"),
        ]
        .join(", ")
    }
}

/// Mates count as ten pawns, so that one of them does not drown the rest.
fn centipawns_lost(judged: &JudgedMove) -> f64 {
    let Verdict { before, after, loss } = judged.verdict;
    let lost = (before.clamped(1000) - after.clamped(1000)).max(0);
    if loss > 0.0 { lost.into() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opinion(points: Points, line: &[&str]) -> Opinion {
        Opinion { score: points, depth: 9, line: line.iter().map(|&m| m.to_owned()).collect() }
    }

    #[test]
    fn the_fools_mate_is_judged_as_people_do() {
        let tree: GameTree = "1. f3 e5 2. g4 Qh4# 0-1".parse().unwrap();
        let opinions = [
            opinion(Points::Cp(20), &["e2e4"]),
            opinion(Points::Cp(60), &["e7e5"]),
            opinion(Points::Cp(-60), &["e2e4"]),
            opinion(Points::Mate(1), &["d8h4"]),
            opinion(Points::Mate(0), &[]),
        ];
        let judged = judge(&tree, &opinions);
        let named: Vec<_> = judged.iter().map(JudgedMove::judgment).collect();
        assert_eq!(named, [Some(Judgment::Inaccuracy), None, Some(Judgment::Blunder), None]);
        assert_eq!(judged[2].remark().unwrap(), "Blunder: allows mate in 1. Best was e4.");
        assert_eq!(judged[2].numbered(), "2. g4");
        assert_eq!(judged[3].white_score(), Score::Mated(1));
        let (white, black) = (Report::of(Color::White, &judged), Report::of(Color::Black, &judged));
        assert_eq!((white.moves, white.inaccuracies, white.blunders), (2, 1, 1));
        assert!(black.accuracy.unwrap() > 99.9 && black.average_loss < 1e-9);
        assert!(white.accuracy.unwrap() < 50.0);
    }

    #[test]
    fn opinions_survive_being_written_down() {
        for points in [Points::Cp(-35), Points::Mate(3), Points::Mate(0), Points::Mate(-2)] {
            let one = opinion(points, &["e2e4"]);
            let text = serde_json::to_string(&one).unwrap();
            assert_eq!(serde_json::from_str::<Opinion>(&text).unwrap(), one);
            assert_eq!(Points::from(Score::from(points)), points);
        }
    }
}

//! The hint ladder: each step tells a little more.

use mola_rules::{Move, MoveKind, Position, Role};

use crate::Score;

/// How much a hint gives away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HintStep {
    /// What kind of move to look for.
    Nudge,
    /// Which piece should move.
    Piece,
    /// The move itself.
    Move,
}

impl HintStep {
    /// All of them, in the order in which they are told.
    pub const ALL: [Self; 3] = [Self::Nudge, Self::Piece, Self::Move];

    /// The next step up; the last one stays.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Nudge => Self::Piece,
            Self::Piece | Self::Move => Self::Move,
        }
    }
}

/// What a step tells about the best move. The score is that of the player to move; `threat` is what [`threat`]
/// found, where somebody looked for one.
///
/// ```
/// use mola_game::coach::{HintStep, hint};
/// use mola_rules::Position;
/// let start = Position::start();
/// let best = start.parse_san("Nf3").unwrap();
/// assert_eq!(hint(&start, best, None, None, HintStep::Piece), "Look at the knight on g1.");
/// assert_eq!(hint(&start, best, None, None, HintStep::Move), "Nf3 is a good move.");
/// ```
pub fn hint(
    position: &Position,
    best: Move,
    score: Option<Score>,
    threat: Option<&str>,
    step: HintStep,
) -> String {
    match step {
        HintStep::Nudge => nudge(position, best, score, threat),
        HintStep::Piece => format!("Look at the {} on {}.", best.role(), best.from()),
        HintStep::Move => format!("{} is a good move.", position.san(best)),
    }
}

fn nudge(position: &Position, best: Move, score: Option<Score>, threat: Option<&str>) -> String {
    let after = position.after(best);
    let is_capture = best.kind() == MoveKind::EnPassant
        || (!best.is_castle() && position.board().role_at(best.to()).is_some());
    match (score, threat) {
        _ if after.is_check() && after.count_moves() == 0 => "There is a mate in one.".to_owned(),
        (Some(Score::Mate(moves)), _) => format!("There is a mate in {moves}."),
        _ if position.is_check() => "You are in check.".to_owned(),
        (_, Some(threat)) => threat.to_owned(),
        _ if best.is_castle() => "Think of the safety of your king.".to_owned(),
        _ if best.promotion().is_some() => "A pawn is about to be promoted.".to_owned(),
        _ if is_capture => "Something can be captured.".to_owned(),
        _ if after.is_check() => "Look at your checks.".to_owned(),
        _ if best.role() == Role::Pawn => "A pawn move helps here.".to_owned(),
        _ => format!("One of your pieces could do more. Think of a {}.", best.role()),
    }
}

/// How much worse passing must be before the opponent's best reply counts as a threat, in hundredths of a pawn.
const THREAT: i32 = 120;

/// What the opponent threatens, if anything. `passed` is the position with the opponent to move instead, `reply`
/// the best move there and `theirs` its score for the opponent; `ours` is the score of whoever is to move now.
pub fn threat(passed: &Position, reply: Move, theirs: Score, ours: Score) -> Option<String> {
    let hurts = match (theirs, ours.flip()) {
        (Score::Mate(_), usual) => !matches!(usual, Score::Mate(_)),
        (Score::Centipawns(after), Score::Centipawns(usual)) => after.saturating_sub(usual) >= THREAT,
        _ => false,
    };
    let (who, san) = (passed.turn(), passed.san(reply));
    hurts.then(|| match theirs {
        Score::Mate(1) => format!("{who} threatens {san}, mate."),
        Score::Mate(moves) => format!("{who} threatens mate in {moves}, beginning with {san}."),
        _ => format!("{who} threatens {san}."),
    })
}

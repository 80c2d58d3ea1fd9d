//! When an engine offers, accepts and claims draws. Scores are the engine's own: positive is good for it.

use crate::Score;

/// An engine that stands better than this plays on.
const EQUAL: Score = Score::Centipawns(0);

/// Before this many plies nobody has had a game yet.
const EARLY: usize = 30;

/// An engine that stands this badly is glad of a draw at any time.
const LOSING: Score = Score::Centipawns(-150);

/// A draw that the engine's own move brings about is offered up to this score: the engine chose the move
/// knowing that it draws, so a small advantage was not worth more to it.
const SLIGHTLY_BETTER: Score = Score::Centipawns(50);

/// Whether an engine accepts a draw that it is offered after this many plies. One that has not looked at the
/// position yet plays on.
///
/// ```
/// use mola_game::{Score, coach::accepts_draw};
/// assert!(accepts_draw(Some(Score::Centipawns(0)), 40));
/// assert!(!accepts_draw(Some(Score::Centipawns(0)), 10));
/// assert!(accepts_draw(Some(Score::Mated(5)), 10));
/// ```
pub fn accepts_draw(score: Option<Score>, plies: usize) -> bool {
    let most = if plies < EARLY { LOSING } else { EQUAL };
    score.is_some_and(|score| score <= most)
}

/// Whether an engine claims the draw that its opponent's move made claimable.
///
/// ```
/// use mola_game::{Score, coach::claims_draw};
/// assert!(claims_draw(Some(Score::Centipawns(-20))));
/// assert!(!claims_draw(Some(Score::Centipawns(20))));
/// ```
pub fn claims_draw(score: Option<Score>) -> bool {
    score.is_some_and(|score| score <= EQUAL)
}

/// Whether an engine offers a draw, and then claims it, with a move of its own that makes one claimable. One
/// that does not say what it thinks is taken to have wanted the draw.
///
/// ```
/// use mola_game::{Score, coach::offers_draw};
/// assert!(offers_draw(None) && offers_draw(Some(Score::Centipawns(40))));
/// assert!(!offers_draw(Some(Score::Mate(3))));
/// ```
pub fn offers_draw(score: Option<Score>) -> bool {
    score.is_none_or(|score| score <= SLIGHTLY_BETTER)
}

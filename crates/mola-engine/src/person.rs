//! How people err: they look only so far, some moves escape them, and their judgment is rough.
//!
//! A person looks at their own moves first, then at what the opponent may reply. Eyes follow the last move, and
//! captures draw them; quiet moves, moves backward and moves across the board are overlooked. What is overlooked
//! stays so for the whole thought, so that a mistake is a threat that was missed, and not a piece given away
//! for no reason.

use mola_game::Dice;
use mola_rules::{Color, Move, Position, Square};

/// How somebody of some rating thinks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Person {
    /// How many plies are looked at after a move of their own; a fraction is how often it is one more.
    pub(crate) depth: f64,
    /// How often a reply escapes them that nothing draws attention to.
    pub(crate) blindness: f64,
    /// The most that the value of a move is judged wrong by, in hundredths of a pawn.
    pub(crate) noise: f64,
}

impl Person {
    /// Somebody between two others.
    pub(crate) fn towards(&self, other: &Self, share: f64) -> Self {
        let between = |from: f64, to: f64| from + share * (to - from);
        Self {
            depth: between(self.depth, other.depth),
            blindness: between(self.blindness, other.blindness),
            noise: between(self.noise, other.noise),
        }
    }

    /// How far they look this time.
    pub(crate) fn plies(&self, dice: &mut Dice) -> u32 {
        (self.depth + dice.fraction()).floor() as u32
    }

    /// How wrong they are about a move: small errors are more frequent than large ones.
    pub(crate) fn error(&self, dice: &mut Dice) -> i32 {
        (self.noise * (dice.fraction() + dice.fraction() - 1.0)).round() as i32
    }

    /// What they notice during one thought.
    pub(crate) const fn attention(&self, dice: &mut Dice) -> Attention {
        Attention { blindness: self.blindness, seed: dice.roll() }
    }
}

/// What somebody notices during one thought.
pub(crate) struct Attention {
    blindness: f64,
    seed: u64,
}

/// Whose moves are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Own,
    Opponent,
}

impl Attention {
    /// The moves that are noticed, or all if all escape. `focus` is where the last move ended.
    pub(crate) fn noticed(
        &self,
        position: &Position,
        moves: &[Move],
        side: Side,
        focus: Option<Square>,
    ) -> Vec<Move> {
        let escapes = |m: Move| {
            let chance = self.blindness * obscurity(position, m, side, focus);
            Dice::stream(self.seed, u64::from(m.bits())).fraction() < chance
        };
        let noticed: Vec<Move> = moves.iter().copied().filter(|&m| !escapes(m)).collect();
        if noticed.is_empty() { moves.to_vec() } else { noticed }
    }
}

/// How easily a move escapes, compared with a quiet reply.
fn obscurity(position: &Position, m: Move, side: Side, focus: Option<Square>) -> f64 {
    let draws_the_eye = match position.is_capture(m) {
        true if focus == Some(m.to()) => 0.1,
        true => 0.4,
        false => 1.0,
    };
    let forward = match position.turn() {
        Color::White => m.to().rank() >= m.from().rank(),
        Color::Black => m.to().rank() <= m.from().rank(),
    };
    let far = m.from().distance(m.to()) >= 4;
    let hidden = if far || !forward { 1.5 } else { 1.0 };
    let side = match side {
        Side::Own => 0.2,
        Side::Opponent => 1.0,
    };
    draws_the_eye * hidden * side
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        fen.parse().unwrap()
    }

    /// How often of a thousand times a reply is noticed.
    fn noticed(fen: &str, san: &str, focus: Option<Square>) -> usize {
        let position = position(fen);
        let moves: Vec<Move> = position.legal_moves().into_iter().collect();
        let m = position.parse_san(san).unwrap();
        (0..1000)
            .filter(|&seed| {
                let attention = Attention { blindness: 0.6, seed };
                attention.noticed(&position, &moves, Side::Opponent, focus).contains(&m)
            })
            .count()
    }

    #[test]
    fn captures_are_noticed_more_often_than_quiet_moves_and_both_more_than_retreats() {
        const FEN: &str = "4k3/8/8/3p4/8/3R4/8/4K3 w - - 0 1";
        let counts = [Some(Square::D5), None].map(|focus| noticed(FEN, "Rxd5", focus));
        let [forward, back] = ["Rd4", "Rd2"].map(|san| noticed(FEN, san, None));
        let [focused, capture] = counts;
        assert!(focused > capture && capture > forward && forward > back && back > 0, "{counts:?}");
    }

    #[test]
    fn what_escapes_does_so_for_the_whole_thought() {
        let attention = Attention { blindness: 0.6, seed: 4 };
        let position = Position::start();
        let moves: Vec<Move> = position.legal_moves().into_iter().collect();
        let first = attention.noticed(&position, &moves, Side::Opponent, None);
        assert_eq!(first, attention.noticed(&position, &moves, Side::Opponent, None));
        assert!(first.len() < moves.len());
    }

    #[test]
    fn somebody_who_notices_nothing_still_has_moves() {
        let attention = Attention { blindness: 9.0, seed: 1 };
        let position = Position::start();
        let moves: Vec<Move> = position.legal_moves().into_iter().collect();
        assert_eq!(attention.noticed(&position, &moves, Side::Own, None), moves);
    }

    #[test]
    fn errors_of_judgment_have_a_size() {
        let person = Person { depth: 1.0, blindness: 0.0, noise: 100.0 };
        let mut dice = Dice::new(1);
        let errors: Vec<i32> = (0..1000).map(|_| person.error(&mut dice)).collect();
        assert!(errors.iter().all(|error| error.abs() <= 100) && errors.iter().any(|&error| error > 60));
        assert!(errors.iter().filter(|error| error.abs() < 30).count() > 400);
    }
}

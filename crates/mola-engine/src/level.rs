//! Weaker play, in the way people play: seeing less far, and sometimes choosing a move
//! that is good instead of the one that is best.
//!
//! Strong levels only think less. Weak ones weigh all moves after a shallow look and pick one of them,
//! better ones more often. They never lose more at once than their budget, so that blunders have the size
//! that a player of that strength makes; they recapture, and finish a mate that they see.

use mola_game::Limits;
use mola_game::coach::Level as Rated;
use mola_rules::Square;

use crate::search::RootMove;
use crate::value::is_decided;

/// How a player of some rating thinks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Level {
    /// How many nodes are searched.
    nodes: f64,
    /// How deep moves are searched; a fraction is how often it is one more.
    depth: f64,
    /// How many moves are weighed against each other.
    lines: f64,
    /// A move that is worse by this is chosen e times less often.
    temperature: f64,
    /// A move that is worse by more than this is never chosen.
    budget: f64,
}

/// A rating, and the way of thinking that reaches it. Ratings between two rows are interpolated.
/// `docs/LEVELS.md` describes how they were measured.
const TABLE: [(i32, Level); 7] = [
    row(800, MANY, 2.0, 50.0, 75.0, 190.0),
    row(1080, MANY, 3.0, 50.0, 55.0, 150.0),
    row(1220, MANY, 4.0, 20.0, 40.0, 110.0),
    row(1680, MANY, 5.0, 12.0, 28.0, 80.0),
    row(1900, 20_000.0, 6.0, 8.0, 16.0, 45.0),
    row(2000, 1_550.0, 8.0, 1.0, 1.0, 0.0),
    row(3000, 120_000.0, 40.0, 1.0, 1.0, 0.0),
];

/// Nodes that a shallow search never needs.
const MANY: f64 = 1_000_000.0;

const fn row(elo: i32, nodes: f64, depth: f64, lines: f64, temperature: f64, budget: f64) -> (i32, Level) {
    (elo, Level { nodes, depth, lines, temperature, budget })
}

impl Level {
    /// The way of thinking for a rating.
    pub(crate) fn of_elo(elo: i32) -> Self {
        let elo = elo.clamp(Rated::LOWEST_RATING, Rated::HIGHEST_RATING);
        let above = TABLE.iter().position(|(rating, _)| *rating > elo).unwrap_or(TABLE.len() - 1);
        let ((low_elo, low), (high_elo, high)) = (TABLE[above - 1], TABLE[above]);
        let share = f64::from(elo - low_elo) / f64::from(high_elo - low_elo);
        let between = |low: f64, high: f64| low + share * (high - low);
        Self {
            // Strength grows with the logarithm of what is searched.
            nodes: between(low.nodes.ln(), high.nodes.ln()).exp(),
            depth: between(low.depth, high.depth),
            lines: between(low.lines, high.lines),
            temperature: between(low.temperature, high.temperature),
            budget: between(low.budget, high.budget),
        }
    }

    /// Whether moves are chosen as people choose them, instead of only thinking less.
    pub(crate) fn is_like_people(&self) -> bool {
        self.lines > 1.0
    }

    /// What is searched within these limits. `dice` is a random number from 0 to 1.
    pub(crate) fn limits(&self, limits: &Limits, dice: f64) -> Limits {
        let (nodes, depth) = (self.nodes.round() as u64, (self.depth + dice).floor() as u32);
        Limits {
            nodes: Some(limits.nodes.map_or(nodes, |most| most.min(nodes))),
            depth: Some(limits.depth.map_or(depth, |most| most.min(depth))),
            lines: limits.lines.max(self.lines.round() as usize),
            ..*limits
        }
    }

    /// Chooses one of the moves that were searched, the best of which comes first. `retake` is where the
    /// opponent just captured something, and `dice` a random number from 0 to 1.
    pub(crate) fn choose<'a>(
        &self,
        moves: &'a [RootMove],
        retake: Option<Square>,
        dice: f64,
    ) -> Option<&'a RootMove> {
        let best = moves.first()?;
        if is_decided(best.value) || retake == Some(best.m.to()) {
            return Some(best);
        }
        let weight = |one: &RootMove| {
            let loss = f64::from(best.value - one.value);
            if loss <= self.budget { (-loss / self.temperature).exp() } else { 0.0 }
        };
        let mut rest = dice * moves.iter().map(weight).sum::<f64>();
        let chosen = moves.iter().find(|one| {
            rest -= weight(one);
            rest <= 0.0
        });
        chosen.or(Some(best))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Value;
    use mola_rules::{Move, Position};

    /// The first moves of a position with these values.
    fn searched(root: &Position, values: &[Value]) -> Vec<RootMove> {
        let moves: Vec<Move> = root.legal_moves().into_iter().collect();
        let mut searched: Vec<RootMove> = moves.into_iter().map(RootMove::new).take(values.len()).collect();
        searched.iter_mut().zip(values).for_each(|(one, &value)| one.value = value);
        searched
    }

    fn chosen(level: &Level, moves: &[RootMove], retake: Option<Square>) -> Vec<usize> {
        let mut counts = vec![0; moves.len()];
        for throw in 0..1000 {
            let one = level.choose(moves, retake, f64::from(throw) / 1000.0).unwrap();
            counts[moves.iter().position(|other| other.m == one.m).unwrap()] += 1;
        }
        counts
    }

    #[test]
    fn ratings_between_rows_lie_between_them() {
        let (lowest, highest) = (Rated::LOWEST_RATING, Rated::HIGHEST_RATING);
        let levels: Vec<Level> = (lowest..=highest).step_by(20).map(Level::of_elo).collect();
        for pair in levels.windows(2) {
            assert!(pair[0].depth <= pair[1].depth && pair[0].temperature >= pair[1].temperature, "{pair:?}");
        }
        assert_eq!(Level::of_elo(0), Level::of_elo(lowest));
        assert_eq!(Level::of_elo(9999), Level::of_elo(highest));
    }

    #[test]
    fn better_moves_are_likelier_and_blunders_have_a_size() {
        let level = Level::of_elo(1200);
        let moves = searched(&Position::start(), &[40, 10, -60, -500]);
        let counts = chosen(&level, &moves, None);
        assert!(counts[0] > counts[1] && counts[1] > counts[2] && counts[2] > 0, "{counts:?}");
        assert_eq!(counts[3], 0);
    }

    #[test]
    fn what_was_taken_is_taken_back_and_mates_are_played() {
        let level = Level::of_elo(Rated::LOWEST_RATING);
        let moves = searched(&Position::start(), &[40, 39, 38]);
        assert_eq!(chosen(&level, &moves, Some(moves[0].m.to())), [1000, 0, 0]);
        let mate = searched(&Position::start(), &[crate::value::MATE - 3, 900]);
        assert_eq!(chosen(&level, &mate, None), [1000, 0]);
    }
}

//! Weaker play. Strong levels only think less; the others err as people do, which [`Person`] describes.

use mola_game::Limits;
use mola_game::coach::Level as Rated;

use crate::person::Person;

/// How to play at some rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Level {
    /// Like people.
    Person(Person),
    /// The usual search, of this many nodes and to this depth.
    Search {
        /// How many nodes are searched.
        nodes: f64,
        /// How deep, which seldom matters.
        depth: f64,
    },
}

/// Ratings and how people of that strength think. Ratings between two rows are interpolated.
/// `docs/LEVELS.md` describes how they were measured.
const PEOPLE: [(i32, Person); 9] = [
    (400, Person { depth: 0.0, blindness: 1.0, noise: 550.0 }),
    (600, Person { depth: 0.6, blindness: 0.54, noise: 235.0 }),
    (800, Person { depth: 1.0, blindness: 0.36, noise: 155.0 }),
    (1000, Person { depth: 1.15, blindness: 0.27, noise: 132.0 }),
    (1200, Person { depth: 2.0, blindness: 0.15, noise: 90.0 }),
    (1400, Person { depth: 2.5, blindness: 0.125, noise: 80.0 }),
    (1600, Person { depth: 3.3, blindness: 0.085, noise: 62.0 }),
    (1800, Person { depth: 4.0, blindness: 0.06, noise: 50.0 }),
    (2000, Person { depth: 5.2, blindness: 0.026, noise: 37.0 }),
];

/// From the last row on, strength is what is searched: nodes and depth at both ends.
const SEARCH: [(i32, f64, f64); 2] = [(2000, 260.0, 8.0), (3000, 50_000.0, 40.0)];

impl Level {
    /// How to play at a rating.
    pub(crate) fn of_elo(elo: i32) -> Self {
        let elo = elo.clamp(Rated::LOWEST_RATING, Rated::HIGHEST_RATING);
        let share = |low: i32, high: i32| f64::from(elo - low) / f64::from(high - low);
        let rows = PEOPLE.windows(2).find(|rows| elo < rows[1].0);
        if let Some([(low_elo, low), (high_elo, high)]) = rows {
            return Self::Person(low.towards(high, share(*low_elo, *high_elo)));
        }
        let [(low_elo, few, shallow), (high_elo, many, deep)] = SEARCH;
        let share = share(low_elo, high_elo);
        // Strength grows with the logarithm of what is searched.
        Self::Search { nodes: few * (many / few).powf(share), depth: shallow + share * (deep - shallow) }
    }

    /// What the usual search may spend within these limits.
    pub(crate) fn limits(nodes: f64, depth: f64, limits: &Limits) -> Limits {
        let (nodes, depth) = (nodes.round() as u64, depth.round() as u32);
        Limits {
            nodes: Some(limits.nodes.map_or(nodes, |most| most.min(nodes))),
            depth: Some(limits.depth.map_or(depth, |most| most.min(depth))),
            ..*limits
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_higher_the_rating_the_fewer_the_mistakes() {
        let ratings = (Rated::LOWEST_RATING..2000).step_by(20);
        let people: Vec<Person> = ratings
            .map(|elo| match Level::of_elo(elo) {
                Level::Person(person) => person,
                Level::Search { .. } => panic!("{elo} is a person"),
            })
            .collect();
        for pair in people.windows(2) {
            let [weak, strong] = pair else { unreachable!("windows of two") };
            assert!(weak.depth <= strong.depth && weak.noise > strong.noise, "{pair:?}");
            assert!(weak.blindness > strong.blindness, "{pair:?}");
        }
    }

    #[test]
    fn the_highest_ratings_search_more() {
        let nodes = |elo| match Level::of_elo(elo) {
            Level::Search { nodes, .. } => nodes.round() as u32,
            Level::Person(person) => panic!("{elo} is {person:?}"),
        };
        assert_eq!((nodes(2000), nodes(3000), nodes(9999)), (260, 50_000, 50_000));
        assert!(nodes(2400) < nodes(2500));
        assert_eq!(Level::of_elo(0), Level::of_elo(Rated::LOWEST_RATING));
    }
}

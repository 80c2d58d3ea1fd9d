//! Weaker play. Strong levels only think less; the others err as people do, which [`Person`] describes.

use mola_game::Limits;
use mola_game::coach::Level as Rated;

use crate::person::Person;

/// How to play at some rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Level {
    /// Like people.
    Person(Person),
    /// The usual search, of this many nodes.
    Nodes(f64),
}

/// Ratings and how people of that strength think. Ratings between two rows are interpolated.
/// `docs/LEVELS.md` describes how they were measured.
const PEOPLE: [(i32, Person); 9] = [
    (400, Person { depth: 0.0, blindness: 1.0, noise: 550.0 }),
    (600, Person { depth: 0.55, blindness: 0.58, noise: 264.0 }),
    (800, Person { depth: 0.82, blindness: 0.44, noise: 191.0 }),
    (1000, Person { depth: 1.0, blindness: 0.36, noise: 161.0 }),
    (1200, Person { depth: 1.3, blindness: 0.27, noise: 129.0 }),
    (1400, Person { depth: 1.9, blindness: 0.168, noise: 96.0 }),
    (1600, Person { depth: 2.9, blindness: 0.106, noise: 71.0 }),
    (1800, Person { depth: 4.2, blindness: 0.054, noise: 47.0 }),
    (2000, Person { depth: 5.0, blindness: 0.031, noise: 39.0 }),
];

/// From the first row on, strength is how many nodes are searched.
const NODES: [(i32, f64); 6] =
    [(2000, 350.0), (2200, 670.0), (2400, 1450.0), (2600, 3900.0), (2800, 15_000.0), (3000, MOST_NODES)];
const MOST_NODES: f64 = 60_000.0;

impl Level {
    /// How to play at a rating.
    pub(crate) fn of_elo(elo: i32) -> Self {
        let elo = elo.clamp(Rated::LOWEST_RATING, Rated::HIGHEST_RATING);
        match rows_around(&PEOPLE, elo) {
            Some((low, high, share)) => Self::Person(low.towards(&high, share)),
            // Strength grows with the logarithm of what is searched.
            None => Self::Nodes(match rows_around(&NODES, elo) {
                Some((few, many, share)) => few * (many / few).powf(share),
                None => MOST_NODES,
            }),
        }
    }

    /// What the usual search may spend within these limits.
    pub(crate) fn limits(nodes: f64, limits: &Limits) -> Limits {
        let nodes = nodes.round() as u64;
        Limits { nodes: Some(limits.nodes.map_or(nodes, |most| most.min(nodes))), ..*limits }
    }
}

/// The rows that a rating is between, and how far it is on the way from the first to the second. None from the last
/// row on.
fn rows_around<T: Copy>(rows: &[(i32, T)], elo: i32) -> Option<(T, T, f64)> {
    let above = rows.iter().position(|row| elo < row.0)?;
    let ((low_elo, low), (high_elo, high)) = (rows[above - 1], rows[above]);
    Some((low, high, f64::from(elo - low_elo) / f64::from(high_elo - low_elo)))
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
                Level::Nodes(_) => panic!("{elo} is a person"),
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
            Level::Nodes(nodes) => nodes.round() as u32,
            Level::Person(person) => panic!("{elo} is {person:?}"),
        };
        assert_eq!((nodes(2000), nodes(3000), nodes(9999)), (350, 60_000, 60_000));
        assert!(nodes(2400) < nodes(2500));
        assert_eq!(Level::of_elo(0), Level::of_elo(Rated::LOWEST_RATING));
    }
}

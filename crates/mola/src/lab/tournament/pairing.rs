//! Who meets whom, in which order, and with which opening.

use clap::ValueEnum;

/// The form of a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Everybody meets everybody
    #[default]
    RoundRobin,
    /// The first engine meets all others
    Gauntlet,
    /// Each engine meets the next two: for engines in the order of their strength
    Ladder,
}

/// All games of a match, by number. Two games in a row are a pair: the same engines and the same
/// opening, with colors exchanged.
#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    couples: Vec<[usize; 2]>,
    /// How many pairs each couple plays.
    pub(crate) rounds: u64,
}

/// One game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pairing {
    /// From zero.
    pub(crate) number: u64,
    /// Which engines play: White's first.
    pub(crate) engines: [usize; 2],
    /// From zero; the opening has the same number.
    pub(crate) round: u64,
}

impl Schedule {
    pub(crate) fn new(engines: usize, format: Format, rounds: u64) -> Self {
        let mut couples = Vec::new();
        for first in 0..engines {
            for second in first + 1..engines {
                let meet = match format {
                    Format::RoundRobin => true,
                    Format::Gauntlet => first == 0,
                    Format::Ladder => second <= first + 2,
                };
                if meet {
                    couples.push([first, second]);
                }
            }
        }
        Self { couples, rounds }
    }

    /// How many games there are.
    pub(crate) fn len(&self) -> u64 {
        self.rounds.saturating_mul(2 * self.couples.len() as u64)
    }

    /// The game with this number.
    pub(crate) fn get(&self, number: u64) -> Pairing {
        let pair = number / 2;
        let count = self.couples.len() as u64;
        let [first, second] = self.couples[(pair % count) as usize];
        let engines = if number.is_multiple_of(2) { [first, second] } else { [second, first] };
        Pairing { number, engines, round: pair / count }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_with_both_colors_in_every_round() {
        let schedule = Schedule::new(4, Format::RoundRobin, 3);
        assert_eq!(schedule.len(), 3 * 6 * 2);
        for round in 0..3 {
            let mut games: Vec<[usize; 2]> = (0..schedule.len())
                .map(|n| schedule.get(n))
                .filter(|p| p.round == round)
                .map(|p| p.engines)
                .collect();
            games.sort_unstable();
            games.dedup();
            assert_eq!(games.len(), 12, "each ordered couple once");
            assert!(games.iter().all(|[white, black]| white != black));
        }
    }

    #[test]
    fn in_a_gauntlet_the_first_engine_plays_every_game() {
        let schedule = Schedule::new(4, Format::Gauntlet, 2);
        assert_eq!(schedule.len(), 12);
        assert!((0..12).all(|number| schedule.get(number).engines.contains(&0)));
    }

    #[test]
    fn on_a_ladder_engines_meet_their_neighbors() {
        let schedule = Schedule::new(4, Format::Ladder, 1);
        let couples: Vec<[usize; 2]> =
            (0..schedule.len()).step_by(2).map(|n| schedule.get(n).engines).collect();
        assert_eq!(couples, [[0, 1], [0, 2], [1, 2], [1, 3], [2, 3]]);
    }

    #[test]
    fn the_two_games_of_a_pair_share_all_but_the_colors() {
        let schedule = Schedule::new(3, Format::RoundRobin, 5);
        for pair in 0..schedule.len() / 2 {
            let (one, two) = (schedule.get(2 * pair), schedule.get(2 * pair + 1));
            assert_eq!((one.engines[0], one.engines[1]), (two.engines[1], two.engines[0]));
            assert_eq!(one.round, two.round);
        }
    }
}

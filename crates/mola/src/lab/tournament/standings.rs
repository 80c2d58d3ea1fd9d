//! The score of each engine.

use std::collections::{BTreeMap, HashMap};

use mola_rules::Color;
use serde::Serialize;

use super::pairing::Pairing;
use super::referee::Fault;
use super::statistics::Pairs;

/// What one engine has done so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Score {
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
    /// Complete pairs of games, against all opponents.
    pub(crate) pairs: Pairs,
    pub(crate) faults: Faults,
}

/// Games that were lost for other reasons than chess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Faults {
    pub(crate) time: u64,
    pub(crate) illegal: u64,
    pub(crate) crash: u64,
}

impl Score {
    pub(crate) fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points for each game, from 0 to 1.
    pub(crate) fn share(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / (self.games() as f64).max(1.0)
    }

    fn add(&mut self, half_points: u64) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }
}

impl Faults {
    pub(crate) fn sum(self) -> u64 {
        self.time + self.illegal + self.crash
    }
}

/// The scores of all engines.
#[derive(Clone, Debug, Default)]
pub(crate) struct Standings {
    pub(crate) scores: Vec<Score>,
    /// The scores of each couple: those of the engine that comes first, against the other.
    pub(crate) couples: BTreeMap<[usize; 2], Score>,
    /// Games whose partner is still to come: half points of the engine that had White in the first game
    /// of the pair.
    halves: HashMap<u64, u64>,
}

impl Standings {
    pub(crate) fn new(engines: usize) -> Self {
        Self { scores: vec![Score::default(); engines], couples: BTreeMap::new(), halves: HashMap::new() }
    }

    /// Counts a game.
    pub(crate) fn add(&mut self, pairing: &Pairing, winner: Option<Color>, fault: Option<(Color, Fault)>) {
        let half_points = |color: Color| match winner {
            Some(winner) if winner == color => 2,
            Some(_) => 0,
            None => 1,
        };
        for color in Color::ALL {
            self.scores[pairing.engines[color as usize]].add(half_points(color));
        }
        if let Some((color, fault)) = fault {
            let faults = &mut self.scores[pairing.engines[color as usize]].faults;
            match fault {
                Fault::Time => faults.time += 1,
                Fault::Illegal => faults.illegal += 1,
                Fault::Crash => faults.crash += 1,
            }
        }
        // In every second game of a pair the first engine has Black.
        let first_has = if pairing.number.is_multiple_of(2) { Color::White } else { Color::Black };
        let mine = half_points(first_has);
        let names = [pairing.engines[first_has as usize], pairing.engines[!first_has as usize]];
        let couple = self.couples.entry(names).or_default();
        couple.add(mine);
        let Some(before) = self.halves.remove(&(pairing.number / 2)) else {
            self.halves.insert(pairing.number / 2, mine);
            return;
        };
        let points = (before + mine) as usize;
        couple.pairs.0[points] += 1;
        self.scores[names[0]].pairs.0[points] += 1;
        self.scores[names[1]].pairs.0[4 - points] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::super::pairing::{Format, Schedule};
    use super::*;

    #[test]
    fn pairs_are_counted_for_both_engines_in_any_order() {
        let schedule = Schedule::new(2, Format::RoundRobin, 3);
        let mut standings = Standings::new(2);
        let (white, black) = (Some(Color::White), Some(Color::Black));
        // The first engine wins both games, then one of each, then a draw and a loss.
        let results = [(0, white), (1, black), (3, white), (2, white), (4, None)];
        for (number, winner) in results {
            standings.add(&schedule.get(number), winner, None);
        }
        assert_eq!(standings.scores[0].pairs, Pairs([0, 0, 1, 0, 1]));
        standings.add(&schedule.get(5), white, Some((Color::Black, Fault::Time)));
        let [first, second] = &standings.scores[..] else { panic!("two engines") };
        assert_eq!((first.wins, first.draws, first.losses), (3, 1, 2));
        assert_eq!((second.wins, second.draws, second.losses), (2, 1, 3));
        assert_eq!((first.pairs, second.pairs), (Pairs([0, 1, 1, 0, 1]), Pairs([1, 0, 1, 1, 0])));
        assert_eq!((first.faults.time, second.faults.sum()), (1, 0));
        let couple = &standings.couples[&[0, 1]];
        assert_eq!((couple.wins, couple.losses, couple.pairs), (first.wins, first.losses, first.pairs));
    }
}

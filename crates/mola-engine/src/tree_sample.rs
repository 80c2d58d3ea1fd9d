//! Positions drawn at random from those that a search evaluates.

use mola_game::Dice;
use mola_rules::Position;

/// Keeps a few of all positions it is offered, each with the same chance (reservoir sampling).
pub(crate) struct TreeSample {
    kept: Vec<Position>,
    wanted: usize,
    offered: usize,
    dice: Dice,
}

impl TreeSample {
    /// A sample of this many positions; the same seed draws the same ones.
    pub(crate) fn new(wanted: usize, seed: u64) -> Self {
        Self { kept: Vec::with_capacity(wanted), wanted, offered: 0, dice: Dice::new(seed) }
    }

    pub(crate) fn offer(&mut self, position: &Position) {
        self.offered += 1;
        if self.kept.len() < self.wanted {
            self.kept.push(*position);
            return;
        }
        if let Some(slot) = self.kept.get_mut(self.dice.below(self.offered)) {
            *slot = *position;
        }
    }

    /// What was drawn; the next sample begins.
    pub(crate) fn take(&mut self) -> Vec<Position> {
        self.offered = 0;
        std::mem::replace(&mut self.kept, Vec::with_capacity(self.wanted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_the_same_chance() {
        let mut counts = [0; 10];
        let mut sample = TreeSample::new(3, 5);
        for _ in 0..2_000 {
            for number in 0..10 {
                sample.offer(&Position::chess960(number));
            }
            let drawn = sample.take();
            assert_eq!(drawn.len(), 3);
            for position in drawn {
                let number = (0..10).find(|&number| Position::chess960(number) == position).unwrap();
                counts[usize::from(number)] += 1;
            }
        }
        assert!(counts.iter().all(|count| (500..700).contains(count)), "{counts:?}");
    }
}

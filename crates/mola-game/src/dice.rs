//! Random numbers that are the same everywhere, and random openings made from them.

use mola_rules::{Move, Position};

/// A source of random numbers: `SplitMix64` by Steele, Lea and Flood. Any seed is as good as any other.
///
/// ```
/// use mola_game::Dice;
/// let mut dice = Dice::new(7);
/// assert!(dice.below(6) < 6);
/// assert_eq!(Dice::new(7).roll(), Dice::new(7).roll());
/// ```
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice that fall the same way for the same seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// One of many independent sources that share a seed.
    pub const fn stream(seed: u64, number: u64) -> Self {
        Self(Self(seed).roll() ^ number.wrapping_mul(0xD1B54A32D192ED03))
    }

    /// Any number.
    pub const fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E3779B97F4A7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58476D1CE4E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D049BB133111EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is not zero.
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.roll() as u128 * bound as u128) >> 64) as usize
    }

    /// A number from zero to one.
    pub fn fraction(&mut self) -> f64 {
        self.roll() as f64 / u64::MAX as f64
    }

    /// Puts items in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// The position after some random legal moves, each of which is shown to `played`. None if the
    /// game is over by then.
    ///
    /// ```
    /// use mola_game::Dice;
    /// use mola_rules::Position;
    /// let mut moves = Vec::new();
    /// let opening = Dice::new(1).opening(&Position::start(), 8, |m| moves.push(m)).unwrap();
    /// assert_eq!((moves.len(), opening.fullmoves()), (8, 5));
    /// ```
    pub fn opening(
        &mut self,
        start: &Position,
        plies: usize,
        mut played: impl FnMut(Move),
    ) -> Option<Position> {
        let mut position = *start;
        for _ in 0..plies {
            let moves = position.legal_moves();
            let &m = moves.get(self.below(moves.len().max(1)))?;
            position.play_unchecked(m);
            played(m);
        }
        position.outcome().is_none().then_some(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shuffling_keeps_everything_and_follows_the_seed() {
        let shuffled = |seed| {
            let mut items: [u32; 100] = core::array::from_fn(|index| index as u32);
            Dice::stream(seed, 0).shuffle(&mut items);
            items
        };
        assert_eq!(shuffled(1), shuffled(1));
        assert_ne!(shuffled(1), shuffled(2));
        let mut sorted = shuffled(3);
        sorted.sort_unstable();
        assert!(sorted.iter().copied().eq(0..100));
    }

    #[test]
    fn all_numbers_below_the_bound_come_up() {
        let mut dice = Dice::stream(7, 1);
        let mut seen = [0; 6];
        (0..6_000).for_each(|_| seen[dice.below(6)] += 1);
        assert!(seen.iter().all(|&count| (850..1150).contains(&count)), "{seen:?}");
        assert!((0.0..=1.0).contains(&Dice::new(0).fraction()));
    }
}

//! SPSA, simultaneous perturbation stochastic approximation by Spall: all numbers are moved at once, up or
//! down at random, and the result of two games says whether that was uphill.
//!
//! The schedule is the one that chess engines use: each number's last perturbation is its step, and the last
//! move is a given share of it.

use mola_game::Dice;

use crate::params::Knob;

/// How fast moves and perturbations shrink, as Spall recommends.
const MOVES_SHRINK: f64 = 0.602;
const PERTURBATIONS_SHRINK: f64 = 0.101;

/// The share of all trials by which the first moves are damped.
const DAMPING: f64 = 0.1;

/// What decides the course of a run, besides the games.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How many trials there will be.
    pub trials: u64,
    /// The share of a step that the last trial moves a number by, for each point won.
    pub rate: f64,
    /// The seed of all directions.
    pub seed: u64,
}

/// Two sets of values that play each other.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Each number moved its own way.
    pub up: Vec<i32>,
    /// The opposite moves.
    pub down: Vec<i32>,
}

/// Where the numbers are.
#[derive(Clone, Debug)]
pub struct Optimizer {
    plan: Plan,
    /// The numbers, as they were before.
    pub knobs: Vec<Knob>,
    /// Their values now.
    pub values: Vec<f64>,
}

impl Optimizer {
    /// Begins with the values in use.
    pub fn new(plan: Plan, knobs: Vec<Knob>) -> Self {
        let values = knobs.iter().map(|knob| f64::from(knob.value)).collect();
        Self { plan, knobs, values }
    }

    /// The values to try.
    pub fn ask(&self, number: u64) -> Trial {
        let mut dice = Dice::stream(self.plan.seed, number);
        let signs = signs(&mut dice, self.knobs.len());
        let mut side = |direction: f64| {
            let one = |(index, knob): (usize, &Knob)| {
                let value = self.values[index] + direction * signs[index] * self.reach(knob, number);
                // Rounded up or down by chance, so that a fraction of a step is felt too.
                ((value + dice.fraction()).floor() as i32).clamp(knob.min, knob.max)
            };
            self.knobs.iter().enumerate().map(one).collect()
        };
        Trial { up: side(1.0), down: side(-1.0) }
    }

    /// Learns how many more games the upper values won than they lost.
    pub fn tell(&mut self, number: u64, won: i32) {
        let signs = signs(&mut Dice::stream(self.plan.seed, number), self.knobs.len());
        let all = self.plan.trials as f64;
        let damping = DAMPING * all;
        let slowing = ((damping + all) / (damping + number as f64 + 1.0)).powf(MOVES_SHRINK);
        for (index, knob) in self.knobs.iter().enumerate() {
            let step = f64::from(knob.step);
            let gain = self.plan.rate * step * step * slowing / self.reach(knob, number);
            let value = self.values[index] + gain * signs[index] * f64::from(won);
            self.values[index] = value.clamp(f64::from(knob.min), f64::from(knob.max));
        }
    }

    /// How far a trial moves a number.
    fn reach(&self, knob: &Knob, number: u64) -> f64 {
        let left = self.plan.trials as f64 / (number as f64 + 1.0);
        f64::from(knob.step) * left.powf(PERTURBATIONS_SHRINK)
    }
}

/// Which way each number goes. The trial's number alone decides, so that a run can be resumed.
fn signs(dice: &mut Dice, count: usize) -> Vec<f64> {
    (0..count).map(|_| if dice.below(2) == 0 { -1.0 } else { 1.0 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOBS: [Knob; 3] = [
        Knob { name: "mountain", value: 100, min: 0, max: 300, step: 10 },
        Knob { name: "slope", value: 50, min: 0, max: 100, step: 5 },
        Knob { name: "nothing", value: 7, min: 0, max: 14, step: 1 },
    ];

    /// A toy game: the first number is best at 180, of the second the more the better.
    fn strength(values: &[i32]) -> f64 {
        -((f64::from(values[0]) - 180.0) / 40.0).powi(2) + f64::from(values[1]) / 40.0
    }

    /// What two games bring: the stronger side wins more often, by the usual curve.
    fn two_games(trial: &Trial, dice: &mut Dice) -> i32 {
        let chance = 1.0 / (1.0 + (strength(&trial.down) - strength(&trial.up)).exp());
        (0..2).map(|_| if dice.fraction() < chance { 1 } else { -1 }).sum()
    }

    fn run(from: u64, to: u64, optimizer: &mut Optimizer) -> Vec<i32> {
        (from..to)
            .map(|number| {
                let won = two_games(&optimizer.ask(number), &mut Dice::stream(99, number));
                optimizer.tell(number, won);
                won
            })
            .collect()
    }

    #[test]
    fn a_toy_function_is_climbed_by_noisy_games() {
        let plan = Plan { trials: 4_000, rate: 0.01, seed: 3 };
        let mut optimizer = Optimizer::new(plan, KNOBS.to_vec());
        run(0, plan.trials, &mut optimizer);
        let values = &optimizer.values;
        assert!((values[0] - 180.0).abs() < 12.0, "{values:?}");
        assert!(values[1] > 90.0, "{values:?}");
    }

    #[test]
    fn values_stay_in_their_range() {
        let plan = Plan { trials: 10, rate: 5.0, seed: 1 };
        let mut optimizer = Optimizer::new(plan, KNOBS.to_vec());
        for number in 0..10 {
            let trial = optimizer.ask(number);
            for values in [&trial.up, &trial.down] {
                assert!(
                    values.iter().zip(KNOBS).all(|(v, knob)| (knob.min..=knob.max).contains(v)),
                    "{trial:?}"
                );
            }
            optimizer.tell(number, 2);
        }
    }

    #[test]
    fn a_run_that_is_replayed_continues_as_if_nothing_had_happened() {
        let plan = Plan { trials: 200, rate: 0.01, seed: 5 };
        let mut whole = Optimizer::new(plan, KNOBS.to_vec());
        let mut results = run(0, 120, &mut whole);
        results.extend(run(120, 200, &mut whole));
        let mut resumed = Optimizer::new(plan, KNOBS.to_vec());
        (0..120).zip(&results).for_each(|(number, &won)| resumed.tell(number, won));
        run(120, 200, &mut resumed);
        assert_eq!(whole.values, resumed.values);
    }
}

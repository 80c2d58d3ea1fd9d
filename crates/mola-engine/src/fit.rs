//! Fitting the weights of the evaluation to games: gradient descent on all of them at once.
//!
//! The evaluation writes down which weights it used how often ([`Trace`]), which makes it a function
//! of the weights that can be differentiated. What is fitted is how likely the player wins, blended
//! from how the game ended and what the search said.

use std::fmt::Write;

use mola_rules::{Color, Position};

use crate::eval::terms::{self, danger};
use crate::eval::weights::{DANGER, WEIGHTS};
use crate::eval::{DANGER_LINEAR, DANGER_SQUARE, Trace};
use crate::tracker::FULL_PHASE;

/// A position to learn from.
#[derive(Clone, Debug)]
pub struct Example {
    /// Weights that are used, and how often more by White than by Black.
    counts: Box<[(u16, i16)]>,
    danger: [[i16; danger::COUNT]; 2],
    /// 1 in the middlegame, 0 in the endgame.
    phase: f32,
    /// How much of the endgame value counts.
    scale: f32,
    /// How likely White wins, from 0 to 1.
    target: f32,
}

/// How much the outcome of the game counts against the score of the search.
const RESULT_SHARE: f32 = 0.4;
/// The score at which the odds are e to one.
const ODDS: f32 = 170.0;

fn win_chance(score: f32) -> f32 {
    1.0 / (1.0 + (-score / ODDS).exp())
}

impl Example {
    /// What a position teaches: `score` is for the player to move, in hundredths of a pawn. `None` where
    /// the evaluation does not use its weights.
    pub fn new(position: &Position, score: i16, winner: Option<Color>) -> Option<Self> {
        let trace = Trace::of(position)?;
        let result = match winner {
            Some(Color::White) => 1.0,
            None => 0.5,
            Some(Color::Black) => 0.0,
        };
        let white = f32::from(if position.turn() == Color::White { score } else { -score });
        Some(Self {
            counts: trace.counts(),
            danger: trace.danger.map(|reasons| reasons.map(|count| count as i16)),
            phase: trace.phase as f32 / FULL_PHASE as f32,
            scale: trace.scale,
            target: RESULT_SHARE * result + (1.0 - RESULT_SHARE) * win_chance(white),
        })
    }
}

/// All weights as numbers that can be nudged: pairs first, then those of the danger.
#[derive(Clone, Debug)]
pub struct Weights {
    values: Vec<f32>,
}

const PAIRS: usize = 2 * terms::COUNT;

impl Default for Weights {
    /// The weights in use.
    fn default() -> Self {
        let pairs = WEIGHTS.iter().flat_map(|pair| [pair.middlegame() as f32, pair.endgame() as f32]);
        Self { values: pairs.chain(DANGER.iter().map(|&weight| weight as f32)).collect() }
    }
}

impl Weights {
    /// The evaluation of an example for White, and the danger of both kings.
    fn evaluate(&self, example: &Example) -> (f32, [f32; 2]) {
        let (mut middlegame, mut endgame) = (0.0, 0.0);
        for &(term, count) in &example.counts {
            let count = f32::from(count);
            middlegame += count * self.values[2 * usize::from(term)];
            endgame += count * self.values[2 * usize::from(term) + 1];
        }
        let mut dangers = [0.0; 2];
        for (side, reasons) in example.danger.iter().enumerate() {
            let sum: f32 = reasons.iter().zip(&self.values[PAIRS..]).map(|(&n, w)| f32::from(n) * w).sum();
            let danger = sum.max(0.0);
            let sign = if side == 0 { 1.0 } else { -1.0 };
            middlegame -= sign * danger * danger / DANGER_SQUARE as f32;
            endgame -= sign * danger / DANGER_LINEAR as f32;
            dangers[side] = danger;
        }
        (middlegame * example.phase + endgame * example.scale * (1.0 - example.phase), dangers)
    }

    /// The mean squared error over examples.
    pub fn error(&self, examples: &[Example]) -> f64 {
        let sum: f64 = examples
            .iter()
            .map(|example| f64::from(win_chance(self.evaluate(example).0) - example.target).powi(2))
            .sum();
        sum / examples.len().max(1) as f64
    }

    /// Adds what one example says about the gradient.
    fn add_gradient(&self, example: &Example, gradient: &mut [f32]) {
        let (value, dangers) = self.evaluate(example);
        let chance = win_chance(value);
        let slope = 2.0 * (chance - example.target) * chance * (1.0 - chance) / ODDS;
        let (middlegame, endgame) = (slope * example.phase, slope * example.scale * (1.0 - example.phase));
        for &(term, count) in &example.counts {
            gradient[2 * usize::from(term)] += middlegame * f32::from(count);
            gradient[2 * usize::from(term) + 1] += endgame * f32::from(count);
        }
        for (side, reasons) in example.danger.iter().enumerate().filter(|&(side, _)| dangers[side] > 0.0) {
            let sign = if side == 0 { -1.0 } else { 1.0 };
            let by_danger = sign
                * (middlegame * 2.0 * dangers[side] / DANGER_SQUARE as f32 + endgame / DANGER_LINEAR as f32);
            for (slot, &count) in gradient[PAIRS..].iter_mut().zip(reasons) {
                *slot += by_danger * f32::from(count);
            }
        }
    }

    /// Fits the weights, and reports the error after each pass over the examples.
    pub fn fit(&mut self, examples: &[Example], passes: u32, tell: &mut dyn FnMut(u32, f64)) {
        const BATCH: usize = 16_384;
        const RATE: f32 = 0.7;
        let mut adam = Adam::new(self.values.len());
        for pass in 1..=passes {
            // The step shrinks to nothing along half a cosine.
            let progress = pass as f32 / passes as f32;
            let rate = RATE * 0.5 * (1.0 + (progress * std::f32::consts::PI).cos()) + 0.01;
            for batch in examples.chunks(BATCH) {
                let mut gradient = vec![0.0; self.values.len()];
                for example in batch {
                    self.add_gradient(example, &mut gradient);
                }
                adam.step(&mut self.values, &gradient, batch.len() as f32, rate);
            }
            tell(pass, self.error(examples));
        }
    }

    /// The source of `eval/weights.rs` with these weights.
    pub fn source(&self) -> String {
        let mut text = String::from(
            "//! The weights of the evaluation, in the order of `terms.rs`, as `cargo xtask fit` wrote them.\n\
             //!\n\
             //! Each is a middlegame and an endgame value in hundredths of a pawn. Piece-square tables begin\n\
             //! with a1; the worth of the piece is in them.\n\n\
             use super::terms::{COUNT, danger};\n\
             use crate::pair::Pair;\n\n\
             const fn w(middlegame: i32, endgame: i32) -> Pair {\n    Pair::new(middlegame, endgame)\n}\n\n\
             #[rustfmt::skip]\npub(crate) static WEIGHTS: [Pair; COUNT] = [\n",
        );
        let round = |index: usize| self.values[index].round() as i32;
        for &(name, start, len) in terms::TERMS {
            let _ = writeln!(text, "    // {name}");
            for row in (start..start + len).collect::<Vec<_>>().chunks(8) {
                let pairs: Vec<String> = row
                    .iter()
                    .map(|&term| format!("w({}, {}),", round(2 * term), round(2 * term + 1)))
                    .collect();
                let _ = writeln!(text, "    {}", pairs.join(" "));
            }
        }
        text += "];\n\n/// The weights of `terms::danger`.\n#[rustfmt::skip]\npub(crate) static DANGER: [i32; danger::COUNT] = [\n";
        for &(name, start, len) in danger::TERMS {
            let row: Vec<String> =
                (start..start + len).map(|term| format!("{},", round(PAIRS + term))).collect();
            let _ = writeln!(text, "    // {name}\n    {}", row.join(" "));
        }
        text + "];\n"
    }
}

/// Adam: each weight moves by its own mean gradient, in units of its own spread.
struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn new(len: usize) -> Self {
        Self { mean: vec![0.0; len], square: vec![0.0; len], steps: 0 }
    }

    fn step(&mut self, values: &mut [f32], gradient: &[f32], count: f32, rate: f32) {
        self.steps += 1;
        let (mean_bias, square_bias) = (1.0 - 0.9_f32.powi(self.steps), 1.0 - 0.999_f32.powi(self.steps));
        for (index, value) in values.iter_mut().enumerate() {
            let slope = gradient[index] / count;
            self.mean[index] = 0.9 * self.mean[index] + 0.1 * slope;
            self.square[index] = 0.999 * self.square[index] + 0.001 * slope * slope;
            let step = (self.mean[index] / mean_bias) / ((self.square[index] / square_bias).sqrt() + 1e-9);
            *value -= rate * step;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{PawnTable, evaluate};
    use crate::random_walk::random_walk;
    use crate::tracker::Tracker;

    #[test]
    fn the_trace_adds_up_to_the_evaluation() {
        let weights = Weights::default();
        let mut compared = 0;
        for position in random_walk(0x1234_5678_9ABC_DEF1).take(2000) {
            let Some(example) = Example::new(&position, 0, None) else { continue };
            let fast = evaluate(&position, &Tracker::of(&position), &mut PawnTable::new());
            let white = if position.turn() == Color::White { fast } else { -fast };
            let slow = weights.evaluate(&example).0;
            assert!((slow - white as f32).abs() < 4.0, "{slow} instead of {white} in {position}");
            compared += 1;
        }
        assert!(compared > 1000);
    }

    #[test]
    fn fitting_lowers_the_error() {
        // A world in which the extra knight loses.
        let fens = ["4k3/pppp4/8/8/8/8/PPPP4/1N2K3 w - - 0 1", "1n2k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1"];
        let examples: Vec<Example> = fens
            .iter()
            .zip([Color::Black, Color::White])
            .map(|(fen, winner)| Example::new(&fen.parse().unwrap(), 0, Some(winner)).unwrap())
            .collect();
        let mut weights = Weights::default();
        let before = weights.error(&examples);
        weights.fit(&examples, 600, &mut |_, _| {});
        assert!(weights.error(&examples) < before / 2.0);
    }

    #[test]
    fn the_source_holds_every_weight() {
        let source = Weights::default().source();
        assert_eq!(source.matches(" w(").count(), terms::COUNT + 1);
    }
}

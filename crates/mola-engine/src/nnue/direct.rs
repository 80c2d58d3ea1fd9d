//! The output straight from the accumulators: clipped, squared and weighted once. Version 1 of the files.

use mola_game::Dice;

use super::file::NetworkError;
use super::kernels::{Block, Row};
use super::numbers::{Number, are_within, largest, quantize_biases, quantize_weights, random};
use super::path::Usable;
use super::{BUCKETS, CLIP, MOST_BIAS, QA, QB};

/// Weights and biases of the output, as a stage of the network has them.
#[derive(Clone, Debug)]
pub(super) struct Direct<Weight, Bias> {
    /// For each bucket, the weights of the player to move and of the other.
    weights: Vec<Weight>,
    biases: Vec<Bias>,
}

impl<Weight: Number, Bias: Number> Direct<Weight, Bias> {
    pub(super) fn read(hidden: usize, body: &mut &[u8]) -> Self {
        Self { weights: Weight::take(BUCKETS * 2 * hidden, body), biases: Bias::take(BUCKETS, body) }
    }

    pub(super) fn write(&self, body: &mut Vec<u8>) {
        Weight::put(&self.weights, body);
        Bias::put(&self.biases, body);
    }
}

impl Direct<f32, f32> {
    /// Whether all numbers are in the range that training keeps them in.
    pub(super) fn check(&self) -> Result<(), NetworkError> {
        if !are_within(&self.weights, CLIP) {
            return Err(NetworkError::Weights("a weight of the output is beyond 1.98"));
        }
        if !are_within(&self.biases, MOST_BIAS) {
            return Err(NetworkError::Weights("a bias of the output is beyond 1000"));
        }
        Ok(())
    }

    pub(super) fn quantize(&self) -> Direct<i16, i32> {
        Direct {
            weights: quantize_weights(&self.weights, QB),
            biases: quantize_biases(&self.biases, QA * QB),
        }
    }

    /// The output for the accumulators of the player to move and of the other.
    pub(super) fn output(&self, accumulators: &[Vec<f32>; 2], bucket: usize) -> f32 {
        let accumulators = accumulators.concat();
        let weights = &self.weights[bucket * accumulators.len()..];
        let terms = accumulators.iter().zip(weights).map(|(x, weight)| x.clamp(0.0, 1.0).powi(2) * weight);
        self.biases[bucket] + terms.sum::<f32>()
    }
}

impl Direct<i16, i32> {
    /// Whether no sum can overflow.
    pub(super) fn check(&self, hidden: usize) -> Result<(), NetworkError> {
        // The clipped number is multiplied by the weight in sixteen bits first.
        if i64::from(QA) * largest(&self.weights) > i64::from(i16::MAX) {
            return Err(NetworkError::Weights("a weight of the output is beyond 128"));
        }
        // Squares are never negative, so each sum on the way lies between that of all negative weights and that of
        // all positive ones.
        for weights in self.weights.chunks_exact(2 * hidden) {
            for sign in [1, -1] {
                let sum: i64 = weights.iter().map(|weight| (sign * i64::from(*weight)).max(0)).sum();
                if sum * i64::from(QA * QA) > i64::from(i32::MAX) {
                    return Err(NetworkError::Weights("the sum of the output could overflow"));
                }
            }
        }
        if largest(&self.biases) > 1 << 24 {
            return Err(NetworkError::Weights("a bias of the output is too large"));
        }
        Ok(())
    }

    pub(super) fn random(hidden: usize, dice: &mut Dice) -> Self {
        Self { weights: random(BUCKETS * 2 * hidden, 30, dice), biases: random(BUCKETS, 1_000, dice) }
    }

    pub(super) fn lay_out(&self) -> Direct<Block, i32> {
        Direct { weights: Block::row(&self.weights), biases: self.biases.clone() }
    }
}

impl Direct<Block, i32> {
    /// The value for the player to move, whose accumulator is `own`.
    #[inline]
    pub(super) fn value(&self, path: Usable, [own, their]: [&Row; 2], bucket: usize, scale: i32) -> i32 {
        let width = own.len();
        let (first, second) = self.weights[2 * bucket * width..][..2 * width].split_at(width);
        let sum = path.output(own, their, [first, second]) / QA + self.biases[bucket];
        (i64::from(sum) * i64::from(scale) / i64::from(QA * QB)) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positive_and_negative_weights_do_not_add_up() {
        let hidden = 256;
        let mut output = Direct { weights: vec![127; BUCKETS * 2 * hidden], biases: vec![0; BUCKETS] };
        assert!(matches!(output.check(hidden), Err(NetworkError::Weights(_))));
        output.weights.iter_mut().step_by(2).for_each(|weight| *weight = -127);
        assert!(output.check(hidden).is_ok());
        output.weights.fill(-127);
        assert!(output.check(hidden).is_err());
    }
}

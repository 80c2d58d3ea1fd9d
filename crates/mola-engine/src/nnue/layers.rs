//! Three more layers behind the accumulators. Version 2 of the files.
//!
//! The halves of each accumulator are clipped and multiplied with each other, so that most of what the
//! first layer sees is zero and costs nothing. Its sixteen neurons are used twice, clipped and squared,
//! by the 32 neurons of the second layer, and these are weighted into the output.

use mola_game::Dice;

use super::file::NetworkError;
use super::kernels::{Block, CHUNK, Row};
use super::numbers::{Number, Whole, are_within, largest, quantize_biases, quantize_weights, random};
use super::path::Usable;
use super::{BUCKETS, CLIP, MOST_BIAS, QB};

/// Neurons of the first layer.
pub(super) const FIRST: usize = 16;
/// Neurons of the second layer, and its inputs.
pub(super) const SECOND: usize = 32;
/// What one is in the neurons of both layers: 127 in a product of the accumulators, times `QB`.
pub(super) const ONE: i32 = 127 * QB;
/// What one is in the weights of the second layer and of the output.
pub(super) const QC: i32 = 512;
/// The most that training lets such a weight become.
const WIDE_CLIP: f32 = 3.98;

/// The layers of all buckets, as a stage of the network has them.
#[derive(Clone, Debug)]
pub(super) struct Layers<Narrow, Weight, Bias> {
    /// For each bucket and neuron, the weights of the player to move and of the other.
    first: Vec<Narrow>,
    first_biases: Vec<Bias>,
    /// For each bucket and neuron, the weights of the clipped inputs and of the squared ones.
    second: Vec<Weight>,
    second_biases: Vec<Bias>,
    outputs: Vec<Weight>,
    output_biases: Vec<Bias>,
}

impl<Narrow: Number, Weight: Number, Bias: Number> Layers<Narrow, Weight, Bias> {
    pub(super) fn read(hidden: usize, body: &mut &[u8]) -> Self {
        Self {
            first: Narrow::take(BUCKETS * FIRST * hidden, body),
            first_biases: Bias::take(BUCKETS * FIRST, body),
            second: Weight::take(BUCKETS * SECOND * SECOND, body),
            second_biases: Bias::take(BUCKETS * SECOND, body),
            outputs: Weight::take(BUCKETS * SECOND, body),
            output_biases: Bias::take(BUCKETS, body),
        }
    }

    pub(super) fn write(&self, body: &mut Vec<u8>) {
        Narrow::put(&self.first, body);
        Bias::put(&self.first_biases, body);
        Weight::put(&self.second, body);
        Bias::put(&self.second_biases, body);
        Weight::put(&self.outputs, body);
        Bias::put(&self.output_biases, body);
    }
}

impl Layers<f32, f32, f32> {
    /// Whether all numbers are in the range that training keeps them in.
    pub(super) fn check(&self) -> Result<(), NetworkError> {
        if !are_within(&self.first, CLIP) {
            return Err(NetworkError::Weights("a weight of the first layer is beyond 1.98"));
        }
        if ![&self.second, &self.outputs].into_iter().all(|weights| are_within(weights, WIDE_CLIP)) {
            return Err(NetworkError::Weights("a weight of the second layer or the output is beyond 3.98"));
        }
        let biases = [&self.first_biases, &self.second_biases, &self.output_biases];
        if !biases.into_iter().all(|biases| are_within(biases, MOST_BIAS)) {
            return Err(NetworkError::Weights("a bias of a layer is beyond 1000"));
        }
        Ok(())
    }

    pub(super) fn quantize(&self) -> Layers<i8, i16, i32> {
        Layers {
            first: quantize_weights(&self.first, QB),
            first_biases: quantize_biases(&self.first_biases, ONE),
            second: quantize_weights(&self.second, QC),
            second_biases: quantize_biases(&self.second_biases, ONE * QC),
            outputs: quantize_weights(&self.outputs, QC),
            output_biases: quantize_biases(&self.output_biases, ONE * QC),
        }
    }

    /// The output for the accumulators of the player to move and of the other.
    pub(super) fn output(&self, accumulators: &[Vec<f32>; 2], bucket: usize) -> f32 {
        let mut pairs = Vec::new();
        for accumulator in accumulators {
            let (low, high) = accumulator.split_at(accumulator.len() / 2);
            pairs.extend(low.iter().zip(high).map(|(a, b)| a.clamp(0.0, 1.0) * b.clamp(0.0, 1.0)));
        }
        let first = weigh(&pairs, &self.first, &self.first_biases, FIRST, bucket);
        let clipped = first.iter().map(|x| x.clamp(0.0, 1.0));
        let twice: Vec<f32> = clipped.chain(first.iter().map(|x| x.clamp(-1.0, 1.0).powi(2))).collect();
        let second = weigh(&twice, &self.second, &self.second_biases, SECOND, bucket);
        let second: Vec<f32> = second.iter().map(|x| x.clamp(0.0, 1.0)).collect();
        weigh(&second, &self.outputs, &self.output_biases, 1, bucket)[0]
    }
}

/// What the neurons of a bucket's layer make of their inputs.
fn weigh(inputs: &[f32], weights: &[f32], biases: &[f32], neurons: usize, bucket: usize) -> Vec<f32> {
    let weights = weights.chunks_exact(inputs.len());
    let neurons = weights.zip(biases).skip(bucket * neurons).take(neurons);
    neurons
        .map(|(weights, bias)| bias + inputs.iter().zip(weights).map(|(x, w)| x * w).sum::<f32>())
        .collect()
}

impl Layers<i8, i16, i32> {
    /// Whether no sum can overflow.
    pub(super) fn check(&self) -> Result<(), NetworkError> {
        // With 2048 inputs of up to 127, the first layer's sums stay below 2^26. The weights below and 32
        // inputs of up to `ONE` keep those of the other layers below 2^30.
        if largest(&self.first_biases) > 1 << 24 {
            return Err(NetworkError::Weights("a bias of the first layer is too large"));
        }
        if largest(&self.second).max(largest(&self.outputs)) > i64::from(4 * QC) {
            return Err(NetworkError::Weights("a weight of the second layer or the output is beyond 2048"));
        }
        if largest(&self.second_biases).max(largest(&self.output_biases)) > 1 << 28 {
            return Err(NetworkError::Weights("a bias of the second layer or the output is too large"));
        }
        Ok(())
    }

    /// Numbers that leave most neurons between their bounds.
    pub(super) fn random(hidden: usize, dice: &mut Dice) -> Self {
        Self {
            first: random(BUCKETS * FIRST * hidden, 25, dice),
            first_biases: random(BUCKETS * FIRST, ONE / 2, dice),
            second: random(BUCKETS * SECOND * SECOND, QC / 2, dice),
            second_biases: random(BUCKETS * SECOND, ONE * QC / 4, dice),
            outputs: random(BUCKETS * SECOND, QC / 2, dice),
            output_biases: random(BUCKETS, ONE * QC / 4, dice),
        }
    }

    /// The layers of each bucket, laid out for the processor.
    pub(super) fn lay_out(&self, hidden: usize) -> Vec<Laid> {
        let bucket = |bucket: usize| {
            let first = &self.first[bucket * FIRST * hidden..];
            let four = |four: usize| {
                let weights =
                    |neuron: usize| std::array::from_fn(|at| first[neuron * hidden + 4 * four + at]);
                Fours(std::array::from_fn(weights))
            };
            let player = |from: usize| {
                let mut fours: Vec<Fours> = (from..from + hidden / 8).map(four).collect();
                fours.resize(fours.len().next_multiple_of(CHUNK), Fours::ZERO);
                fours.as_chunks().0.to_vec()
            };
            let second = &self.second[bucket * SECOND * SECOND..];
            let two = |two: usize, from: usize| {
                let weight = |at: usize| second[(from + at / 2) * SECOND + 2 * two + at % 2];
                Block(std::array::from_fn(weight))
            };
            Laid {
                first: [player(0), player(hidden / 8)],
                first_biases: part(&self.first_biases, bucket),
                second: std::array::from_fn(|index| [two(index, 0), two(index, FIRST)]),
                second_biases: part(&self.second_biases, bucket),
                outputs: part(&self.outputs, bucket),
                output_bias: self.output_biases[bucket],
            }
        };
        (0..BUCKETS).map(bucket).collect()
    }
}

/// A bucket's part of some numbers.
fn part<N: Whole, const COUNT: usize>(numbers: &[N], bucket: usize) -> [N; COUNT] {
    std::array::from_fn(|at| numbers[bucket * COUNT + at])
}

/// The weights of four inputs to each neuron of the first layer: what processors multiply and add up at
/// once.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Fours(pub(super) [[i8; 4]; FIRST]);

impl Fours {
    const ZERO: Self = Self([[0; 4]; FIRST]);
}

/// The layers of a bucket, laid out for the processor.
pub(super) struct Laid {
    /// For the player to move and for the other, the weights of each four inputs; zeros fill the last chunk.
    pub(super) first: [Vec<[Fours; CHUNK]>; 2],
    pub(super) first_biases: [i32; FIRST],
    /// For each two inputs their weights to sixteen neurons, and to the other sixteen.
    pub(super) second: [[Block; 2]; SECOND / 2],
    pub(super) second_biases: [i32; SECOND],
    pub(super) outputs: [i16; SECOND],
    pub(super) output_bias: i32,
}

impl Laid {
    /// The value for the player to move, whose accumulator is `own`.
    #[inline]
    pub(super) fn value(&self, path: Usable, [own, their]: [&Row; 2], scale: i32) -> i32 {
        (i64::from(path.layers(own, their, self)) * i64::from(scale) / i64::from(ONE * QC)) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Integers = Layers<i8, i16, i32>;

    /// The output as `training/FORMAT.md` has it, number by number.
    fn expected(layers: &Integers, halves: &[Vec<i16>; 2], bucket: usize) -> i64 {
        let (mut products, hidden) = (Vec::new(), halves[0].len());
        for numbers in halves {
            for at in 0..hidden / 2 {
                let [a, b] = [at, at + hidden / 2].map(|at| i64::from(numbers[at]).clamp(0, 255));
                products.push((a * b) >> 9);
            }
        }
        let mut inputs = [0; 32];
        for neuron in 0..16 {
            let mut sum = i64::from(layers.first_biases[16 * bucket + neuron]);
            for (at, product) in products.iter().enumerate() {
                sum += i64::from(layers.first[(16 * bucket + neuron) * hidden + at]) * product;
            }
            inputs[neuron] = sum.clamp(0, 8128);
            inputs[16 + neuron] = sum.clamp(-8128, 8128).pow(2) >> 13;
        }
        let mut output = i64::from(layers.output_biases[bucket]);
        for neuron in 0..32 {
            let mut sum = i64::from(layers.second_biases[32 * bucket + neuron]);
            for (at, input) in inputs.iter().enumerate() {
                sum += i64::from(layers.second[(32 * bucket + neuron) * 32 + at]) * input;
            }
            output += (sum >> 9).clamp(0, 8128) * i64::from(layers.outputs[32 * bucket + neuron]);
        }
        output
    }

    fn compare(layers: &Integers, halves: &[Vec<i16>; 2], what: &str) {
        layers.check().unwrap();
        let rows = halves.each_ref().map(|numbers| Block::row(numbers));
        for (bucket, laid) in layers.lay_out(halves[0].len()).iter().enumerate() {
            let expected = expected(layers, halves, bucket);
            for path in Usable::all() {
                let found = path.layers(&rows[0], &rows[1], laid);
                assert_eq!(i64::from(found), expected, "bucket {bucket} with {what} on {path:?}");
            }
        }
    }

    #[test]
    fn every_path_finds_the_same_output_to_the_unit() {
        let mut dice = Dice::new(12);
        for hidden in [64, 128, 192, 512, 576, 1024] {
            let layers = Layers::random(hidden, &mut dice);
            // Rows with few, some and many numbers that are clipped.
            for most in [40, 300, 3_000, 32_000] {
                let halves = [(); 2].map(|()| random(hidden, most, &mut dice));
                compare(&layers, &halves, &format!("{hidden} neurons up to {most}"));
            }
        }
    }

    #[test]
    fn sums_do_not_overflow_at_the_bounds() {
        for (first, sign) in [(i8::MIN, -1), (i8::MAX, 1)] {
            for (last, hidden) in [(-1, 2048), (1, 2048), (1, 64)] {
                let layers = Layers {
                    first: vec![first; BUCKETS * FIRST * hidden],
                    first_biases: vec![sign << 24; BUCKETS * FIRST],
                    second: vec![2048; BUCKETS * SECOND * SECOND],
                    second_biases: vec![1 << 28; BUCKETS * SECOND],
                    outputs: vec![last * 2048; BUCKETS * SECOND],
                    output_biases: vec![i32::from(last) << 28; BUCKETS],
                };
                let halves = [vec![i16::MAX; hidden], vec![255; hidden]];
                compare(&layers, &halves, &format!("{first} and {last}"));
            }
        }
    }

    #[test]
    fn numbers_beyond_the_bounds_are_refused() {
        let sound = Layers::random(64, &mut Dice::new(1));
        let changes: [fn(&mut Integers); 5] = [
            |layers| layers.first_biases[3] = (1 << 24) + 1,
            |layers| layers.second[100] = 2049,
            |layers| layers.second_biases[9] = -(1 << 28) - 1,
            |layers| layers.outputs[7] = -2049,
            |layers| layers.output_biases[7] = i32::MIN,
        ];
        for change in changes {
            let mut layers = sound.clone();
            change(&mut layers);
            assert!(layers.check().is_err());
        }
    }
}

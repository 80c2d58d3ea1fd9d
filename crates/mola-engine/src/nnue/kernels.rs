//! The arithmetic of the network, written once for all processors.
//!
//! Everything works on whole [`Block`]s. Sums of rows are plain loops, which compilers turn into vector
//! instructions of the width that the target allows; only the innermost step of the output
//! is spelled out for each kind of processor, in `lanes.rs`. All sums are of integers that cannot
//! overflow, so that their order does not matter, and every processor finds the same value to the unit.

use super::QA;
use super::layers::{FIRST, Fours, Laid, ONE, SECOND};

/// Numbers in a block: as many as fit into the widest registers.
pub(super) const LANES: usize = 32;

/// A piece of an accumulator or of a row of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Block(pub(super) [i16; LANES]);

impl Block {
    pub(super) const ZERO: Self = Self([0; LANES]);

    /// Numbers in whole blocks.
    pub(super) fn row(numbers: &[i16]) -> Vec<Self> {
        numbers.as_chunks().0.iter().map(|&chunk| Self(chunk)).collect()
    }
}

/// Products of two blocks, in groups of four.
pub(super) type Products = [[u8; 4]; LANES / 4];

/// How many groups of four products are computed before the first layer sees them: as many as a mask has
/// bits. Loops over the few of a single block would be hard to predict.
pub(super) const CHUNK: usize = 64;

/// How many sums of the first layer grow side by side.
const PARTS: usize = 4;

/// A row of weights, or an accumulator.
pub(super) type Row = [Block];

/// What is to be computed. A kind of processor says how it weighs a block; the rest is the same for
/// all of them.
pub(super) trait Kernels {
    /// Sums of products, in as many parts as suits the processor.
    type Sums;

    fn zero() -> Self::Sums;

    /// Clips the numbers of a block to [0, 1], and adds their squares times their weights.
    ///
    /// The clipped number is multiplied by its weight first: the product fits sixteen bits, because no
    /// weight is larger than 128, and processors multiply such numbers and add up pairs at once.
    fn weigh(sums: &mut Self::Sums, block: &Block, weights: &Block);

    fn total(sums: Self::Sums) -> i32;

    /// The output: both accumulators clipped, squared and weighted (`SCReLU`).
    #[inline(always)]
    fn output(own: &Row, their: &Row, weights: [&Row; 2]) -> i32 {
        let mut sums = Self::zero();
        for (block, weights) in own.iter().zip(weights[0]) {
            Self::weigh(&mut sums, block, weights);
        }
        for (block, weights) in their.iter().zip(weights[1]) {
            Self::weigh(&mut sums, block, weights);
        }
        Self::total(sums)
    }

    /// Whether adding zeros to the first layer is cheaper than the branches that skip them, which are hard to predict.
    const DENSE: bool = false;

    /// The sums of sixteen neurons, in an order that suits the processor.
    type Neurons;

    fn neurons() -> Self::Neurons;

    /// Clips the numbers of two blocks to [0, 1], and multiplies them with each other: 127 is one. The result
    /// says with a bit for each four products whether any of them is not zero.
    fn multiply(low: &Block, high: &Block, products: &mut Products) -> u8;

    /// Adds four inputs of the first layer times their weights. None is above 127, so that the sum of two
    /// fits sixteen bits, in which processors multiply and add bytes.
    fn add_four(neurons: &mut Self::Neurons, inputs: [u8; 4], weights: &Fours);

    /// Adds two inputs of the second layer times their weights to sixteen of its neurons.
    fn add_two(neurons: &mut Self::Neurons, inputs: [i16; 2], weights: &Block);

    fn sums(neurons: Self::Neurons) -> [i32; 16];

    /// The output after the layers of a bucket.
    #[inline(always)]
    fn layers(own: &Row, their: &Row, layers: &Laid) -> i32 {
        // Several sums, because an addition has to wait for the one before it.
        let mut parts: [_; PARTS] = std::array::from_fn(|_| Self::neurons());
        for (row, weights) in [own, their].into_iter().zip(&layers.first) {
            let (low, high) = row.split_at(row.len() / 2);
            for ((low, high), weights) in low.chunks(8).zip(high.chunks(8)).zip(weights) {
                let (mut products, mut filled) = ([[0; 4]; CHUNK], 0_u64);
                let blocks = low.iter().zip(high).zip(products.as_chunks_mut().0);
                for (index, ((low, high), products)) in blocks.enumerate() {
                    filled |= u64::from(Self::multiply(low, high, products)) << (8 * index);
                }
                if Self::DENSE {
                    let fours = products.as_chunks::<PARTS>().0.iter().zip(weights.as_chunks::<PARTS>().0);
                    for (products, weights) in fours {
                        for part in 0..PARTS {
                            Self::add_four(&mut parts[part], products[part], &weights[part]);
                        }
                    }
                } else {
                    while filled != 0 {
                        let four = filled.trailing_zeros() as usize % CHUNK;
                        Self::add_four(&mut parts[0], products[four], &weights[four]);
                        filled &= filled - 1;
                    }
                }
            }
        }
        let mut first = layers.first_biases;
        for part in parts {
            first.iter_mut().zip(Self::sums(part)).for_each(|(neuron, sum)| *neuron += sum);
        }
        // One loop for each half of the inputs: compilers vectorize such loops.
        let clipped = first.map(|sum| sum.clamp(-ONE, ONE));
        let mut inputs = [0; SECOND];
        let (plain, squared) = inputs.split_at_mut(FIRST);
        plain.iter_mut().zip(clipped).for_each(|(input, sum)| *input = sum.max(0) as i16);
        squared.iter_mut().zip(clipped).for_each(|(input, sum)| *input = ((sum * sum) >> 13) as i16);
        let mut parts: [[_; 2]; 2] = std::array::from_fn(|_| [Self::neurons(), Self::neurons()]);
        // Processors broadcast pairs from memory. Compilers would take the vector apart instead, number by number.
        let inputs = std::hint::black_box(inputs);
        for (index, (inputs, weights)) in inputs.as_chunks().0.iter().zip(&layers.second).enumerate() {
            for (half, weights) in parts[index % 2].iter_mut().zip(weights) {
                Self::add_two(half, *inputs, weights);
            }
        }
        let [sums, more] = parts.map(|halves| halves.map(Self::sums));
        let sums = sums.as_flattened().iter().zip(more.as_flattened()).zip(layers.second_biases);
        let neurons = sums.map(|((sum, more), bias)| ((sum + more + bias) >> 9).clamp(0, ONE));
        layers.output_bias
            + neurons.zip(layers.outputs).map(|(neuron, weight)| neuron * i32::from(weight)).sum::<i32>()
    }

    /// A row added and another taken away: a piece moved.
    #[inline(always)]
    fn quiet(to: &mut Row, from: &Row, add: &Row, remove: &Row) {
        for (((to, from), add), remove) in to.iter_mut().zip(from).zip(add).zip(remove) {
            for lane in 0..LANES {
                to.0[lane] = from.0[lane].wrapping_add(add.0[lane]).wrapping_sub(remove.0[lane]);
            }
        }
    }

    /// A row added and two taken away: a piece moved and another left the board.
    #[inline(always)]
    fn capture(to: &mut Row, from: &Row, add: &Row, remove: [&Row; 2]) {
        let rows = to.iter_mut().zip(from).zip(add).zip(remove[0]).zip(remove[1]);
        for ((((to, from), add), first), second) in rows {
            for lane in 0..LANES {
                let removed = first.0[lane].wrapping_add(second.0[lane]);
                to.0[lane] = from.0[lane].wrapping_add(add.0[lane]).wrapping_sub(removed);
            }
        }
    }

    /// Two rows added and two taken away: king and rook moved.
    #[inline(always)]
    fn castle(to: &mut Row, from: &Row, add: [&Row; 2], remove: [&Row; 2]) {
        let rows = to.iter_mut().zip(from).zip(add[0]).zip(add[1]).zip(remove[0]).zip(remove[1]);
        for (((((to, from), king), rook), first), second) in rows {
            for lane in 0..LANES {
                let added = king.0[lane].wrapping_add(rook.0[lane]);
                let removed = first.0[lane].wrapping_add(second.0[lane]);
                to.0[lane] = from.0[lane].wrapping_add(added).wrapping_sub(removed);
            }
        }
    }

    /// Any number of rows added and taken away in place.
    #[inline(always)]
    fn change(to: &mut Row, adds: &[&Row], removes: &[&Row]) {
        for (index, to) in to.iter_mut().enumerate() {
            let mut sum = to.0;
            for row in adds {
                for (sum, weight) in sum.iter_mut().zip(&row[index].0) {
                    *sum = sum.wrapping_add(*weight);
                }
            }
            for row in removes {
                for (sum, weight) in sum.iter_mut().zip(&row[index].0) {
                    *sum = sum.wrapping_sub(*weight);
                }
            }
            to.0 = sum;
        }
    }
}

/// Without any instructions of its own.
pub(super) struct Plain;

impl Kernels for Plain {
    type Sums = i32;

    #[inline(always)]
    fn zero() -> i32 {
        0
    }

    #[inline(always)]
    fn weigh(sum: &mut i32, block: &Block, weights: &Block) {
        for (number, weight) in block.0.iter().zip(&weights.0) {
            let clipped = (*number).clamp(0, QA as i16);
            *sum += i32::from(clipped) * i32::from(clipped.wrapping_mul(*weight));
        }
    }

    #[inline(always)]
    fn total(sum: i32) -> i32 {
        sum
    }

    type Neurons = [i32; 16];

    #[inline(always)]
    fn neurons() -> Self::Neurons {
        [0; 16]
    }

    #[inline(always)]
    fn multiply(low: &Block, high: &Block, products: &mut Products) -> u8 {
        for (product, (a, b)) in products.as_flattened_mut().iter_mut().zip(low.0.iter().zip(&high.0)) {
            let clip = |number: i16| number.clamp(0, QA as i16) as u16;
            *product = ((clip(*a) * clip(*b)) >> 9) as u8;
        }
        let bits = products.iter().enumerate().map(|(index, four)| u8::from(*four != [0; 4]) << index);
        bits.fold(0, |mask, bit| mask | bit)
    }

    #[inline(always)]
    fn add_four(neurons: &mut Self::Neurons, inputs: [u8; 4], weights: &Fours) {
        for (sum, weights) in neurons.iter_mut().zip(&weights.0) {
            for (input, weight) in inputs.iter().zip(weights) {
                *sum += i32::from(*input) * i32::from(*weight);
            }
        }
    }

    #[inline(always)]
    fn add_two(neurons: &mut Self::Neurons, [a, b]: [i16; 2], weights: &Block) {
        for (sum, weights) in neurons.iter_mut().zip(weights.0.as_chunks::<2>().0) {
            *sum += i32::from(a) * i32::from(weights[0]) + i32::from(b) * i32::from(weights[1]);
        }
    }

    #[inline(always)]
    fn sums(neurons: Self::Neurons) -> [i32; 16] {
        neurons
    }
}

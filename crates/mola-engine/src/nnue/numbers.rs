//! The numbers of a network: as files keep them, and as quantization rounds them.

use mola_game::Dice;

/// A number that files keep, little-endian.
pub(super) trait Number: Copy {
    /// Takes this many numbers from the front of some bytes, which have been counted before.
    fn take(count: usize, bytes: &mut &[u8]) -> Vec<Self>;

    fn put(numbers: &[Self], bytes: &mut Vec<u8>);
}

/// A whole number that quantization makes of others.
pub(super) trait Whole: Number + Into<i64> {
    /// The nearest whole number, halves to even.
    fn nearest(number: f64) -> Self;
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Number for $number {
            fn take(count: usize, bytes: &mut &[u8]) -> Vec<Self> {
                let (taken, rest) = bytes.split_at(count * size_of::<Self>());
                *bytes = rest;
                taken.as_chunks().0.iter().map(|&bytes| Self::from_le_bytes(bytes)).collect()
            }

            fn put(numbers: &[Self], bytes: &mut Vec<u8>) {
                bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
            }
        }
    )*};
}

macro_rules! wholes {
    ($($number:ty),*) => {$(
        impl Whole for $number {
            fn nearest(number: f64) -> Self {
                number.round_ties_even() as Self
            }
        }
    )*};
}

numbers!(i8, i16, i32, f32);
wholes!(i8, i16, i32);

/// Weights in integers, of which `one` stands for one. Trainers multiply them in single precision.
pub(super) fn quantize_weights<N: Whole>(weights: &[f32], one: i32) -> Vec<N> {
    weights.iter().map(|weight| N::nearest(f64::from(weight * one as f32))).collect()
}

/// Biases in integers, of which `one` stands for one.
pub(super) fn quantize_biases(biases: &[f32], one: i32) -> Vec<i32> {
    biases.iter().map(|bias| i32::nearest(f64::from(*bias) * f64::from(one))).collect()
}

/// The largest number, without its sign.
pub(super) fn largest<N: Whole>(numbers: &[N]) -> i64 {
    numbers.iter().map(|&number| number.into().abs()).max().unwrap_or(0)
}

/// Whether no number is beyond a bound. NaN is within none.
pub(super) fn are_within(numbers: &[f32], most: f32) -> bool {
    numbers.iter().all(|number| number.abs() <= most)
}

/// Random numbers up to `most` on either side of zero.
pub(super) fn random<N: Whole>(count: usize, most: i32, dice: &mut Dice) -> Vec<N> {
    let mut draw = || dice.below(2 * most as usize + 1) as i32 - most;
    (0..count).map(|_| N::nearest(f64::from(draw()))).collect()
}

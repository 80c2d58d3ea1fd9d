//! What follows the accumulators: the output, or layers before it.

use super::direct::Direct;
use super::file::{Head, Shape};
use super::layers::Layers;
use super::numbers::Number;

/// Either shape, as a stage of the network has it.
#[derive(Clone, Debug)]
pub(super) enum Tail<D, L> {
    Direct(D),
    Layers(L),
}

/// As training left it.
pub(super) type Floats = Tail<Direct<f32, f32>, Layers<f32, f32, f32>>;
/// As it is kept in a network's file.
pub(super) type Integers = Tail<Direct<i16, i32>, Layers<i8, i16, i32>>;

impl<Narrow: Number, Weight: Number, Bias: Number> Tail<Direct<Weight, Bias>, Layers<Narrow, Weight, Bias>> {
    /// Takes the numbers that a file has after those of the accumulators.
    pub(super) fn read(head: &Head, body: &mut &[u8]) -> Self {
        match head.shape {
            Shape::Direct => Self::Direct(Direct::read(head.hidden, body)),
            Shape::Layers => Self::Layers(Layers::read(head.hidden, body)),
        }
    }

    pub(super) fn write(&self, body: &mut Vec<u8>) {
        match self {
            Self::Direct(output) => output.write(body),
            Self::Layers(layers) => layers.write(body),
        }
    }
}

//! The network: an evaluation that was learned from the engine's own games.
//!
//! `(768 → N)×2 → 1×8`: every piece on its square is an input, seen by both players; a row of weights
//! for each is summed up into an accumulator of `N` numbers for each player. Clipped and
//! squared they are weighted once more, by one of eight sets of weights for the number of pieces left,
//! into one value for the player to move. Networks with layers, `(768 → N)×2 → 16 → 32 → 1×8`, have two
//! layers of neurons between the accumulators and the value.
//!
//! A network goes through three stages, each a type: [`Trained`] has the numbers that training found,
//! [`Quantized`] has them as integers, as in the file that comes with the program, and [`Ready`] has
//! them checked and laid out for the processor at hand. The files are described in
//! `training/FORMAT.md`.

pub(crate) mod accumulator;
pub(crate) mod choice;
mod direct;
mod features;
mod file;
mod kernels;
mod lanes;
mod layers;
mod numbers;
mod path;
mod quantized;
mod ready;
mod refresh;
mod tail;
mod trained;
mod view;

pub use choice::{FileReader, read_file};
pub use file::NetworkError;
pub use quantized::Quantized;
pub use ready::Ready;
pub use trained::Trained;
pub use view::View;

/// Inputs for each player: a role of either color on a square.
const INPUTS: usize = 768;
/// Sets of weights for the output.
const BUCKETS: usize = 8;
/// What one is in an accumulator.
const QA: i32 = 255;
/// What one is in the weights of the output, or of the first layer.
const QB: i32 = 64;
/// The most that training lets a weight become; quantization rests on it.
const CLIP: f32 = 1.98;
/// More than any bias after the accumulators; quantization rests on it.
const MOST_BIAS: f32 = 1_000.0;

/// The network that comes with the program.
#[cfg(all(feature = "network", not(evalfile)))]
pub(crate) const EMBEDDED: &[u8] = include_bytes!("../net/mola.nnue");

/// A network that was named when the engine was built.
#[cfg(all(feature = "network", evalfile))]
pub(crate) const EMBEDDED: &[u8] = include_bytes!(env!("MOLA_EVALFILE"));

/// None: whoever makes an engine brings the network.
#[cfg(not(feature = "network"))]
pub(crate) const EMBEDDED: &[u8] = &[];

/// The set of weights for this many pieces.
const fn bucket(pieces: usize) -> usize {
    (pieces - 1) / (32 / BUCKETS)
}

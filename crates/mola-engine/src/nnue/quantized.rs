//! A network in integers, as it is kept in a file.

use super::file::{Head, Kind, NetworkError};
use super::{BUCKETS, INPUTS, QA};
use mola_game::Dice;

/// A network in integers. Their sums never overflow: that is checked whenever one is made.
#[derive(Clone, Debug)]
pub struct Quantized {
    pub(super) head: Head,
    pub(super) features: Vec<i16>,
    pub(super) biases: Vec<i16>,
    pub(super) outputs: Vec<i16>,
    pub(super) output_biases: Vec<i32>,
}

/// Pieces on a board.
const PIECES: i32 = 32;

impl Quantized {
    pub(super) fn new(
        head: Head,
        features: Vec<i16>,
        biases: Vec<i16>,
        outputs: Vec<i16>,
        output_biases: Vec<i32>,
    ) -> Result<Self, NetworkError> {
        let network = Self { head, features, biases, outputs, output_biases };
        network.check()?;
        Ok(network)
    }

    /// Reads a network's file.
    ///
    /// # Errors
    /// The bytes are not those of a network that can be played with.
    pub fn parse(bytes: &[u8]) -> Result<Self, NetworkError> {
        let (head, _, body) = Head::parse(bytes, Kind::Integers)?;
        let hidden = head.hidden;
        let (shorts, longs) = body.split_at(body.len() - 4 * BUCKETS);
        let mut shorts = shorts.chunks_exact(2).map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]]));
        let mut take = |count: usize| -> Vec<i16> { shorts.by_ref().take(count).collect() };
        let (features, biases, outputs) = (take(INPUTS * hidden), take(hidden), take(BUCKETS * 2 * hidden));
        let longs =
            longs.chunks_exact(4).map(|bytes| i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
        Self::new(head, features, biases, outputs, longs.collect())
    }

    /// Whether no sum can overflow, whatever stands on the board.
    fn check(&self) -> Result<(), NetworkError> {
        let largest =
            |numbers: &[i16]| numbers.iter().map(|number| i32::from(*number).abs()).max().unwrap_or(0);
        if PIECES * largest(&self.features) + largest(&self.biases) > i32::from(i16::MAX) {
            return Err(NetworkError::Weights("an accumulator could overflow"));
        }
        // The clipped number is multiplied by the weight in sixteen bits first.
        if QA * largest(&self.outputs) > i32::from(i16::MAX) {
            return Err(NetworkError::Weights("a weight of the output is beyond 128"));
        }
        for weights in self.outputs.chunks_exact(2 * self.head.hidden) {
            let sum: i64 = weights.iter().map(|weight| i64::from(*weight).abs()).sum();
            if sum * i64::from(QA * QA) > i64::from(i32::MAX) {
                return Err(NetworkError::Weights("the sum of the output could overflow"));
            }
        }
        if self.output_biases.iter().any(|bias| bias.unsigned_abs() > 1 << 24) {
            return Err(NetworkError::Weights("a bias of the output is too large"));
        }
        Ok(())
    }

    /// The file of the network.
    pub fn bytes(&self) -> Vec<u8> {
        let shorts = [&self.features, &self.biases, &self.outputs];
        let mut body: Vec<u8> =
            shorts.into_iter().flatten().flat_map(|number| number.to_le_bytes()).collect();
        body.extend(self.output_biases.iter().flat_map(|number| number.to_le_bytes()));
        self.head.write(Kind::Integers, &body)
    }

    /// The hash that the network's file has.
    pub fn hash(&self) -> u64 {
        let bytes = self.bytes();
        bytes[24..32].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
    }

    /// The origin of the network, for people.
    pub fn note(&self) -> &str {
        &self.head.note
    }

    /// Hidden neurons for each player.
    pub const fn hidden(&self) -> usize {
        self.head.hidden
    }

    /// A network of random weights, about as large as trained ones are: what it says is nonsense, but it
    /// takes as long as any other of its size.
    ///
    /// # Panics
    /// If networks cannot have this many hidden neurons.
    pub fn random(hidden: usize, seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let mut throw = |most: i16| dice.below(2 * most as usize + 1) as i16 - most;
        let mut take = |count: usize, most: i16| -> Vec<i16> { (0..count).map(|_| throw(most)).collect() };
        let network = Self {
            features: take(INPUTS * hidden, 60),
            biases: take(hidden, 60),
            outputs: take(BUCKETS * 2 * hidden, 30),
            output_biases: take(BUCKETS, 1_000).into_iter().map(i32::from).collect(),
            head: Head { hidden, scale: 400, note: format!("random weights, seed {seed}") },
        };
        Self::parse(&network.bytes()).expect("a size that networks have")
    }
}

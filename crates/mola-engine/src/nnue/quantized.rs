//! A network in integers, as it is kept in a file.

use mola_game::Dice;

use super::INPUTS;
use super::direct::Direct;
use super::file::{Head, Kind, NetworkError, Shape};
use super::layers::Layers;
use super::numbers::{Number, largest, random};
use super::tail::{Integers, Tail};

/// A network in integers. Their sums never overflow: that is checked whenever one is made.
#[derive(Clone, Debug)]
pub struct Quantized {
    pub(super) head: Head,
    pub(super) features: Vec<i16>,
    pub(super) biases: Vec<i16>,
    pub(super) tail: Integers,
}

/// Pieces on a board.
const PIECES: i64 = 32;

impl Quantized {
    pub(super) fn new(
        head: Head,
        features: Vec<i16>,
        biases: Vec<i16>,
        tail: Integers,
    ) -> Result<Self, NetworkError> {
        let network = Self { head, features, biases, tail };
        network.check()?;
        Ok(network)
    }

    /// Reads a network's file.
    ///
    /// # Errors
    /// The bytes are not those of a network that can be played with.
    pub fn parse(bytes: &[u8]) -> Result<Self, NetworkError> {
        let (head, _, mut body) = Head::parse(bytes, Kind::Integers)?;
        let features = i16::take(INPUTS * head.hidden, &mut body);
        let biases = i16::take(head.hidden, &mut body);
        let tail = Tail::read(&head, &mut body);
        Self::new(head, features, biases, tail)
    }

    /// Whether no sum can overflow, whatever stands on the board.
    fn check(&self) -> Result<(), NetworkError> {
        if PIECES * largest(&self.features) + largest(&self.biases) > i64::from(i16::MAX) {
            return Err(NetworkError::Weights("an accumulator could overflow"));
        }
        match &self.tail {
            Tail::Direct(output) => output.check(self.head.hidden),
            Tail::Layers(layers) => layers.check(),
        }
    }

    /// The file of the network.
    pub fn bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        i16::put(&self.features, &mut body);
        i16::put(&self.biases, &mut body);
        self.tail.write(&mut body);
        self.head.write(Kind::Integers, &body)
    }

    /// The hash that the network's file has.
    pub fn hash(&self) -> u64 {
        let bytes = self.bytes();
        bytes[24..32].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
    }

    /// A network of random weights, about as large as trained ones are: what it says is nonsense, but it
    /// takes as long as any other of its size.
    ///
    /// # Panics
    /// If networks cannot have this many hidden neurons.
    pub fn random(hidden: usize, seed: u64) -> Self {
        Self::of_shape(Shape::Direct, hidden, seed)
    }

    /// As [`Self::random`], with layers between the accumulators and the output. About a quarter of what
    /// the first layer sees is not zero, as in trained networks.
    ///
    /// # Panics
    /// If networks with layers cannot have this many hidden neurons.
    pub fn random_with_layers(hidden: usize, seed: u64) -> Self {
        Self::of_shape(Shape::Layers, hidden, seed)
    }

    fn of_shape(shape: Shape, hidden: usize, seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let network = Self {
            head: Head { shape, hidden, scale: 400, note: format!("random weights, seed {seed}") },
            features: random(INPUTS * hidden, 60, &mut dice),
            biases: random(hidden, 60, &mut dice),
            tail: match shape {
                Shape::Direct => Tail::Direct(Direct::random(hidden, &mut dice)),
                Shape::Layers => Tail::Layers(Layers::random(hidden, &mut dice)),
            },
        };
        Self::parse(&network.bytes()).expect("a size that networks have")
    }
}

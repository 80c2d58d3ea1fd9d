//! A network as training left it.

use mola_rules::{Board, Color, Role};

use super::features::Perspective;
use super::file::{Head, Kind, NetworkError};
use super::{BUCKETS, CLIP, INPUTS, QA, QB, Quantized, bucket};

/// A network with the numbers that training found.
#[derive(Clone, Debug)]
pub struct Trained {
    head: Head,
    /// For each input, the weights to all hidden neurons.
    features: Vec<f32>,
    biases: Vec<f32>,
    /// For each bucket, the weights of the player to move and of the other.
    outputs: Vec<f32>,
    output_biases: Vec<f32>,
}

impl Trained {
    /// Reads what the trainer wrote.
    ///
    /// # Errors
    /// The bytes are not those of a trained network, or its weights left the range that training keeps
    /// them in.
    pub fn parse(bytes: &[u8]) -> Result<Self, NetworkError> {
        let (head, _, body) = Head::parse(bytes, Kind::Floats)?;
        let mut numbers =
            body.chunks_exact(4).map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
        let mut take = |count: usize| -> Vec<f32> { numbers.by_ref().take(count).collect() };
        let hidden = head.hidden;
        let trained = Self {
            features: take(INPUTS * hidden),
            biases: take(hidden),
            outputs: take(BUCKETS * 2 * hidden),
            output_biases: take(BUCKETS),
            head,
        };
        let clipped = [&trained.features, &trained.biases, &trained.outputs];
        // NaN is in no range.
        if !clipped.into_iter().flatten().all(|weight| weight.abs() <= CLIP) {
            return Err(NetworkError::Weights("a weight is beyond 1.98"));
        }
        if !trained.output_biases.iter().all(|bias| bias.abs() <= 1_000.0) {
            return Err(NetworkError::Weights("a bias of the output is beyond 1000"));
        }
        Ok(trained)
    }

    /// The network in integers.
    ///
    /// # Errors
    /// Sums of the integers could overflow.
    pub fn quantize(&self) -> Result<Quantized, NetworkError> {
        let whole = |numbers: &[f32], one: i32| -> Vec<i16> {
            numbers.iter().map(|number| (number * one as f32).round_ties_even() as i16).collect()
        };
        let output_biases = self
            .output_biases
            .iter()
            .map(|bias| (f64::from(*bias) * f64::from(QA * QB)).round_ties_even() as i32)
            .collect();
        Quantized::new(
            self.head.clone(),
            whole(&self.features, QA),
            whole(&self.biases, QA),
            whole(&self.outputs, QB),
            output_biases,
        )
    }

    /// The value of a board with both kings for the player to move, in hundredths of a pawn: the plain
    /// arithmetic that all integers are compared to.
    pub fn evaluate(&self, board: &Board, turn: Color) -> f32 {
        let hidden = self.head.hidden;
        let bucket = bucket(board.occupied().count() as usize);
        let mut sum = self.output_biases[bucket];
        for (half, color) in [turn, !turn].into_iter().enumerate() {
            let Some(king) = board.pieces(Role::King.of(color)).first() else { return 0.0 };
            let eye = Perspective::new(color, king);
            let mut accumulator = self.biases.clone();
            for square in board.occupied() {
                if let Some(piece) = board.piece_at(square) {
                    let row = &self.features[eye.input(piece, square) * hidden..][..hidden];
                    accumulator.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
                }
            }
            let weights = &self.outputs[(2 * bucket + half) * hidden..][..hidden];
            let terms = accumulator.iter().zip(weights).map(|(x, weight)| x.clamp(0.0, 1.0).powi(2) * weight);
            sum += terms.sum::<f32>();
        }
        sum * f32::from(self.head.scale)
    }
}

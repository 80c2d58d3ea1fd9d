//! A network as training left it.

use mola_rules::{Board, Color, Role};

use super::features::Perspective;
use super::file::{Head, Kind, NetworkError};
use super::numbers::{Number, are_within, quantize_weights};
use super::tail::{Floats, Tail};
use super::{CLIP, INPUTS, QA, Quantized, bucket};

/// A network with the numbers that training found.
#[derive(Clone, Debug)]
pub struct Trained {
    head: Head,
    /// For each input, the weights to all hidden neurons.
    features: Vec<f32>,
    biases: Vec<f32>,
    tail: Floats,
}

impl Trained {
    /// Reads what the trainer wrote.
    ///
    /// # Errors
    /// The bytes are not those of a trained network, or its weights left the range that training keeps
    /// them in.
    pub fn parse(bytes: &[u8]) -> Result<Self, NetworkError> {
        let (head, _, mut body) = Head::parse(bytes, Kind::Floats)?;
        let trained = Self {
            features: f32::take(INPUTS * head.hidden, &mut body),
            biases: f32::take(head.hidden, &mut body),
            tail: Tail::read(&head, &mut body),
            head,
        };
        if ![&trained.features, &trained.biases].into_iter().all(|weights| are_within(weights, CLIP)) {
            return Err(NetworkError::Weights("a weight of an input is beyond 1.98"));
        }
        match &trained.tail {
            Tail::Direct(output) => output.check()?,
            Tail::Layers(layers) => layers.check()?,
        }
        Ok(trained)
    }

    /// The network in integers.
    ///
    /// # Errors
    /// Sums of the integers could overflow.
    pub fn quantize(&self) -> Result<Quantized, NetworkError> {
        let tail = match &self.tail {
            Tail::Direct(output) => Tail::Direct(output.quantize()),
            Tail::Layers(layers) => Tail::Layers(layers.quantize()),
        };
        let (features, biases) = (quantize_weights(&self.features, QA), quantize_weights(&self.biases, QA));
        Quantized::new(self.head.clone(), features, biases, tail)
    }

    /// The value of a board with both kings for the player to move, in hundredths of a pawn: the plain
    /// arithmetic that all integers are compared to.
    pub fn evaluate(&self, board: &Board, turn: Color) -> f32 {
        let hidden = self.head.hidden;
        let accumulators = [turn, !turn].map(|color| {
            let king = board.pieces(Role::King.of(color)).first()?;
            let eye = Perspective::new(color, king);
            let mut accumulator = self.biases.clone();
            for (square, piece) in board.placed() {
                let row = &self.features[eye.input(piece, square) * hidden..][..hidden];
                accumulator.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
            Some(accumulator)
        });
        let [Some(own), Some(their)] = accumulators else { return 0.0 };
        let (accumulators, bucket) = ([own, their], bucket(board.occupied().count() as usize));
        let output = match &self.tail {
            Tail::Direct(output) => output.output(&accumulators, bucket),
            Tail::Layers(layers) => layers.output(&accumulators, bucket),
        };
        output * f32::from(self.head.scale)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Ready;
    use super::super::file::Shape;
    use super::*;
    use mola_game::Dice;
    use mola_rules::Position;

    /// A network with layers whose numbers were drawn within bounds, a list of counts and bounds.
    fn random(hidden: usize, parts: &[(usize, f32)]) -> Vec<u8> {
        let mut dice = Dice::new(8);
        let mut body = Vec::new();
        for &(count, most) in parts {
            let numbers: Vec<f32> = (0..count).map(|_| most * (2.0 * dice.fraction() as f32 - 1.0)).collect();
            f32::put(&numbers, &mut body);
        }
        Head { shape: Shape::Layers, hidden, scale: 400, note: String::new() }.write(Kind::Floats, &body)
    }

    const PARTS: [(usize, f32); 8] = [
        (768 * 128, 0.24),
        (128, 0.24),
        (8 * 16 * 128, 0.4),
        (8 * 16, 0.5),
        (8 * 32 * 32, 0.5),
        (8 * 32, 0.25),
        (8 * 32, 0.5),
        (8, 0.25),
    ];

    #[test]
    fn layers_in_integers_are_close_to_those_as_trained() {
        let trained = Trained::parse(&random(128, &PARTS)).unwrap();
        let network = Ready::from(&trained.quantize().unwrap());
        let (mut dice, mut values, mut differences) = (Dice::new(3), Vec::new(), Vec::new());
        for plies in (2..160).cycle().take(500) {
            let Some(position) = dice.opening(&Position::start(), plies, |_| {}) else { continue };
            let value = trained.evaluate(position.board(), position.turn());
            values.push(value);
            differences.push(value - network.evaluate(position.board(), position.turn()) as f32);
        }
        let spread = |numbers: &[f32]| {
            let mean = numbers.iter().sum::<f32>() / numbers.len() as f32;
            (numbers.iter().map(|number| (number - mean).powi(2)).sum::<f32>() / numbers.len() as f32).sqrt()
        };
        let (values, differences) = (spread(&values), spread(&differences));
        assert!(values > 100.0 && differences < values / 20.0, "{differences} of {values}");
    }

    #[test]
    fn layers_beyond_what_training_allows_are_refused() {
        for (part, most, reason) in [
            (0, 2.1, "an input"),
            (2, 2.1, "first layer"),
            (3, 3_000.0, "a bias"),
            (4, 4.1, "second layer"),
            (5, f32::NAN, "a bias"),
            (6, 4.1, "the output"),
            (7, f32::INFINITY, "a bias"),
        ] {
            let mut parts = PARTS;
            parts[part].1 = most;
            let error = Trained::parse(&random(128, &parts)).unwrap_err();
            assert!(matches!(error, NetworkError::Weights(text) if text.contains(reason)), "{part}: {error}");
        }
    }

    #[test]
    fn biases_that_integers_could_not_hold_are_refused() {
        let mut parts = PARTS;
        parts[5].1 = 900.0;
        let error = Trained::parse(&random(128, &parts)).unwrap().quantize().unwrap_err();
        assert!(matches!(error, NetworkError::Weights(text) if text.contains("a bias of the second layer")));
    }
}

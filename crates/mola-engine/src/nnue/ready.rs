//! A network that is ready to play.

use mola_rules::{Board, Color, Role};

use super::direct::Direct;
use super::features::Perspective;
use super::kernels::{Block, LANES, Row};
use super::layers::Laid;
use super::path::Usable;
use super::tail::Tail;
use super::{NetworkError, Quantized, bucket};
use crate::value::{LEAST_WIN, Value};

/// A network laid out for the processor at hand.
pub struct Ready {
    /// For each input a row of weights, one after the other.
    features: Vec<Block>,
    biases: Vec<Block>,
    tail: Tail<Direct<Block, i32>, Vec<Laid>>,
    /// Blocks in a row.
    width: usize,
    scale: i32,
    pub(super) path: Usable,
    hash: u64,
    note: String,
}

impl std::fmt::Debug for Ready {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ready").field("about", &self.about()).finish_non_exhaustive()
    }
}

impl From<&Quantized> for Ready {
    fn from(network: &Quantized) -> Self {
        Self::on_path(network, Usable::best())
    }
}

impl Ready {
    /// Reads a network's file and makes it ready.
    ///
    /// # Errors
    /// The bytes are not those of a network that can be played with.
    ///
    /// ```
    /// use mola_engine::nnue::{NetworkError, Quantized, Ready};
    /// use mola_rules::Position;
    /// let file = Quantized::random(32, 1).bytes();
    /// let network = Ready::parse(&file).unwrap();
    /// let start = Position::start();
    /// assert_eq!(network.evaluate(start.board(), start.turn()), network.evaluate(start.board(), !start.turn()));
    /// assert!(matches!(Ready::parse(b"a letter"), Err(NetworkError::NotANetwork)));
    /// ```
    pub fn parse(bytes: &[u8]) -> Result<Self, NetworkError> {
        Quantized::parse(bytes).map(|network| Self::from(&network))
    }

    /// A network that is computed on the given path.
    pub(super) fn on_path(network: &Quantized, path: Usable) -> Self {
        Self {
            features: Block::row(&network.features),
            biases: Block::row(&network.biases),
            tail: match &network.tail {
                Tail::Direct(output) => Tail::Direct(output.lay_out()),
                Tail::Layers(layers) => Tail::Layers(layers.lay_out(network.head.hidden)),
            },
            width: network.head.hidden / LANES,
            scale: i32::from(network.head.scale),
            path,
            hash: network.hash(),
            note: network.head.note.clone(),
        }
    }

    /// Blocks in a row.
    pub(super) const fn width(&self) -> usize {
        self.width
    }

    /// The weights of an input.
    pub(super) fn row(&self, input: usize) -> &Row {
        &self.features[input * self.width..][..self.width]
    }

    pub(super) fn biases(&self) -> &Row {
        &self.biases
    }

    /// The hash that identifies this network.
    pub(crate) const fn hash(&self) -> u64 {
        self.hash
    }

    /// The network in a line: its size, its hash, how it is computed and its origin.
    pub fn about(&self) -> String {
        let Self { hash, note, .. } = self;
        let layers = if matches!(self.tail, Tail::Layers(_)) { "16→32→" } else { "" };
        let hidden = self.width * LANES;
        format!("(768→{hidden})×2→{layers}1×8 {hash:016x} {}, {note}", self.path.name())
    }

    /// The value for the player to move, whose accumulator is `own`.
    pub(super) fn value(&self, own: &Row, their: &Row, pieces: usize) -> Value {
        let (rows, bucket) = ([own, their], bucket(pieces));
        let value = match &self.tail {
            Tail::Direct(output) => output.value(self.path, rows, bucket, self.scale),
            Tail::Layers(layers) => layers[bucket].value(self.path, rows, self.scale),
        };
        value.clamp(1 - LEAST_WIN, LEAST_WIN - 1)
    }

    /// The value of a board for the player to move, from scratch, in hundredths of a pawn; zero if a king
    /// is missing. Nothing but the board counts: it may be one that no game leads to.
    pub fn evaluate(&self, board: &Board, turn: Color) -> i32 {
        let sides = [turn, !turn].map(|color| {
            let king = board.pieces(Role::King.of(color)).first()?;
            let eye = Perspective::new(color, king);
            let rows: Vec<&Row> =
                board.placed().map(|(square, piece)| self.row(eye.input(piece, square))).collect();
            let mut accumulator = self.biases.clone();
            self.path.change(&mut accumulator, &rows, &[]);
            Some(accumulator)
        });
        match sides {
            [Some(own), Some(their)] => self.value(&own, &their, board.occupied().count() as usize),
            _ => 0,
        }
    }
}

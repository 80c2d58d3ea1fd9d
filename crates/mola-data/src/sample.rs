//! A position to train on, in 32 bytes that a trainer can map into memory: see `training/FORMAT.md`.

use mola_rules::{Color, Position};

/// What a file of samples begins with, filled with zeros to the length of a sample.
pub const SAMPLE_HEADER: [u8; 8] = *b"MOLAPS\x00\x01";

/// Bytes of a sample.
pub const SAMPLE_LEN: usize = 32;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// A win for one side, or a draw.
    Known(Option<Color>),
    /// The game was not played to its end.
    Unknown,
}

/// What a position teaches, seen by the player to move.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// The position.
    pub position: &'a Position,
    /// What the search thought of it, in hundredths of a pawn.
    pub score: i16,
    /// How the game ended.
    pub result: GameResult,
    /// Whether it is kept back from training.
    pub held_out: bool,
    /// The number of its game.
    pub game: u32,
}

impl Sample<'_> {
    /// The sample as bytes. The board is turned so that the player to move comes from below.
    ///
    /// ```
    /// use mola_data::{GameResult, Sample};
    /// use mola_rules::Position;
    /// let position = Position::start();
    /// let sample = Sample { position: &position, score: -3, result: GameResult::Known(None), held_out: false, game: 7 };
    /// let bytes = sample.pack();
    /// assert_eq!(bytes[..8], [0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF]);
    /// assert_eq!(bytes[24..], [0xFD, 0xFF, 1, 0, 7, 0, 0, 0]);
    /// ```
    pub fn pack(&self) -> [u8; SAMPLE_LEN] {
        let turn = self.position.turn();
        let mut bytes = [0; SAMPLE_LEN];
        let occupied = self.position.occupied().bits();
        // Ranks are bytes of a bitboard: to swap them is to turn the board.
        let turned = if turn == Color::White { occupied } else { occupied.swap_bytes() };
        bytes[..8].copy_from_slice(&turned.to_le_bytes());
        for (index, square) in mola_rules::Bitboard::new(turned).into_iter().enumerate() {
            if let Some(piece) = self.position.piece_at(square.relative(turn)) {
                let code = piece.role as u8 | u8::from(piece.color != turn) << 3;
                bytes[8 + index / 2] |= code << (4 * (index % 2));
            }
        }
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        bytes[26] = match self.result {
            GameResult::Known(Some(color)) => 2 * u8::from(color == turn),
            GameResult::Known(None) => 1,
            GameResult::Unknown => 3,
        };
        bytes[27] = u8::from(self.held_out);
        bytes[28..].copy_from_slice(&self.game.to_le_bytes());
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack(fen: &str, winner: Option<Color>) -> [u8; SAMPLE_LEN] {
        let position: Position = fen.parse().unwrap();
        Sample { position: &position, score: 100, result: GameResult::Known(winner), held_out: true, game: 0 }
            .pack()
    }

    #[test]
    fn both_players_see_the_same_board() {
        let white = pack("4k3/3p4/8/8/8/8/4P1N1/R3K3 w - - 0 1", Some(Color::White));
        let black = pack("r3k3/4p1n1/8/8/8/8/3P4/4K3 b - - 0 1", Some(Color::Black));
        assert_eq!(white, black);
    }

    #[test]
    fn results_are_those_of_the_player_to_move() {
        let fen = "4k3/8/8/8/8/8/8/4K2R b - - 0 1";
        let results = [Some(Color::Black), None, Some(Color::White)].map(|winner| pack(fen, winner)[26]);
        assert_eq!(results, [2, 1, 0]);
    }

    #[test]
    fn pieces_stand_in_the_order_of_their_squares() {
        // The king to move on e1, then the other on e8 and its queen on h8.
        let bytes = pack("4k2q/8/8/8/8/8/8/4K3 w - - 0 1", None);
        assert_eq!(bytes[8..10], [0x5 | 0xD << 4, 0xC]);
    }
}

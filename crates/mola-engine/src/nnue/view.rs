//! What the network thinks of each piece: how much is gone if the piece is.

use std::fmt;

use mola_rules::{Board, Color, Piece, Position, Role, Square};

use super::Ready;
use crate::endgame::known_ending;

/// The network's view of a position, for White, in hundredths of a pawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    board: Board,
    /// The value of the position for White.
    pub value: i32,
    worth: [Option<i32>; 64],
    /// The value for White that the engine uses instead of the network's, if it knows the ending.
    pub known_ending: Option<i32>,
}

impl View {
    /// What White would lose, and Black win, if the piece on a square were gone. None for empty squares and
    /// for kings, which cannot be removed.
    pub const fn worth(&self, square: Square) -> Option<i32> {
        self.worth[square as usize]
    }
}

impl Ready {
    /// The value of a position, and of each piece in it.
    ///
    /// ```
    /// use mola_engine::nnue::{Quantized, Ready};
    /// use mola_rules::{Position, Square};
    /// let network = Ready::from(&Quantized::random(32, 1));
    /// let view = network.view(&Position::start());
    /// assert!(view.worth(Square::E2).is_some() && view.worth(Square::E1).is_none());
    /// println!("{view}");
    /// ```
    pub fn view(&self, position: &Position) -> View {
        let turn = position.turn();
        let for_white = |value: i32| if turn == Color::White { value } else { -value };
        let evaluate = |board: &Board| for_white(self.evaluate(board, turn));
        let board = *position.board();
        let value = evaluate(&board);
        let mut worth = [None; 64];
        for square in board.occupied() {
            if board.role_at(square) != Some(Role::King) {
                let mut without = board;
                without.remove(square);
                worth[square as usize] = Some(value - evaluate(&without));
            }
        }
        View { board, value, worth, known_ending: known_ending(position).map(for_white) }
    }
}

impl fmt::Display for View {
    /// The board with each piece and its worth, in pawns.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = format!("   +{}\n", "-------+".repeat(8));
        f.write_str(&line)?;
        for rank in (0..8).rev() {
            let squares = || (0..8).filter_map(move |file| Square::from_index(8 * rank + file));
            write!(f, " {} |", rank + 1)?;
            for square in squares() {
                write!(f, "   {}   |", self.board.piece_at(square).map_or(' ', Piece::letter))?;
            }
            f.write_str("\n   |")?;
            for square in squares() {
                match self.worth(square) {
                    Some(worth) => write!(f, "{:^+7.2}|", f64::from(worth) / 100.0)?,
                    None => f.write_str("       |")?,
                }
            }
            write!(f, "\n{line}")?;
        }
        for file in 'a'..='h' {
            write!(f, "       {file}")?;
        }
        let pawns = |value: i32| f64::from(value) / 100.0;
        writeln!(f, "\n\nThe network's value: {:+.2} for White", pawns(self.value))?;
        match self.known_ending {
            Some(value) => {
                writeln!(f, "A known ending, which counts instead: {:+.2} for White", pawns(value))
            }
            None => Ok(()),
        }
    }
}
